//===- Prover.cpp -------------------------------------------------------------===//
#include "Link/Proofs/Prover.h"
#include "Link/Proofs/BarrierAxiom.h"
#include "Link/Proofs/Callers.h"

#include "llvm/ADT/STLExtras.h"

using namespace coopify;

Prover::Prover(const Program &P, std::vector<bool> GivenWarp)
    : P(P), UnknownCallers(findUnknownCallers(P)), Given(std::move(GivenWarp)),
      MayHaveExited(findEarlierExits(P, UnknownCallers)), Returns(P), Launches(P, UnknownCallers),
      Writers(P, UnknownCallers), Blocked(P) {
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

/// All threads of the block execute a block barrier together, as far as the conditions around it
/// permit: \p Without is what they show.
std::optional<Proven> Prover::besideBarrier(const Convergence &C, const Proven &Without,
                                            unsigned Function) const {
  const auto Assumed = C.Barrier.valid() ? barrierAxiom(Without) : std::nullopt;
  if (!Assumed)
    return std::nullopt;
  Proven Out = prove(C.Rest, Function);
  Out.Steps.insert(Out.Steps.begin(),
                   {C.Barrier, C.besideBarrier()
                                   ? "__syncthreads() is in a straight line with it: whoever gets "
                                     "to one gets to the other, and all threads of the block must "
                                     "get here"
                                   : "all threads of the block must get to this __syncthreads(), "
                                     "and no lanes part between there and here"});
  llvm::append_range(Out.Assumptions, *Assumed);
  llvm::sort(Out.Assumptions);
  Out.Assumptions.erase(llvm::unique(Out.Assumptions), Out.Assumptions.end());
  // What is assumed may come from a caller, whose own proof says why.
  if (llvm::is_contained(*Assumed, assumption::ConvergedBarriers) && Without.Why &&
      Out.Width > DivergentWidth)
    Out.Steps.push_back(assumedTogether(C.Barrier, "this barrier", *Without.Why));
  return Out;
}

Proven Prover::prove(const Convergence &C, unsigned Function) const {
  Proven Out = prove(Reached{C}, Function);
  if (Out.Width > DivergentWidth)
    restOnWaits(Out, Blocked.before(C, Function), [&](const PassedWait &W) {
      auto [It, New] = Decided.try_emplace(W.By);
      if (New)
        It->second = prove(W.By->Decides, W.Function);
      return It->second;
    });
  return Out;
}

Proven Prover::prove(const Reached &R, unsigned Function) const {
  const Convergence &C = R.Point;
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
