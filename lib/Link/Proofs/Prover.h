//===- Prover.h - facts about functions, from all their callers ---*- C++ -*-===//
//
// Internal to Link. Every atom's value is the meet of constants and of other
// atoms: EntryConverged(f) is the meet of the activity at all calls of f, and so
// on. The greatest ("optimistic") solution of such equations is the meet of the
// constants that can be reached from an atom: a cycle (a loop that is uniform
// because of what is called in it, a recursion) adds nothing, and no iteration
// is needed. So a proof is one walk over the atoms, breadth first.
//
//===----------------------------------------------------------------------===//
#ifndef COOPIFY_LINK_PROOFS_PROVER_H
#define COOPIFY_LINK_PROOFS_PROVER_H

#include "Link/Program.h"
#include "Link/ProgramFacts.h"
#include "Link/Proofs/BlockedLanes.h"
#include "Link/Proofs/LaunchShapes.h"
#include "Link/Proofs/ProofSearch.h"
#include "Link/Proofs/ReturnSummaries.h"

namespace coopify {

/// Who comes to a point, whatever holds lanes back on the way: for what adds no wait there.
struct Reached {
  const Convergence &Point;
};

class Prover {
public:
  /// \p Given, by function: it takes the warp from its callers. Those that were not seen have none
  /// to give, and no longer compile.
  explicit Prover(const Program &P, std::vector<bool> Given = {});

  Proven prove(const Uniformity &U, unsigned Function) const;
  /// For a wait that is added there: what holds lanes back on the way counts (BlockedLanes.h).
  Proven prove(const Convergence &C, unsigned Function) const;
  Proven prove(const Reached &R, unsigned Function) const;

  /// nullopt: threads of a block do not part before the point that \p C
  /// describes, or nothing shows that they do.
  std::optional<Divergence> divergence(const Convergence &C, unsigned Function) const;

  /// nullopt: nothing shows that threads of a block differ in the value \p U.
  std::optional<BlockDivergence> blockDivergence(const Uniformity &U, unsigned Function) const;

  /// Code that was not seen may call it (or, for a kernel, launch it).
  bool hasUnknownCallers(unsigned Function) const { return UnknownCallers[Function]; }

private:
  std::optional<Proven> besideBarrier(const Convergence &C, const Proven &Without,
                                      unsigned Function) const;

  const Program &P;
  std::vector<bool> UnknownCallers;
  std::vector<bool> Given;
  std::vector<bool> MayHaveExited; ///< lanes, before the function is entered
  ReturnSummaries Returns;
  LaunchShapes Launches;
  MemoryWriters Writers;
  BlockedLanes Blocked;
  mutable std::map<const DivergencePoint *, Proven> Decided; ///< of waits
};

} // namespace coopify

#endif // COOPIFY_LINK_PROOFS_PROVER_H
