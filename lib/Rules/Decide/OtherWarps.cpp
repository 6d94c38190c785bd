#include "Rules/Decide/OtherWarps.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"

using namespace coopify;

void coopify::keepFromOtherWarps(Decision &D, const Site &S) {
  const Rewrite *R = D.rewrite();
  if (!R || !warpLanes().Ports || !R->needsRuntimeHeader())
    return;
  D.Proof.clear();
  D.What =
      Refusal{ReasonId::OtherWarp,
              "lanes of a warp of 32 are named here, and the target's warps have 64", S.Loc, ""};
}

static bool countsLanes(const Finding &F) {
  const Refusal *Why = F.Verdict.refusal();
  return Why && Why->Reason == ReasonId::LanesOf32;
}

void coopify::dropLanesOfTiles(std::vector<Finding> &Findings) {
  if (!warpLanes().Ports)
    return;
  llvm::StringSet<> Staying; // functions with something of a warp's that is not rewritten
  for (const Finding &F : Findings)
    if (F.Verdict.refusal() && !countsLanes(F))
      Staying.insert(F.Where.Function);
  llvm::erase_if(Findings, [&](const Finding &F) {
    return countsLanes(F) && !Staying.contains(F.Where.Function);
  });
}
