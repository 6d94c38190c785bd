//===- BarrierIntervals.cpp -----------------------------------------------===//

#include "Analysis/Convergence/Flow/BarrierIntervals.h"

using namespace clang;

namespace coopify {

/// Barrier 0 is the function's begin. A block is cut at its barriers; what may hold one, or not,
/// is both cut and passed, and may call this function again.
BarrierIntervals::BarrierIntervals(const CFG &Cfg, llvm::function_ref<Is(const Stmt *)> Kind,
                                   bool Again) {
  std::vector<unsigned> First(Cfg.getNumBlockIDs()), Last(Cfg.getNumBlockIDs());
  llvm::SmallVector<std::pair<unsigned, unsigned>> Passed;
  auto Add = [&] {
    Segments.emplace_back();
    return unsigned(Segments.size() - 1);
  };
  Behind.push_back(0);
  for (const CFGBlock *B : Cfg) {
    unsigned Now = First[B->getBlockID()] = Add();
    for (const CFGElement &Element : *B) {
      auto S = Element.getAs<CFGStmt>();
      if (!S)
        continue;
      SegmentOf.try_emplace(S->getStmt(), Now);
      const Is What = Kind(S->getStmt());
      if (What == Is::NoBarrier)
        continue;
      const unsigned Next = Add();
      Segments[Now].Barriers.push_back(Behind.size());
      Behind.push_back(Next);
      if (What == Is::MayHoldBarrier)
        Passed.push_back({Now, Next});
      Now = Next;
    }
    Last[B->getBlockID()] = Now;
  }
  Behind[0] = First[Cfg.getEntry().getBlockID()];
  const unsigned End = Last[Cfg.getExit().getBlockID()];
  for (auto [Before, After] : Passed) {
    Segments[Before].Next.push_back(After);
    if (Again) {
      Segments[Before].Next.push_back(Behind[0]);
      Segments[End].Next.push_back(After);
    }
  }
  if (Again)
    Segments[End].Next.push_back(Behind[0]);
  connect(Cfg, First, Last);
  EndOf = std::move(Last);
  partedAt([](unsigned) { return true; });
}

void BarrierIntervals::connect(const CFG &Cfg, llvm::ArrayRef<unsigned> First,
                               llvm::ArrayRef<unsigned> Last) {
  Successors.resize(Cfg.getNumBlockIDs());
  for (const CFGBlock *B : Cfg)
    for (const CFGBlock::AdjacentBlock &S : B->succs())
      if (const CFGBlock *To = S.getReachableBlock()) {
        Segments[Last[B->getBlockID()]].Next.push_back(First[To->getBlockID()]);
        Successors[B->getBlockID()].push_back(First[To->getBlockID()]);
      }
}

unsigned BarrierIntervals::classOf(unsigned Barrier) const {
  while (Class[Barrier] != Barrier)
    Barrier = Class[Barrier];
  return Barrier;
}

/// True, if that changed something.
bool BarrierIntervals::merge(const llvm::BitVector &Barriers) {
  const int First = Barriers.find_first();
  bool Changed = false;
  for (unsigned B : Barriers.set_bits()) {
    const unsigned One = classOf(unsigned(First)), Other = classOf(B);
    Changed |= One != Other;
    Class[std::max(One, Other)] = std::min(One, Other);
  }
  return Changed;
}

/// What is reached without a barrier, or \p PastBarriers.
llvm::BitVector BarrierIntervals::reached(llvm::ArrayRef<unsigned> From, bool PastBarriers) const {
  llvm::BitVector Seen(Segments.size());
  llvm::SmallVector<unsigned> ToDo(From);
  while (!ToDo.empty()) {
    const unsigned S = ToDo.pop_back_val();
    if (Seen.test(S))
      continue;
    Seen.set(S);
    ToDo.append(Segments[S].Next);
    if (PastBarriers)
      for (unsigned B : Segments[S].Barriers)
        ToDo.push_back(Behind[B]);
  }
  return Seen;
}

llvm::BitVector BarrierIntervals::nextBarriers(const llvm::BitVector &From) const {
  llvm::BitVector Out(Behind.size());
  for (unsigned S : From.set_bits())
    for (unsigned B : Segments[S].Barriers)
      Out.set(B);
  return Out;
}

/// Of threads that part at the end of \p Block some may come to another barrier than the others, or
/// to the same one in a later round.
bool BarrierIntervals::getsAhead(unsigned Block) const {
  std::optional<llvm::BitVector> First;
  bool Again = false;
  for (unsigned S : Successors[Block]) {
    const llvm::BitVector Seen = reached(S), Next = nextBarriers(Seen);
    Again |= Seen.test(EndOf[Block]);
    if (Next.none()) // those that go there are not waited for
      continue;
    if (Next.count() > 1 || (First && *First != Next))
      return true;
    First = Next;
  }
  return Again && First && reached(Behind[unsigned(First->find_first())], true).test(EndOf[Block]);
}

void BarrierIntervals::partedAt(llvm::function_ref<bool(unsigned Block)> Parts) {
  Class.resize(Behind.size());
  for (unsigned B = 0; B < Class.size(); ++B)
    Class[B] = B;
  // Where some get ahead of others by a round, what is equal in a round says nothing.
  bool All = false;
  for (unsigned B = 0; B < Successors.size() && !All; ++B)
    All = Successors[B].size() > 1 && Parts(B) && getsAhead(B);
  for (unsigned B = 0; B < Successors.size(); ++B)
    if (Successors[B].size() > 1 && (All || Parts(B)))
      merge(nextBarriers(reached(Successors[B])));
  // Threads at different barriers of one class go on from there, each its own way.
  for (bool Changed = true; Changed;) {
    Changed = false;
    for (unsigned C = 0; C < Class.size(); ++C) {
      llvm::SmallVector<unsigned> From;
      for (unsigned B = 0; B < Class.size(); ++B)
        if (classOf(B) == C)
          From.push_back(Behind[B]);
      if (From.size() > 1)
        Changed |= merge(nextBarriers(reached(From)));
    }
  }
  Starts.assign(Segments.size(), llvm::BitVector(Behind.size()));
  for (unsigned B = 0; B < Behind.size(); ++B)
    for (unsigned S : reached(Behind[B]).set_bits())
      Starts[S].set(classOf(B));
}

bool BarrierIntervals::apart(const Stmt *A, const Stmt *B) const {
  auto OfA = SegmentOf.find(A), OfB = SegmentOf.find(B);
  return OfA != SegmentOf.end() && OfB != SegmentOf.end() &&
         !Starts[OfA->second].anyCommon(Starts[OfB->second]);
}

} // namespace coopify
