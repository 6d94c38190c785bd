//===- OpportunisticGroup.cpp - variables that hold the lanes which are here -===//

#include "Extract/SiteFinder.h"
#include "Extract/Sites/Election/LeaderElection.h"

using namespace clang;
using namespace clang::ast_matchers;
using namespace coopify;

namespace {

/// What is then done with the variable, from the leader's choice to the result, is worked out use
/// by use (Election/Election.h).
class OpportunisticGroup : public SiteFinder {
public:
  llvm::StringRef rule() const override { return "opportunistic-group"; }
  StatementMatcher matcher() const override {
    return declStmt(
               hasSingleDecl(varDecl(hasLocalStorage(),
                                     hasInitializer(ignoringParenImpCasts(callExpr(callee(
                                         functionDecl(hasAnyName("__activemask", "__ballot")))))))
                                 .bind("mask")))
        .bind("site");
  }
  void find(llvm::ArrayRef<SiteMatch> Matches, const FunctionView &View,
            std::vector<Site> &Sites) const override;
};

} // namespace

REGISTER_SITE_FINDER(OpportunisticGroup, "opportunistic-group");

/// `__activemask()`, or a vote of all that are here: `__ballot(1)`.
static bool asksWhoIsHere(const FunctionView &View, const Expr *E) {
  StringRef Name = View.toolkitCallee(E);
  if (Name == "__activemask")
    return true;
  const CallExpr *Call = callOf(E);
  return Name == "__ballot" && Call->getNumArgs() == 1 &&
         View.constant(Call->getArg(0)).value_or(0);
}

void OpportunisticGroup::find(llvm::ArrayRef<SiteMatch> Matches, const FunctionView &View,
                              std::vector<Site> &Sites) const {
  for (const SiteMatch &M : Matches) {
    const auto *V = M.Nodes.getNodeAs<VarDecl>("mask");
    if (!asksWhoIsHere(View, V->getInit()) || !View.Analysis.variables().followed(V) ||
        View.Analysis.variables().assignments(V).size() != 1)
      continue;
    if (auto S = matchElection(View, V, callOf(V->getInit())))
      Sites.push_back(*S);
  }
}
