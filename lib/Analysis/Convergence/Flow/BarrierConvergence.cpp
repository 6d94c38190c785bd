//===- BarrierConvergence.cpp ---------------------------------------------------===//

#include "Analysis/Convergence/Flow/BarrierConvergence.h"

using namespace clang;

namespace coopify {

BarrierConvergence::BarrierConvergence(CFG &Cfg, const FlowGraph &Graph)
    : Graph(Graph), Dominators(&Cfg), Blocks(Cfg.getNumBlockIDs()) {
  for (const CFGBlock *B : Cfg)
    Blocks[B->getBlockID()] = B;
}

void BarrierConvergence::add(unsigned Block, Location Where) { Barriers.push_back({Block, Where}); }

/// `if (a) { if (b) return; A }  B` depends on the same branches in both places, and B is
/// reached from both sides of a; so the two must also lead to each other.
bool BarrierConvergence::follow(unsigned A, unsigned B) const {
  if (A == B)
    return true;
  if (Graph.dependences(A) != Graph.dependences(B) || !Graph.postDominates(B, A) ||
      !Dominators.dominates(Blocks[A], Blocks[B]))
    return false;
  return llvm::none_of(Graph.exitBranches().set_bits(), [&](unsigned X) {
    return (X == A || Graph.reaches(A, X)) && Graph.reaches(X, B);
  });
}

bool BarrierConvergence::dominates(unsigned A, unsigned B) const {
  return Dominators.dominates(Blocks[A], Blocks[B]);
}

/// The first barrier of the text that exactly the lanes of \p Block execute.
Location BarrierConvergence::barrierAt(unsigned Block) const {
  auto [It, New] = BarrierOf.try_emplace(Block);
  Location &First = It->second;
  if (!New)
    return First;
  for (auto [At, Where] : Barriers)
    if ((!First.valid() || Where < First) && (follow(At, Block) || follow(Block, At)))
      First = Where;
  return First;
}

std::optional<BarrierConvergence::Fact> BarrierConvergence::at(unsigned Block) const {
  if (Barriers.empty() ||
      !Dominators.getBase().isReachableFromEntry(const_cast<CFGBlock *>(Blocks[Block])))
    return std::nullopt;
  // From the nearest dominator upwards: each leaves more branches open.
  auto *Node = Dominators.getBase().getNode(const_cast<CFGBlock *>(Blocks[Block]));
  for (; Node; Node = Node->getIDom()) {
    unsigned From = Node->getBlock()->getBlockID();
    Location Barrier = barrierAt(From);
    if (Barrier.valid())
      return Fact{Barrier, Graph.between(From, Block)};
  }
  return std::nullopt;
}

} // namespace coopify
