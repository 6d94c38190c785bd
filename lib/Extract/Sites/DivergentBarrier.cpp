//===- DivergentBarrier.cpp - operations that wait for all lanes of a group -===//

#include "Extract/SiteFinder.h"

#include "Analysis/Operations/Operations.h"

#include "clang/AST/ExprCXX.h"

using namespace clang;
using namespace clang::ast_matchers;
using namespace coopify;

namespace {

/// A site of kind "warp-wait" for each call that waits for all lanes of a warp or of an aligned
/// group of it: `*_sync` with all lanes in the mask, __syncwarp(), what a tile does together.
/// Lanes is their number. Only those that the function itself lets some lanes past.
///
/// The names are those of the tables that Analysis/Operations reads. Waits for the block are in the
/// functions' summaries (Extract/BarrierUses.h).
class DivergentBarrier : public SiteFinder {
public:
  llvm::StringRef rule() const override { return "divergent-barrier"; }
  StatementMatcher matcher() const override {
    return callExpr(
               callee(functionDecl(hasAnyName(
                   "__shfl_sync", "__shfl_up_sync", "__shfl_down_sync", "__shfl_xor_sync",
                   "__ballot_sync", "__any_sync", "__all_sync", "__uni_sync", "__match_any_sync",
                   "__match_all_sync", "__reduce_add_sync", "__reduce_min_sync",
                   "__reduce_max_sync", "__reduce_and_sync", "__reduce_or_sync",
                   "__reduce_xor_sync", "__syncwarp", "sync", "barrier_wait", "wait", "wait_prior",
                   "shfl", "shfl_up", "shfl_down", "shfl_xor", "any", "all", "ballot", "split",
                   "match_any", "match_all", "reduce", "reduce_update_async", "reduce_store_async",
                   "inclusive_scan", "exclusive_scan", "inclusive_scan_update",
                   "exclusive_scan_update", "invoke_one", "invoke_one_broadcast",
                   "binary_partition", "labeled_partition"))))
        .bind("site");
  }
  void find(llvm::ArrayRef<SiteMatch> Matches, const FunctionView &View,
            std::vector<Site> &Sites) const override;
};

} // namespace

REGISTER_SITE_FINDER(DivergentBarrier, "divergent-barrier");

void DivergentBarrier::find(llvm::ArrayRef<SiteMatch> Matches, const FunctionView &View,
                            std::vector<Site> &Sites) const {
  for (const SiteMatch &M : Matches) {
    const auto *Call = cast<CallExpr>(M.At);
    unsigned Lanes = operationOf(Call, View.Text).warpLanes();
    if (Lanes < 2 || !View.Analysis.reachable(Call))
      continue;
    Convergence Here = View.Analysis.at(Call);
    if (Here.Active.Width >= Lanes)
      continue;
    Site &New = Sites.emplace_back();
    New.Kind = SiteKind::WarpWait;
    New.Name = Call->getDirectCallee()->getNameAsString();
    New.Loc = View.Text.expansion(Call->getExprLoc());
    New.Range = View.Text.fileRange(Call->getSourceRange());
    New.Function = View.USR;
    New.Conv = std::move(Here);
    New.Lanes = Lanes;
  }
}
