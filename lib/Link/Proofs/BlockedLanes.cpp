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

/// The most that \p Wait names itself. Of what a library's function names nothing is known.
static unsigned namedBy(const BarrierUse &Wait) {
  return Wait.OfLanes && Wait.Unknown ? warpWidth() : Wait.Lanes;
}

/// The most that one of the waits in \p Function names, and in what it calls.
unsigned BlockedLanes::lanesIn(unsigned Function) const {
  auto [It, New] = Named.try_emplace(Function, 0);
  if (!New)
    return It->second;
  std::set<unsigned> Seen = {Function};
  std::vector<unsigned> Work = {Function};
  unsigned Most = 0;
  while (!Work.empty()) {
    const FunctionSummary &F = P.Functions[Work.back()];
    Work.pop_back();
    Most = std::max(Most, F.NamedLanes);
    for (const BarrierUse &Wait : F.Waits) {
      Most = std::max(Most, namedBy(Wait));
      for (unsigned Callee : Ways.calleesOf(Wait))
        if (Seen.insert(Callee).second)
          Work.push_back(Callee);
    }
  }
  return Named[Function] = Most;
}

BlockedLanes::Held BlockedLanes::heldBy(const BarrierUse &Wait) const {
  Held Out{Ways.waits(Wait, {}), namedBy(Wait)};
  if (!Out.Block)
    for (unsigned Callee : Ways.calleesOf(Wait))
      Out.Lanes = std::max(Out.Lanes, lanesIn(Callee));
  return Out;
}

void BlockedLanes::collect(const Convergence &C, unsigned Function, Walk &W) const {
  for (const BarrierUse &Wait : P.Functions[Function].Waits) {
    const Held Is = C.After.empty() ? Held() : heldBy(Wait);
    if (!Is.Block && Is.Lanes < 2)
      continue;
    for (const DivergencePoint &By : Wait.DivergencePoints)
      if (isAfter(C, By.Where))
        W.Found.push_back({Function, &Wait, &By, Is.Block ? 0 : Is.Lanes});
    if (isAfter(C, Wait.Loc))
      inside(Wait, W);
  }
  for (CallRef Call : P.Callers[Function])
    if (P.runsOnDevice(Call) && W.Calls.insert(Call).second)
      collect(P.edge(Call).Conv, Call.Caller, W);
}

void BlockedLanes::inside(const BarrierUse &Call, Walk &W) const {
  for (unsigned Callee : Ways.calleesOf(Call))
    inside(Callee, W);
}

/// Lanes return from it that passed its waits by.
void BlockedLanes::inside(unsigned Function, Walk &W) const {
  if (!W.Inside.insert(Function).second)
    return;
  for (const BarrierUse &Wait : P.Functions[Function].Waits) {
    const Held Is = heldBy(Wait);
    if (!Is.Block && Is.Lanes < 2)
      continue;
    for (const DivergencePoint &By : Wait.DivergencePoints)
      if (!By.Leaves)
        W.Found.push_back({Function, &Wait, &By, Is.Block ? 0 : Is.Lanes});
    inside(Wait, W);
  }
}

//===-- What they say of a proof -------------------------------------------===//

static std::string nameOf(const BarrierUse &W) {
  if (W.Unknown)
    return "'" + W.Name + "' (" + shortPlace(W.Loc) + "), which may " +
           (W.OfLanes ? "wait for lanes of the warp" : "be a barrier");
  const std::string What = W.Indirect         ? "a call by a pointer"
                           : W.Callee.empty() ? "'" + W.Name + "'"
                                              : "the call of '" + W.Name + "'";
  return What + " (" + shortPlace(W.Loc) + ")";
}

/// In a note that stands at the wait. The barrier axiom's note has the same words, and is told
/// once.
static std::string nameHere(const BarrierUse &W) {
  if (W.Unknown)
    return "'" + W.Name + "', which may be a barrier,";
  return W.Indirect         ? "the barrier in this call by a pointer"
         : W.Callee.empty() ? "this barrier"
                            : "the barrier in this call of '" + W.Name + "'";
}

static std::string whoWaits(const BarrierUse &W) {
  return W.Indirect ? "a call by a pointer" : "'" + W.Name + "'";
}

static Refusal blockedBy(const PassedWait &W, const Obstacle &Why) {
  const std::string Text = "lanes would wait here for lanes of their warp that wait at " +
                           nameOf(*W.Wait) + ": " + Why.Text;
  if (W.Lanes > 0)
    return {ReasonId::Divergent, Text, W.By->Where,
            "let all lanes that " + whoWaits(*W.Wait) +
                " waits for reach it, then run coopify again"};
  const std::string What = W.Wait->Unknown || W.Wait->Indirect ? "the call" : "the barrier";
  return {ReasonId::DivergentBarrier, Text, W.By->Where,
          "move " + What + " to where all threads of the block reach it, then run coopify again"};
}

/// Why it is assumed that whoever \p W waits for comes to it.
static ProofStep whyAssumed(const PassedWait &W, const Obstacle &Why) {
  if (W.Lanes == 0)
    return assumedTogether(W.Wait->Loc, nameHere(*W.Wait), Why);
  return {W.Wait->Loc, "nothing proves that all lanes that " + whoWaits(*W.Wait) +
                           " waits for reach it: " + Why.Text};
}

template <typename T> static void addNew(std::vector<T> &Into, T New) {
  if (!llvm::is_contained(Into, New))
    Into.push_back(std::move(New));
}

void coopify::restOnWaits(Proven &Out, llvm::ArrayRef<PassedWait> Waits,
                          llvm::function_ref<Proven(const PassedWait &)> Prove) {
  for (const PassedWait &W : Waits) {
    Proven Decides = Prove(W);
    if (W.Lanes > 0 && Decides.Width >= std::min(W.Lanes, warpWidth()))
      Decides.Width = std::max(Decides.Width, warpWidth()); // all of them come, or none
    const std::optional<std::vector<std::string>> Assumed = barrierAxiom(Decides);
    if (!Assumed) {
      Out.Blocked = blockedBy(W, *Decides.Why);
      Out.Width = DivergentWidth;
      Out.Why = Obstacle{ObstacleKind::LaneDependent, Out.Blocked->Text, Out.Blocked->Where};
      return;
    }
    for (const Promise &P : Decides.LeansOn)
      addNew(Out.LeansOn, P);
    for (const std::string &Id : *Assumed)
      addNew(Out.Assumptions, Id);
    if (llvm::is_contained(*Assumed, assumption::ConvergedBarriers) && Decides.Why)
      addNew(Out.Steps, whyAssumed(W, *Decides.Why));
  }
  llvm::sort(Out.Assumptions);
}
