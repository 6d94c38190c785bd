//===- BlockedLanes.h - waits that an inserted wait would wait for -*- C++ -*-===//
//
// Internal to Link. A rewrite that adds a group operation adds a wait. It ends
// only if no lane of the group is held back by a wait of the program while
// others of the group are at the new one: these wait for it, and it waits for
// them (docs/semantics.md, B.11). So each wait that lanes of one warp may come
// to and pass by, on a way to the new one, counts against it.
//
//===----------------------------------------------------------------------===//
#ifndef COOPIFY_LINK_PROOFS_BLOCKEDLANES_H
#define COOPIFY_LINK_PROOFS_BLOCKEDLANES_H

#include "Link/Proofs/BarrierWays.h"

#include "llvm/ADT/STLFunctionalExtras.h"

namespace coopify {

/// A wait that some lanes may come to while others do not: By decides.
struct PassedWait {
  unsigned Function; ///< that has both
  const BarrierUse *Wait;
  const DivergencePoint *By;
  unsigned Lanes = 0; ///< it waits for aligned groups of so many lanes; 0: for the block
};

class BlockedLanes {
public:
  explicit BlockedLanes(const Program &P) : P(P), Ways(P, BarrierWays::Unnamed::Counts) {}

  /// All from which a path leads to the point of \p Function that \p C describes: in the function,
  /// in those that it calls before, and in its callers.
  std::vector<PassedWait> before(const Convergence &C, unsigned Function) const;

private:
  struct Walk {
    std::vector<PassedWait> Found;
    std::set<unsigned> Inside;
    std::set<CallRef> Calls;
  };
  /// What one wait of a function waits for.
  struct Held {
    bool Block = false;
    unsigned Lanes = 0;
  };
  Held heldBy(const BarrierUse &Wait) const;
  unsigned lanesIn(unsigned Function) const;
  void collect(const Convergence &C, unsigned Function, Walk &W) const;
  void inside(const BarrierUse &Call, Walk &W) const;
  void inside(unsigned Function, Walk &W) const;

  const Program &P;
  BarrierWays Ways;
  mutable std::map<unsigned, unsigned> Named; ///< lanesIn()
};

/// What \p Out, the proof that a group is whole at a point, has to say of \p Waits, which are
/// before that; \p Prove shows how equal it is in a warp who comes to one. Pure.
void restOnWaits(Proven &Out, llvm::ArrayRef<PassedWait> Waits,
                 llvm::function_ref<Proven(const PassedWait &)> Prove);

} // namespace coopify

#endif // COOPIFY_LINK_PROOFS_BLOCKEDLANES_H
