//===- Prover.cpp -------------------------------------------------------------===//
#include "Link/Prover.h"
#include "Link/Callers.h"

using namespace coopify;

Prover::Prover(const Program &P)
    : P(P), UnknownCallers(findUnknownCallers(P)),
      MayHaveExited(findEarlierExits(P, UnknownCallers)), Returns(P), Launches(P, UnknownCallers) {}

Proven Prover::prove(const Uniformity &U, unsigned Function) const {
  Walk W({P, UnknownCallers, Returns, Launches}, U, Function);
  Proven Out;
  Out.Width = W.width();
  Out.Assumptions = W.assumptions();
  Out.Steps = W.steps();
  if (Out.Width < WarpWidth)
    Out.Why = W.obstacle(WarpWidth);
  return Out;
}

Proven Prover::prove(const Convergence &C, unsigned Function) const {
  Proven Out = prove(C.Active, Function);
  Out.Exits = C.Exits || MayHaveExited[Function];
  Out.Steps.insert(Out.Steps.begin(), C.Steps.begin(), C.Steps.end());
  return Out;
}

std::optional<Divergence> Prover::divergence(const Convergence &C, unsigned Function) const {
  return Walk({P, UnknownCallers, Returns, Launches}, C.Active, Function, /*Barriers=*/false)
      .divergence(Function);
}
