//===- BarrierIntervals.h - what block barriers keep apart -------*- C++ -*-===//
//
// `if (t == 0) s = x; __syncthreads(); v = s;`: no thread of the block writes s while others read
// it, so that all of them read one value (semantics B.3).
//
// All threads of a block come to its barriers in step: to the first, to the second, and so on. If
// they can only be at one barrier of the text then, what they do next is what can be reached from
// that one without another barrier. Where threads part, the barriers that they may come to next
// are taken for one, and so are those behind them.
//
//===----------------------------------------------------------------------===//
#ifndef COOPIFY_ANALYSIS_CONVERGENCE_FLOW_BARRIERINTERVALS_H
#define COOPIFY_ANALYSIS_CONVERGENCE_FLOW_BARRIERINTERVALS_H

#include "clang/Analysis/CFG.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLFunctionalExtras.h"

#include <vector>

namespace coopify {

class BarrierIntervals {
public:
  enum class Is { NoBarrier, Barrier, MayHoldBarrier };
  /// \p Again: the function may be called again where it has returned, a kernel may not.
  BarrierIntervals(const clang::CFG &Cfg, llvm::function_ref<Is(const clang::Stmt *)> Kind,
                   bool Again);

  /// Threads of a block may part at the end of the blocks that \p Parts says.
  void partedAt(llvm::function_ref<bool(unsigned Block)> Parts);

  /// No thread of a block does \p A while another one does \p B. False, if one of them is not in
  /// the graph.
  bool apart(const clang::Stmt *A, const clang::Stmt *B) const;
  /// Of partedAt(), in steps.
  uint64_t cost() const { return Segments.size() * Behind.size(); }

private:
  /// A part of a block, between barriers.
  struct Segment {
    llvm::SmallVector<unsigned, 2> Next;     ///< without a barrier between
    llvm::SmallVector<unsigned, 1> Barriers; ///< that it ends at
  };
  void connect(const clang::CFG &Cfg, llvm::ArrayRef<unsigned> First,
               llvm::ArrayRef<unsigned> Last);
  unsigned classOf(unsigned Barrier) const;
  bool merge(const llvm::BitVector &Barriers);
  bool getsAhead(unsigned Block) const;
  llvm::BitVector reached(llvm::ArrayRef<unsigned> From, bool PastBarriers = false) const;
  llvm::BitVector nextBarriers(const llvm::BitVector &Segments) const;

  std::vector<Segment> Segments;
  std::vector<unsigned> Behind; ///< by barrier: its segment
  llvm::DenseMap<const clang::Stmt *, unsigned> SegmentOf;
  std::vector<unsigned> EndOf;                   ///< by block: its last segment
  std::vector<std::vector<unsigned>> Successors; ///< by block: their segments
  std::vector<unsigned> Class;                   ///< by barrier
  std::vector<llvm::BitVector> Starts;           ///< by segment: barriers it is reached from
};

} // namespace coopify

#endif // COOPIFY_ANALYSIS_CONVERGENCE_FLOW_BARRIERINTERVALS_H
