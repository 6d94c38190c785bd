#include "Rules/Decide/OtherWarps.h"
#include "Rules/Common.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"

#include <map>

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

static bool asksWarpSize(const Finding &F) {
  const Refusal *Why = F.Verdict.refusal();
  return F.Where.Kind == SiteKind::WaveWidth && Why && Why->Reason == ReasonId::OtherWarp;
}

static bool isOfWarp(const Rewrite &R) {
  return llvm::any_of(R.Handles,
                      [](const HandleRequest &H) { return H.Kind != HandleRequest::Block; });
}

void coopify::refuseBesideWarpSize(std::vector<Finding> &Findings, const ProgramFacts &Facts) {
  if (!warpLanes().Ports)
    return;
  std::map<std::string, Location> Asking; // by function, with where
  for (const Finding &F : Findings)
    if (asksWarpSize(F))
      Asking.try_emplace(F.Where.Function, F.Where.Loc);
  for (bool More = !Asking.empty(); More;) {
    const size_t Before = Asking.size();
    for (const FunctionSummary &F : Facts.functions())
      for (const CallEdge &E : F.Calls) {
        if (auto It = Asking.find(F.USR); It != Asking.end())
          Asking.try_emplace(E.Callee, It->second);
        else if (auto Called = Asking.find(E.Callee); Called != Asking.end())
          Asking.try_emplace(F.USR, Called->second);
      }
    More = Asking.size() > Before;
  }
  for (Finding &F : Findings) {
    auto It = Asking.find(F.Where.Function);
    const Rewrite *R = F.Verdict.rewrite();
    if (It == Asking.end() || !R || !isOfWarp(*R))
      continue;
    F.Verdict.Proof.clear();
    F.Verdict.What =
        Refusal{ReasonId::OtherWarp,
                "warpSize is asked for here, which is 64 on the target, and what would be "
                "written is of 32 lanes",
                It->second, ""};
  }
}

/// It tells of lanes, or of a mask of them, in code of which a tile may be made: right then.
static bool isOfTile(const Finding &F) {
  const Refusal *Why = F.Verdict.refusal();
  return Why && !findPiece(F.Where, "stays") &&
         (Why->Reason == ReasonId::LanesOf32 || Why->Reason == ReasonId::MaskOf32);
}

void coopify::dropLanesOfTiles(std::vector<Finding> &Findings) {
  if (!warpLanes().Ports)
    return;
  llvm::StringSet<> Staying; // functions with something of a warp's that is not rewritten
  for (const Finding &F : Findings)
    if (F.Verdict.refusal() && !isOfTile(F))
      Staying.insert(F.Where.Function);
  llvm::erase_if(Findings, [&](const Finding &F) {
    return isOfTile(F) && !Staying.contains(F.Where.Function);
  });
}
