//===- MergeWaits.cpp ---------------------------------------------------------===//
#include "Link/Merge/Merge.h"

#include "llvm/ADT/STLExtras.h"

#include <tuple>

using namespace coopify;

static auto keyOf(const BarrierUse &W) { return std::tie(W.Loc, W.Callee, W.Name); }
static auto keyOf(const DivergencePoint &P) { return std::tie(P.Where, P.Condition); }

/// A condition that one pass decides alike may part the threads of another.
static void mergeDivergencePoint(std::vector<DivergencePoint> &Into, const DivergencePoint &P) {
  auto Same =
      llvm::find_if(Into, [&](const DivergencePoint &Have) { return keyOf(Have) == keyOf(P); });
  if (Same == Into.end()) {
    Into.push_back(P);
    return;
  }
  Same->Decides = meet(Same->Decides, P.Decides);
  Same->Leaves &= P.Leaves;
}

void coopify::mergeWaits(std::vector<BarrierUse> &Into, const std::vector<BarrierUse> &Other,
                         const IdMap &Ids) {
  for (const BarrierUse &W : Other) {
    auto Same =
        llvm::find_if(Into, [&](const BarrierUse &Have) { return keyOf(Have) == keyOf(W); });
    if (Same == Into.end()) {
      Same = Into.insert(Into.end(), W);
      Same->DivergencePoints.clear();
    }
    Same->OfLanes &= W.OfLanes;
    Same->Lanes = std::max(Same->Lanes, W.Lanes);
    if (Same->Only != W.Only)
      Same->Only.clear();
    if (Same->ConstantArgs != W.ConstantArgs)
      Same->ConstantArgs.clear();
    for (DivergencePoint P : W.DivergencePoints) {
      P.Decides = renumbered(std::move(P.Decides), Ids);
      mergeDivergencePoint(Same->DivergencePoints, P);
    }
  }
  for (BarrierUse &W : Into)
    llvm::sort(W.DivergencePoints, [](const DivergencePoint &A, const DivergencePoint &B) {
      return keyOf(A) < keyOf(B);
    });
  llvm::sort(Into, [](const BarrierUse &A, const BarrierUse &B) { return keyOf(A) < keyOf(B); });
}
