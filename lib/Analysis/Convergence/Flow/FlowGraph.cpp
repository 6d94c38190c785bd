//===- FlowGraph.cpp ------------------------------------------------------===//

#include "Analysis/Convergence/Flow/FlowGraph.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace coopify {

FlowGraph::FlowGraph(const FlowInput &Input) {
  unsigned N = Input.Nodes.size();
  Succs.resize(N);
  Reach.assign(N, BitVector(N));
  Direct.assign(N, BitVector(N));
  Exits.resize(N);
  ExitBranch.resize(N);
  Relevant.resize(N, true);
  computeReach(Input);
  if (tooLarge())
    return;
  cutExits(Input);
  tieInfiniteLoops(Input.Exit);
  Preds.resize(N);
  for (auto [B, Next] : enumerate(Succs))
    for (unsigned S : Next)
      Preds[S].push_back(B);
  PostDom = postDominators(Input.Exit, {});
  addDependences(PostDom);
  // Who has done a round of a loop comes to what stands in it in another one, if at all.
  for (const FlowInput::Loop &L : Input.Loops)
    if (goesRoundForGood(L))
      addDependences(postDominators(Input.Exit, L.Ends), &L.Inside);
  if (!tooLarge())
    close();
}

/// Some block of \p L is on all ways out of it: its condition is constant, or what follows
/// where it no longer holds never returns. A loop that its condition ends has none, so that
/// nothing has to be added for it.
bool FlowGraph::goesRoundForGood(const FlowInput::Loop &L) const {
  return any_of(L.Ends, [&](unsigned End) {
    BitVector Later = PostDom[End];
    Later &= L.Inside;
    Later.reset(L.Head);
    Later.reset(End);
    return Later.any();
  });
}

/// False: enough was done.
bool FlowGraph::spend(const BitVector &Set) {
  Words += Set.getData().size() + 1;
  return !tooLarge();
}

/// Clang numbers blocks from the exit upwards, so what a block leads to comes first.
void FlowGraph::computeReach(const FlowInput &Input) {
  for (auto [B, Node] : enumerate(Input.Nodes))
    for (unsigned S : Node.Succs)
      Reach[B].set(S);
  for (bool Changed = true; Changed;) {
    Changed = false;
    for (auto [B, Node] : enumerate(Input.Nodes))
      for (unsigned S : Node.Succs) {
        if (!spend(Reach[B]))
          return;
        if (Reach[S].test(Reach[B])) // has what Reach[B] lacks
          Reach[B] |= Reach[S], Changed = true;
      }
  }
}

/// Whether the lanes that go from \p From to \p To leave the kernel: they meet
/// no collective any more and share no code with those that stay. Where the
/// sides join again before the end (trap T4) the others are merely late. A loop
/// that lanes leave one by one counts only when they leave it by `return`: the
/// legacy code most likely meant the whole warp there (trap T7).
bool FlowGraph::isExit(const FlowInput &Input, unsigned From, unsigned To) const {
  const FlowInput::Node &Target = Input.Nodes[To];
  if (Target.NoReturn)
    return !Target.Collective; // what does not return may wait before it ends
  if (!Input.Kernel || Relevant[To])
    return false;
  if (Reach[From].test(From) && !Reach[To].test(From))
    return Target.Returns && !Input.Nodes[From].LoopBranch;
  // What both sides come to: more than the end, and they join again before it.
  auto andBeyond = [&](unsigned B) {
    BitVector All = Reach[B];
    All.set(B);
    return All;
  };
  BitVector Others(Succs.size());
  for (unsigned S : Input.Nodes[From].Succs)
    if (S != To)
      Others |= andBeyond(S);
  Others &= andBeyond(To);
  return all_of(Others.set_bits(), [&](unsigned B) {
    const FlowInput::Node &N = Input.Nodes[B];
    return B == Input.Exit || (N.Empty && N.Succs.size() == 1 && N.Succs[0] == Input.Exit);
  });
}

void FlowGraph::cutExits(const FlowInput &Input) {
  BitVector Collective(Input.Nodes.size());
  for (auto [B, Node] : enumerate(Input.Nodes))
    Collective[B] = Node.Collective;
  for (auto [B, Node] : enumerate(Input.Nodes))
    Relevant[B] = !Input.Kernel || Collective[B] || Reach[B].anyCommon(Collective);
  for (auto [B, Node] : enumerate(Input.Nodes)) {
    bool Stays = any_of(Node.Succs, [&](unsigned S) { return !isExit(Input, B, S); });
    for (unsigned S : Node.Succs) {
      if (Stays && isExit(Input, B, S)) {
        ExitBranch.set(B);
        Cut.push_back({B, S});
        continue;
      }
      Succs[B].push_back(S);
    }
  }
  for (unsigned B : ExitBranch.set_bits())
    Exits |= Reach[B];
  for (auto [B, Node] : enumerate(Input.Nodes))
    if (Node.Leaves) {
      Exits |= Reach[B];
      Exits.set(B);
    }
}

