//===- GlobalRaces.h - who accessed global memory last -----------*- C++ -*-===//
#ifndef COOPIFY_SIMT_GLOBALRACES_H
#define COOPIFY_SIMT_GLOBALRACES_H

#include "Regions.h"
#include "Shared.h"

namespace simt {

/// Finds accesses to the same bytes of global memory that nothing orders, in one block and in
/// different ones. Blocks that run one after the other are not ordered by that.
///
/// Of volatile and atomic accesses two lanes of a warp race unless both are atomic, as on shared
/// memory: a warp's code that relies on volatile is what the tests look for. Threads of different
/// warps do not: they wait for flags so, and to PTX these accesses are no race (memory consistency
/// model: morally strong).
class GlobalRaces {
public:
  void begin(unsigned NewWarpSize) { WarpSize = NewWarpSize; }
  std::optional<Conflict> access(Region &R, const Order &Before, const Thread &T, Access How,
                                 uintptr_t Address, size_t Size);

private:
  struct Visit {
    const Order &Before;
    const Thread &T;
    Access How;
    uintptr_t Address;
  };
  bool isOrdered(const GlobalStamp &Earlier, const Visit &V) const;
  bool isBeforeThisPhase(const GlobalStamp &Earlier, const Visit &V) const;
  bool isHarmless(const GlobalStamp &Earlier, const Visit &V) const;
  bool isBeforeOwnUpdate(const GlobalStamp &Earlier, const GlobalCell &C, const Visit &V) const;
  bool isSeen(const GlobalStamp &Earlier, const Visit &V) const;
  const GlobalStamp *findConflict(const GlobalCell &C, const Visit &V) const;
  /// For an update.
  GlobalStamp *leastNeeded(GlobalStamp (&Last)[2], const Visit &V) const;
  void record(GlobalStamp (&Last)[2], const Visit &V) const;
  void accessCell(GlobalCell &C, const Visit &V, std::optional<Conflict> &Found);
  void split(Shadow &S, size_t Word);
  void countNew();

  unsigned WarpSize = 32;
  size_t NewCells = 0;
};

} // namespace simt

#endif
