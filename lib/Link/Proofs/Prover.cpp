//===- Prover.cpp -------------------------------------------------------------===//
#include "Link/Proofs/Prover.h"
#include "Link/Proofs/Callers.h"

using namespace coopify;

Prover::Prover(const Program &P, std::vector<bool> GivenWarp)
    : P(P), UnknownCallers(findUnknownCallers(P)), Given(std::move(GivenWarp)),
      MayHaveExited(findEarlierExits(P, UnknownCallers)), Returns(P), Launches(P, UnknownCallers),
      Writers(P, UnknownCallers) {
  Given.resize(P.Functions.size());
}

Proven Prover::prove(const Uniformity &U, unsigned Function) const {
  ProofSearch W({P, UnknownCallers, Given, Returns, Launches, Writers}, U, Function);
  Proven Out;
  Out.Width = W.width();
  Out.Assumptions = W.assumptions();
  Out.LeansOn = W.leans();
  Out.Steps = W.steps();
  if (Out.Width < warpWidth())
    Out.Why = W.obstacle(warpWidth());
  return Out;
}

/// All threads of the block get to a block barrier, in any program that is defined at all (CUDA
/// guide, __syncthreads). Not where lanes are seen to differ on the way: there the barrier is the
/// mistake.
std::optional<Proven> Prover::besideBarrier(const Convergence &C, const Proven &Without,
                                            unsigned Function) const {
  if (!C.Barrier.valid() || (Without.Why && Without.Why->Kind == ObstacleKind::LaneDependent))
    return std::nullopt;
  Proven Out = prove(C.Rest, Function);
  Out.Steps.insert(Out.Steps.begin(),
                   {C.Barrier, C.besideBarrier()
                                   ? "__syncthreads() is in a straight line with it: whoever gets "
                                     "to one gets to the other, and all threads of the block must "
                                     "get here"
                                   : "all threads of the block must get to this __syncthreads(), "
                                     "and no lanes part between there and here"});
  return Out;
}

Proven Prover::prove(const Convergence &C, unsigned Function) const {
  Proven Out = prove(C.Active, Function);
  if (!Out.Assumptions.empty() || Out.Width < warpWidth())
    Out = besideBarrier(C, Out, Function).value_or(Out);
  Out.Exits = C.Exits || MayHaveExited[Function];
  Out.Steps.insert(Out.Steps.begin(), C.Steps.begin(), C.Steps.end());
  return Out;
}

std::optional<Divergence> Prover::divergence(const Convergence &C, unsigned Function) const {
  return ProofSearch({P, UnknownCallers, Given, Returns, Launches, Writers}, C.Active, Function,
                     /*Barriers=*/false)
      .divergence(Function);
}
