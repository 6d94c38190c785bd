//===- FlowGraph.h - control dependence with kernel exits --------*- C++ -*-===//
//
// clang::CFG reduced to what convergence needs: which branches decide whether
// a block runs. Clang's ControlDependencyCalculator cannot be used as it is: a
// lane that returns from a *kernel* is gone (semantics B.3) and must not make
// the rest of the kernel divergent, so such edges are cut before the
// post-dominators are computed.
//
//===----------------------------------------------------------------------===//
#ifndef COOPIFY_ANALYSIS_CONVERGENCE_FLOWGRAPH_H
#define COOPIFY_ANALYSIS_CONVERGENCE_FLOWGRAPH_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/SmallVector.h"

#include <vector>

namespace coopify {

/// The input: blocks are numbered 0..N-1; Exit has no successors.
struct FlowInput {
  struct Node {
    llvm::SmallVector<unsigned, 2> Succs;
    bool Collective = false; ///< holds a warp or block operation, or a call that may
    bool Returns = false;    ///< holds a return statement
    bool NoReturn = false;   ///< __trap(), a failed assert
    bool Empty = false;      ///< nothing but a return statement
    bool Leaves = false;     ///< holds an asm that ends the thread
    bool LoopBranch = false; ///< ends with the condition of a loop
  };
  struct Loop {
    llvm::SmallVector<unsigned, 2> Ends; ///< lanes that come here have done their round
    llvm::BitVector Inside;              ///< where the text has what stands in the loop
    llvm::BitVector Head;                ///< where its condition is decided, before a round
  };
  std::vector<Node> Nodes;
  std::vector<Loop> Loops;
  unsigned Entry = 0;
  unsigned Exit = 0;
  bool Kernel = false;
};

class FlowGraph {
public:
  explicit FlowGraph(const FlowInput &Input);

  /// A graph of jumps across each other that takes too long to close: nothing below is known.
  bool tooLarge() const { return Words > MaxWords; }

  /// The branches (by block) that block \p B depends on, with those that they
  /// depend on in turn.
  const llvm::BitVector &dependences(unsigned B) const { return Closed[B]; }
  /// The directly controlling branches only.
  const llvm::BitVector &directDependences(unsigned B) const { return Direct[B]; }
  /// Lanes may have left the kernel before they reach \p B.
  bool exitsBefore(unsigned B) const { return Exits[B]; }
  /// The branches whose one side leaves the kernel for good.
  const llvm::BitVector &exitBranches() const { return ExitBranch; }
  /// False: no collective can be reached from here, nobody needs to care.
  bool relevant(unsigned B) const { return Relevant[B]; }
  /// From \p A some path leads to \p B.
  bool reaches(unsigned A, unsigned B) const { return Reach[A].test(B); }
  /// Whoever comes to \p B comes to \p A from there, or has left the kernel.
  bool postDominates(unsigned A, unsigned B) const { return PostDom[B].test(A); }
  /// How many of the ways out of the blocks \p Decision (one condition) lead to \p B
  /// before the condition is decided again.
  unsigned waysTo(unsigned B, const llvm::BitVector &Decision) const;
  /// The branches that decide whether \p To is reached from \p From, before \p From is
  /// executed again. Empty if they are one block.
  llvm::BitVector between(unsigned From, unsigned To) const;
  /// Every way from \p From to \p To is by \p By.
  bool leadsBy(unsigned From, unsigned By, unsigned To) const;
  /// The branches that decide whether lanes come from \p From to it again before they come to \p
  /// To.
  llvm::BitVector again(unsigned From, unsigned To) const;

private:
  /// What closing the sets may cost, in words of them; a count and no time, so that the
  /// answer is the same on every machine.
  static constexpr uint64_t MaxWords = 400'000'000;
  bool spend(const llvm::BitVector &Set);

  void computeReach(const FlowInput &Input);
  void cutExits(const FlowInput &Input);
  bool isExit(const FlowInput &Input, unsigned From, unsigned To) const;
  bool goesRoundForGood(const FlowInput::Loop &L) const;
  void tieInfiniteLoops(unsigned Exit);
  using Sets = std::vector<llvm::BitVector>;
  Sets postDominators(unsigned Exit, llvm::ArrayRef<unsigned> AlsoOut);
  void addDependences(const Sets &By, const llvm::BitVector *Of = nullptr);
  void close();
  void dependOnCutBranches();

  std::vector<llvm::SmallVector<unsigned, 2>> Succs, Preds;
  std::vector<std::pair<unsigned, unsigned>> Cut; ///< the edges that were
  std::vector<llvm::BitVector> Reach;             ///< transitive, in the uncut graph
  Sets Direct, Closed, PostDom;
  llvm::BitVector Exits, ExitBranch, Relevant;
  uint64_t Words = 0;
};

} // namespace coopify

#endif // COOPIFY_ANALYSIS_CONVERGENCE_FLOWGRAPH_H