/// Post-dominance needs a way out of every block. Where there is none, the
/// sources of back edges get one; it is no branch that lanes could disagree on.
void FlowGraph::tieInfiniteLoops(unsigned Exit) {
  unsigned N = Succs.size();
  BitVector Out(N);
  Out.set(Exit);
  auto Spread = [&] {
    for (bool Changed = true; Changed;) {
      Changed = false;
      for (unsigned B = 0; B < N; ++B)
        if (!Out[B] && any_of(Succs[B], [&](unsigned S) { return Out[S]; }))
          Out.set(B), Changed = true;
    }
  };
  Spread();
  // Clang numbers blocks from the exit upwards, so an edge to a higher number
  // goes back; any block of the loop would do.
  for (unsigned B = 0; B < N; ++B)
    if (!Out[B] && (Succs[B].empty() || any_of(Succs[B], [&](unsigned S) { return S >= B; }))) {
      Succs[B].push_back(Exit);
      Out.set(B);
      Spread();
    }
}

/// The blocks that some path leads to from \p Ways and that are not \p Stops, past which it
/// does not lead.
static BitVector reachedFrom(const std::vector<SmallVector<unsigned, 2>> &Next,
                             ArrayRef<unsigned> Ways, const BitVector &Stops) {
  BitVector Seen = Stops;
  SmallVector<unsigned> Work;
  auto Visit = [&](unsigned B) {
    if (Seen.test(B))
      return;
    Seen.set(B);
    Work.push_back(B);
  };
  for_each(Ways, Visit);
  while (!Work.empty())
    for_each(Next[Work.pop_back_val()], Visit);
  return Seen.reset(Stops);
}

unsigned FlowGraph::waysTo(unsigned B, const BitVector &Decision) const {
  BitVector Ways(Succs.size());
  for (unsigned D : Decision.set_bits())
    for (unsigned S : Succs[D])
      if (!Decision.test(S))
        Ways.set(S);
  return count_if(Ways.set_bits(),
                  [&](unsigned Way) { return reachedFrom(Succs, Way, Decision).test(B); });
}

BitVector FlowGraph::between(unsigned From, unsigned To) const {
  BitVector Open(Succs.size());
  if (From == To)
    return Open;
  BitVector Stop(Succs.size());
  Stop.set(From);
  Open = reachedFrom(Succs, Succs[From], Stop);
  Open &= reachedFrom(Preds, To, Stop);
  Open.set(From);
  return Open &= Closed[To];
}

bool FlowGraph::leadsBy(unsigned From, unsigned By, unsigned To) const {
  BitVector Stop(Succs.size());
  Stop.set(By);
  return !reachedFrom(Succs, Succs[From], Stop).test(To);
}

BitVector FlowGraph::again(unsigned From, unsigned To) const {
  BitVector Stop(Succs.size());
  Stop.set(To);
  BitVector Open = reachedFrom(Succs, Succs[From], Stop);
  Open &= reachedFrom(Preds, From, Stop);
  return Open &= Closed[From];
}

/// Of each block, what all ways from it to \p Exit pass; those \p AlsoOut lead there, too.
FlowGraph::Sets FlowGraph::postDominators(unsigned Exit, ArrayRef<unsigned> AlsoOut) {
  const unsigned N = Succs.size();
  Sets Dom(N, BitVector(N, true));
  for (unsigned Out : concat<const unsigned>(AlsoOut, ArrayRef(Exit))) {
    Dom[Out].reset();
    Dom[Out].set(Out);
    Dom[Out].set(Exit);
  }
  for (bool Changed = true; Changed;) {
    Changed = false;
    for (unsigned B = 0; B < N; ++B) {
      if (B == Exit || is_contained(AlsoOut, B))
        continue;
      BitVector New(N, true);
      for (unsigned S : Succs[B]) {
        if (!spend(New))
          return Dom;
        New &= Dom[S];
      }
      New.set(B);
      if (New != Dom[B])
        Dom[B] = New, Changed = true;
    }
  }
  return Dom;
}

/// B depends on branch A when B post-dominates a successor of A but not A.
void FlowGraph::addDependences(const Sets &By, const BitVector *Of) {
  const unsigned N = Succs.size();
  for (unsigned A = 0; A < N; ++A) {
    if (Succs[A].size() < 2)
      continue;
    BitVector Some(N), All(N, true);
    for (unsigned S : Succs[A])
      Some |= By[S], All &= By[S];
    // A loop's branch depends on itself: it is executed again or not.
    All.reset(A);
    Some.reset(All);
    if (Of)
      Some &= *Of;
    for (unsigned B : Some.set_bits())
      Direct[B].set(A);
  }
}

void FlowGraph::close() {
  Closed = Direct;
  for (bool Changed = true; Changed;) {
    Changed = false;
    for (unsigned B = Succs.size(); B-- > 0;) { // what a block depends on comes first
      BitVector New = Closed[B];
      for (unsigned A : Closed[B].set_bits()) {
        if (!spend(New))
          return;
        New |= Closed[A];
      }
      if (New != Closed[B])
        Closed[B] = New, Changed = true;
    }
  }
  dependOnCutBranches();
}

/// What the lanes that leave still do is for them alone.
void FlowGraph::dependOnCutBranches() {
  for (auto [From, To] : Cut) {
    BitVector Stay = reachedFrom(Succs, Succs[From], BitVector(Succs.size()));
    BitVector Leave = Reach[To];
    Leave.set(To);
    Leave.reset(Stay);
    for (unsigned B : Leave.set_bits()) {
      Direct[B].set(From);
      Closed[B].set(From);
      Closed[B] |= Closed[From];
    }
  }
}

} // namespace coopify
