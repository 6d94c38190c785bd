//===- Shadow.h - who accessed a word of global memory last ------*- C++ -*-===//
#ifndef COOPIFY_SIMT_SHADOW_H
#define COOPIFY_SIMT_SHADOW_H

#include "Access.h"
#include "ZeroPages.h"
#include "order/GridOrder.h"

#include <cstdint>

namespace simt {

/// An access. Zeros are none.
struct GlobalStamp {
  Phase When;
  uint32_t Clock;
  uint64_t Place : 48, Thread : 10, How : 3, Split : 1,
      IsNewest : 1; ///< Of the two of its kind in a cell.

  Access how() const { return Access(How); }
};

/// 64 bytes for each word that a kernel accesses: a line of the cache. Of two threads each, so that
/// a thread's own access hides no other's.
struct GlobalCell {
  GlobalStamp Writes[2], Reads[2];

  bool isSplit() const { return Writes[0].Split; } ///< Words only: ask the cells of its bytes.
  bool isNew() const { return Writes[0].When == 0 && Reads[0].When == 0; }
};
static_assert(sizeof(GlobalCell) == 64);

/// Of one allocation.
struct Shadow {
  ZeroPages<GlobalCell> Words, Bytes;

  bool make(size_t Size) {
    if (!Words)
      Words.make(Size / 4 + 2) && Bytes.make(Size + 8);
    return bool(Bytes);
  }
  void clear() { Words.clear(), Bytes.clear(); }
};

} // namespace simt

#endif
