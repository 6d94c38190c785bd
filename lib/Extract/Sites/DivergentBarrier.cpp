//===- DivergentBarrier.cpp - operations that wait for all lanes of a group -===//

#include "Extract/SiteFinder.h"

#include "Analysis/Operations/Operations.h"

#include "Model/Uniformity.h"

#include "clang/AST/ExprCXX.h"

using namespace clang;
using namespace clang::ast_matchers;
using namespace coopify;

namespace {

/// A site of kind "warp-wait" for each call that waits for all lanes of a warp or of an aligned
/// group of it: `*_sync` with all lanes in the mask, __syncwarp(), what a tile does together, the
/// same in assembly. Lanes is their number. Only those that the function itself lets some lanes
/// past.
///
/// No matcher reads the text of an asm. The names are those of the tables that Analysis/Operations
/// reads. Waits for the block are in the functions' summaries (Extract/BarrierUses.h).
class DivergentBarrier : public SiteFinder {
public:
  llvm::StringRef rule() const override { return "divergent-barrier"; }
  StatementMatcher matcher() const override {
    return stmt(anyOf(asmStmt(),
                      callExpr(callee(functionDecl(hasAnyName(
                          "__shfl_sync", "__shfl_up_sync", "__shfl_down_sync", "__shfl_xor_sync",
                          "__ballot_sync", "__any_sync", "__all_sync", "__uni_sync",
                          "__match_any_sync", "__match_all_sync", "__reduce_add_sync",
                          "__reduce_min_sync", "__reduce_max_sync", "__reduce_and_sync",
                          "__reduce_or_sync", "__reduce_xor_sync", "__syncwarp", "sync",
                          "barrier_wait", "wait", "wait_prior", "shfl", "shfl_up", "shfl_down",
                          "shfl_xor", "any", "all", "ballot", "split", "match_any", "match_all",
                          "reduce", "reduce_update_async", "reduce_store_async", "inclusive_scan",
                          "exclusive_scan", "inclusive_scan_update", "exclusive_scan_update",
                          "invoke_one", "invoke_one_broadcast", "binary_partition",
                          "labeled_partition"))))))
        .bind("site");
  }
  void find(llvm::ArrayRef<SiteMatch> Matches, const FunctionView &View,
            std::vector<Site> &Sites) const override;
};

} // namespace

REGISTER_SITE_FINDER(DivergentBarrier, "divergent-barrier");

/// Of a tile that is larger than a warp the lanes of one are told: what parts whole warps may
/// leave tiles whole.
static unsigned lanesOf(const Operation &O) {
  bool Large = O.Waits == WaitsFor::Group && O.Group && O.Group->Kind == GroupKind::Tile &&
               O.Group->Size > warpWidth();
  return Large ? O.Group->Size : O.warpLanes();
}

void DivergentBarrier::find(llvm::ArrayRef<SiteMatch> Matches, const FunctionView &View,
                            std::vector<Site> &Sites) const {
  for (const SiteMatch &M : Matches) {
    const Operation Is = operationOf(M.At, View.Text);
    const unsigned Lanes = lanesOf(Is);
    if (Lanes < 2 || !View.Analysis.reachable(M.At))
      continue;
    Convergence Here = View.Analysis.at(M.At);
    if (Here.Active.UniformOver >= std::min(Lanes, warpWidth()))
      continue;
    Site &New = Sites.emplace_back();
    New.Kind = SiteKind::WarpWait;
    const auto *Call = dyn_cast<CallExpr>(M.At);
    New.Name = Call ? Call->getDirectCallee()->getNameAsString() : Is.Name;
    New.Loc = View.Text.expansion(Call ? Call->getExprLoc() : M.At->getBeginLoc());
    New.Range = View.Text.fileRange(M.At->getSourceRange());
    New.Function = View.USR;
    New.Conv = std::move(Here);
    New.Lanes = Lanes;
  }
}
