//===- BarrierConvergence.h - what a block barrier says of its surroundings -*- C++ -*-===//
//
// __syncthreads() may be executed by the whole block only (CUDA guide), so in a
// program that is defined at all every thread comes to each one, and to what
// exactly the same threads execute. From there on, only the branches that lie
// between decide who comes to a point. Link does not believe it where lanes are
// seen to differ on the way: there the barrier is the mistake.
//
//===----------------------------------------------------------------------===//
#ifndef COOPIFY_ANALYSIS_CONVERGENCE_BARRIERCONVERGENCE_H
#define COOPIFY_ANALYSIS_CONVERGENCE_BARRIERCONVERGENCE_H

#include "Analysis/Convergence/Flow/FlowGraph.h"
#include "Support/TextRange.h"

#include "clang/Analysis/Analyses/Dominators.h"

#include <optional>
#include <vector>

namespace coopify {

class BarrierConvergence {
public:
  /// \p Graph is of \p Cfg; both outlive this.
  BarrierConvergence(clang::CFG &Cfg, const FlowGraph &Graph);

  /// A barrier of the text, which stands in \p Block.
  void add(unsigned Block, Location Where);

  struct Fact {
    Location Barrier;
    llvm::BitVector Between; ///< branches, by block
  };
  /// The barrier that leaves the fewest branches open before \p Block.
  std::optional<Fact> at(unsigned Block) const;
  /// Of at(), in steps (see ConvergenceAnalysis::work).
  uint64_t cost() const { return Barriers.empty() ? 0 : 8 * Blocks.size(); }

  /// Whether the very same lanes execute both, \p A first, as often, none leaving in between.
  bool follow(unsigned A, unsigned B) const;
  /// Whoever comes to \p B has come to \p A before.
  bool dominates(unsigned A, unsigned B) const;

private:
  Location barrierAt(unsigned Block) const;

  const FlowGraph &Graph;
  mutable clang::CFGDomTree Dominators; ///< its getters are not const
  std::vector<const clang::CFGBlock *> Blocks;
  std::vector<std::pair<unsigned, Location>> Barriers;
  mutable llvm::DenseMap<unsigned, Location> BarrierOf; ///< asked for so far
};

} // namespace coopify

#endif // COOPIFY_ANALYSIS_CONVERGENCE_BARRIERCONVERGENCE_H
