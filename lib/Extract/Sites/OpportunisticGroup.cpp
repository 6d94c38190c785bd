//===- OpportunisticGroup.cpp - variables that hold the lanes which are here -===//

#include "Extract/SiteBuilder.h"
#include "Extract/SiteFinder.h"
#include "Extract/Sites/Election/KeyedElection.h"
#include "Extract/Sites/Election/LeaderElection.h"
#include "Extract/Sites/Election/MatchedLanes.h"

#include "clang/AST/ParentMapContext.h"

using namespace clang;
using namespace clang::ast_matchers;
using namespace coopify;

namespace {

/// What is then done with the variable, from the leader's choice to the result, is worked out use
/// by use (Election/Election.h). An __activemask() that no such variable holds is told of.
class OpportunisticGroup : public SiteFinder {
public:
  llvm::StringRef rule() const override { return "opportunistic-group"; }
  StatementMatcher matcher() const override {
    return stmt(anyOf(
                    declStmt(hasSingleDecl(
                        varDecl(hasLocalStorage(),
                                hasInitializer(ignoringParenImpCasts(callExpr(callee(functionDecl(
                                    hasAnyName("__activemask", "__ballot", "__match_any_sync")))))))
                            .bind("mask"))),
                    callExpr(callee(functionDecl(hasName("__activemask")))).bind("lanes")))
        .bind("site");
  }
  void find(llvm::ArrayRef<SiteMatch> Matches, const FunctionView &View,
            std::vector<Site> &Sites) const override;
};

} // namespace

REGISTER_SITE_FINDER(OpportunisticGroup, "opportunistic-group");

static bool isMentioned(const FunctionView &View, const VarDecl *V) {
  bool Found = false;
  View.forEachStmt([&](const Stmt *S) {
    const auto *Ref = dyn_cast<DeclRefExpr>(S);
    Found |= Ref && Ref->getDecl() == V;
  });
  return Found;
}

/// Lanes that happen to be here, used as if these were all that came: `__shfl_sync(__activemask(),
/// v, 0)` gives other numbers without a sign (guide 20.6.2).
static Site namesLanes(const FunctionView &View, const CallExpr *Call) {
  Site S = makeSite(View, SiteKind::OpportunisticGroup, Call);
  const Stmt *Use = Call;
  do {
    DynTypedNodeList Parents = View.Context.getParents(*Use);
    Use = Parents.empty() ? nullptr : Parents[0].get<Stmt>();
  } while (isa_and_nonnull<CastExpr, ParenExpr>(Use));
  const Stmt *At = isa_and_nonnull<Expr>(Use) ? Use : Call;
  S.Preset = Refusal{
      ReasonId::LaneEscapes,
      "it may name a part of the lanes that are here, and the program can tell by '" +
          View.Text.text(At->getSourceRange()) + "'",
      View.Text.expansion(At->getBeginLoc()),
      View.toolkitCallee(dyn_cast<Expr>(At)) == "__match_any_sync"
          ? "where each key's first lane leads, declare the mask by this call, and use it for "
            "counts, ranks and the leader alone: that becomes cg::labeled_partition(); else "
            "name the lanes that are meant"
          : "name the lanes that are meant: a full mask where the whole warp comes, else "
            "a ballot before the branch, of its condition"};
  return S;
}

void OpportunisticGroup::find(llvm::ArrayRef<SiteMatch> Matches, const FunctionView &View,
                              std::vector<Site> &Sites) const {
  llvm::SmallPtrSet<const Expr *, 4> Known; // told of, or of no use to anybody
  const auto IsMatch = [&](const SiteMatch &M) {
    const auto *V = M.Nodes.getNodeAs<VarDecl>("mask");
    return V && View.toolkitCallee(V->getInit()) == "__match_any_sync";
  };
  // What matches speaks for the mask that it matches among.
  llvm::SmallVector<SiteMatch> InOrder(Matches);
  std::stable_partition(InOrder.begin(), InOrder.end(), IsMatch);
  for (const SiteMatch &M : InOrder)
    if (const auto *V = M.Nodes.getNodeAs<VarDecl>("mask")) {
      if (auto S = matchKeyedElection(View, V, callOf(V->getInit()))) {
        Sites.push_back(std::move(*S));
        continue;
      }
      const CallExpr *Call = callOf(V->getInit());
      const std::optional<MatchedLanes> Matched = matchedLanes(Call, View);
      if (Known.contains(Call) || (!Matched && !asksWhoIsHere(View, V->getInit())))
        continue;
      if (View.Analysis.variables().followed(V) &&
          View.Analysis.variables().assignments(V).size() == 1)
        if (auto S = matchElection(View, V, Call)) {
          Sites.push_back(*S);
          Known.insert(Matched ? Matched->Asks : Call);
        }
      if (!isMentioned(View, V))
        Known.insert(Call);
    }
  for (const SiteMatch &M : Matches)
    if (const auto *Call = M.Nodes.getNodeAs<CallExpr>("lanes");
        Call && View.toolkitCallee(Call) == "__activemask" && !Known.contains(Call)) {
      Site S = namesLanes(View, Call);
      if (!View.Analysis.reachable(Call)) // the operand of sizeof, too
        S.NotASite = ReasonId::Unreachable;
      Sites.push_back(std::move(S));
    }
}
