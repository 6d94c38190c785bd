//===- HandWrittenCollective.cpp - trees of shuffles, and who looks at them -===//

#include "Extract/SiteFinder.h"
#include "Extract/Sites/Collectives/HandWrittenCollectives.h"
#include "Extract/Sites/Collectives/WarpReductions.h"

using namespace clang;
using namespace clang::ast_matchers;
using namespace coopify;

namespace {

/// A loop whose counter is halved or doubled and that shuffles; a block in which values are
/// combined with shuffled ones, or elements with other elements, one statement after the other; a
/// call of a user's function, whose result may be such a tree's. Whether the steps are all of a
/// tree (Collectives/CombiningSteps.h), whether the function has one, over calls that it makes, and
/// who uses the result (Collectives/LeaderOnlyUses.h) is not in any one node.
class HandWrittenCollective : public SiteFinder {
public:
  llvm::StringRef rule() const override { return "hand-written-collective"; }
  StatementMatcher matcher() const override {
    return stmt(anyOf(forStmt(hasIncrement(
                                  expr(ignoringParens(binaryOperator(isAssignmentOperator())))),
                              hasBody(hasDescendant(callExpr(callee(
                                  functionDecl(matchesName("shfl_(up|down|xor)(_sync)?$"))))))),
                      compoundStmt(hasAnySubstatement(expr(ignoringParens(binaryOperator(
                          isAssignmentOperator(),
                          anyOf(hasDescendant(callExpr(callee(
                                    functionDecl(matchesName("shfl_(up|down|xor)(_sync)?$"))))),
                                allOf(hasLHS(ignoringParenCasts(arraySubscriptExpr())),
                                      hasRHS(hasDescendant(arraySubscriptExpr()))))))))),
                      callExpr(unless(hasType(voidType())),
                               callee(functionDecl(unless(isExpansionInSystemHeader()))))))
        .bind("site");
  }
  void find(llvm::ArrayRef<SiteMatch> Matches, const FunctionView &View,
            std::vector<Site> &Sites) const override;
};

} // namespace

REGISTER_SITE_FINDER(HandWrittenCollective, "hand-written-collective");

void HandWrittenCollective::find(llvm::ArrayRef<SiteMatch> Matches, const FunctionView &View,
                                 std::vector<Site> &Sites) const {
  LeaderOnlyUses Lanes(View);
  for (const SiteMatch &M : Matches) {
    if (const auto *For = dyn_cast<ForStmt>(M.At)) {
      shuffleLoop(View, Lanes, For, Sites);
    } else if (const auto *Block = dyn_cast<CompoundStmt>(M.At)) {
      sharedTails(View, Block, Sites);
      shuffleSteps(View, Lanes, Block, Sites);
    } else {
      laneZeroUse(View, Lanes, cast<CallExpr>(M.At), Sites);
    }
  }
}
