//===- BlockDivergence.cpp - values that threads of a block differ in ---------===//
//
// Part of ProofSearch and of Prover.
//
//===----------------------------------------------------------------------===//
#include "Link/Proofs/Callers.h"
#include "Link/Proofs/Prover.h"

#include "llvm/ADT/STLExtras.h"

using namespace coopify;

/// With something in it that is not known, or of an object with members that do not differ
/// (Extract's ofMembers): that a part of it differs does not show that it does.
static bool mayBeEqual(const Uniformity &U) {
  return U.Why && U.Why->Kind != ObstacleKind::LaneDependent;
}

/// What \p A, an atom of the callee or of the caller, stands for at \p Call.
static bool showsDifference(const Program &P, const Atom &A, const CallEdge &Call) {
  if (A.Kind == AtomKind::ParamUniform) {
    const Uniformity *Passed = passedAs(Call, A.Index);
    return !Passed || !mayBeEqual(*Passed);
  }
  std::optional<unsigned> Callee = P.find(Call.Callee);
  return Callee && !mayBeEqual(P.Functions[*Callee].Return);
}

/// Shapes tell how wide a value is equal within a warp, and a part of a block is no block. Who
/// enters a function late was parted by its caller.
bool ProofSearch::ofTheValue(const Part &Found) const {
  std::optional<CallRef> Call = Found.Call;
  for (int I = Found.From; I >= 0; I = Nodes[I].From) {
    const Atom &A = Nodes[I].A;
    if (A.Kind != AtomKind::ParamUniform && A.Kind != AtomKind::CallUniform)
      return false;
    if (Call && !showsDifference(Facts.P, A, Facts.P.edge(*Call)))
      return false;
    Call = Nodes[I].Call;
  }
  return true;
}

std::vector<ProofStep> ProofSearch::way(const Part &Found) const {
  std::vector<ProofStep> Steps;
  std::optional<CallRef> Call = Found.Call;
  for (int I = Found.From; I >= 0; I = Nodes[I].From) {
    const Node &N = Nodes[I];
    if (Call) {
      const CallEdge &E = Facts.P.edge(*Call);
      const FunctionSummary &Callee = Facts.P.Functions[N.Function];
      std::string Name = N.A.Index < Callee.Params.size() ? Callee.Params[N.A.Index].Name : "";
      if (N.A.Index >= ThisPlace)
        Name = "this";
      Steps.push_back({E.Loc, N.A.Kind == AtomKind::CallUniform
                                  ? "it is what '" + E.CalleeName + "' returns here"
                                  : "'" + Facts.P.Functions[Call->Caller].Name +
                                        "' passes it as '" + Name + "' of '" + Callee.Name +
                                        "' here"});
    }
    Call = N.Call;
  }
  std::reverse(Steps.begin(), Steps.end());
  return Steps;
}

std::optional<BlockDivergence> ProofSearch::blockDivergence() const {
  const Part *Best = nullptr;
  for (const Part &P : Parts) {
    bool ByLane = P.Why && P.Why->Kind == ObstacleKind::LaneDependent;
    bool ByWarp = !P.Why && P.Width >= warpWidth();
    if ((ByLane || (ByWarp && !Best)) && ofTheValue(P))
      Best = &P;
    if (ByLane && Best == &P)
      break;
  }
  if (!Best)
    return std::nullopt;
  BlockDivergence D;
  D.ByWarp = !Best->Why;
  D.Why = Best->Why.value_or(
      Obstacle{ObstacleKind::LaneDependent, "it is equal only within a warp", {}});
  D.Way = way(*Best);
  return D;
}

/// All launches that lead to \p Function have blocks of one warp.
static bool oneWarpOnly(const Program &P, const std::vector<bool> &UnknownCallers,
                        unsigned Function) {
  bool Any = false;
  for (unsigned F : ancestors(P, Function)) {
    if (UnknownCallers[F])
      return false;
    for (unsigned L : P.LaunchesOf[F]) {
      Any = true;
      int64_t Threads = 1;
      for (const std::optional<int64_t> &Size : P.Launches[L].Dims)
        Threads = Size && *Size <= warpWidth() ? Threads * *Size : warpWidth() + 1;
      if (Threads > warpWidth())
        return false;
    }
  }
  return Any;
}

std::optional<BlockDivergence> Prover::blockDivergence(const Uniformity &U,
                                                       unsigned Function) const {
  if (mayBeEqual(U))
    return std::nullopt;
  std::optional<BlockDivergence> D =
      ProofSearch({P, UnknownCallers, Given, Returns, Launches, Writers}, U, Function,
                  /*Barriers=*/false)
          .blockDivergence();
  if (D && D->ByWarp && oneWarpOnly(P, UnknownCallers, Function))
    return std::nullopt;
  return D;
}
