//===- BlockedLanes.cpp ---------------------------------------------------===//
#include "Link/Proofs/BlockedLanes.h"
#include "Link/Proofs/BarrierAxiom.h"

#include "llvm/ADT/STLExtras.h"

using namespace coopify;

//===-- Which waits are on the way -----------------------------------------===//

std::vector<PassedWait> BlockedLanes::before(const Convergence &C, unsigned Function) const {
  Walk W;
  collect(C, Function, W);
  return std::move(W.Found);
}

static bool isAfter(const Convergence &C, const Location &Where) {
  return std::binary_search(C.After.begin(), C.After.end(), Where);
}

void BlockedLanes::collect(const Convergence &C, unsigned Function, Walk &W) const {
  for (const BarrierUse &Wait : P.Functions[Function].Waits) {
    if (C.After.empty() || !(Wait.OfLanes || Ways.waits(Wait, {})))
      continue;
    for (const DivergencePoint &By : Wait.DivergencePoints)
      if (isAfter(C, By.Where))
        W.Found.push_back({Function, &Wait, &By});
    if (!Wait.Callee.empty() && isAfter(C, Wait.Loc))
      inside(*P.find(Wait.Callee), W);
  }
  for (CallRef Call : P.Callers[Function])
    if (P.runsOnDevice(Call) && W.Calls.insert(Call).second)
      collect(P.edge(Call).Conv, Call.Caller, W);
}

/// Lanes return from it that passed its waits by.
void BlockedLanes::inside(unsigned Function, Walk &W) const {
  if (!W.Inside.insert(Function).second)
    return;
  for (const BarrierUse &Wait : P.Functions[Function].Waits) {
    if (!Ways.waits(Wait, {}))
      continue;
    for (const DivergencePoint &By : Wait.DivergencePoints)
      if (!By.Leaves)
        W.Found.push_back({Function, &Wait, &By});
    if (!Wait.Callee.empty())
      inside(*P.find(Wait.Callee), W);
  }
}

//===-- What they say of a proof -------------------------------------------===//

static std::string nameOf(const BarrierUse &W) {
  return (W.Callee.empty() ? "'" + W.Name + "'" : "the call of '" + W.Name + "'") + " (" +
         shortPlace(W.Loc) + ")";
}

/// In a note that stands at the wait. The barrier axiom's note has the same words, and is told
/// once.
static std::string nameHere(const BarrierUse &W) {
  return W.Callee.empty() ? "this barrier" : "the barrier in this call of '" + W.Name + "'";
}

static Refusal blockedBy(const PassedWait &W, const Obstacle &Why) {
  const std::string Text = "lanes would wait here for lanes of their warp that wait at " +
                           nameOf(*W.Wait) + ": " + Why.Text;
  if (W.Wait->OfLanes)
    return {ReasonId::Divergent, Text, W.By->Where,
            "let all lanes that '" + W.Wait->Name + "' names reach it, then run coopify again"};
  return {ReasonId::DivergentBarrier, Text, W.By->Where,
          "move the barrier to where all threads of the block reach it, then run coopify again"};
}

template <typename T> static void addNew(std::vector<T> &Into, T New) {
  if (!llvm::is_contained(Into, New))
    Into.push_back(std::move(New));
}

void coopify::restOnWaits(Proven &Out, llvm::ArrayRef<PassedWait> Waits,
                          llvm::function_ref<Proven(const PassedWait &)> Prove) {
  for (const PassedWait &W : Waits) {
    const Proven Decides = Prove(W);
    const std::optional<std::vector<std::string>> Assumed = barrierAxiom(Decides);
    if (!Assumed) {
      Out.Blocked = blockedBy(W, *Decides.Why);
      Out.Width = DivergentWidth;
      Out.Why = Obstacle{ObstacleKind::LaneDependent, Out.Blocked->Text, Out.Blocked->Where};
      return;
    }
    if (W.Wait->OfLanes) // its mask says that all come
      continue;
    for (const Promise &P : Decides.LeansOn)
      addNew(Out.LeansOn, P);
    for (const std::string &Id : *Assumed)
      addNew(Out.Assumptions, Id);
    if (llvm::is_contained(*Assumed, assumption::ConvergedBarriers))
      addNew(Out.Steps, assumedTogether(W.Wait->Loc, nameHere(*W.Wait), *Decides.Why));
  }
  llvm::sort(Out.Assumptions);
}
