//===- Shared.h - shared memory: contents, bounds, races ---------*- C++ -*-===//
#ifndef COOPIFY_SIMT_SHARED_H
#define COOPIFY_SIMT_SHARED_H

#include "Access.h"
#include "WrittenBytes.h"
#include "order/Order.h"

#include <cstdlib>
#include <memory>
#include <optional>

namespace simt {

/// Two accesses to the same bytes that nothing orders.
struct Conflict {
  Access Earlier;
  unsigned EarlierThread;
  uintptr_t EarlierPlace;
  std::optional<unsigned> EarlierBlock = {}; ///< Where it is another one.
  uint64_t EarlierLaunch = 0;                ///< The same.
};

/// The shared memory of the running block and who accessed it last.
class SharedMemory {
public:
  SharedMemory();
  bool contains(uintptr_t Address) const {
    return Address - StaticLow < StaticSize || Address - DynamicLow < DynamicCapacity;
  }
  bool isStatic(uintptr_t Address) const { return Address - StaticLow < StaticSize; }
  bool isOutside(uintptr_t Address, size_t Size) const {
    return Address - DynamicLow < DynamicCapacity && Address - DynamicLow + Size > DynamicSize;
  }
  /// To put what another block has in its place, and to keep what is there.
  void keep(std::vector<char> &Contents) const;
  void restore(const std::vector<char> &Contents);
  size_t dynamicCapacity() const { return DynamicCapacity; }
  /// A new block: contents that differ by \p Seed.
  void begin(size_t Dynamic, uint64_t Seed, unsigned LanesOfWarp);
  void blockBarrier() {
    ++Epoch;
    Before.blockBarrier();
  }
  /// For reads of what nobody wrote; from the beginning of a block.
  void trackWrites(bool Tracks);
  void markWritten(uintptr_t Address, size_t Size) { Written.mark(offset(Address), Size); }
  const WrittenBytes &written() const { return Written; }
  size_t offset(uintptr_t Address) const;
  std::optional<Conflict> access(const Thread &T, Access How, uintptr_t Address, size_t Size);

  Order Before;

private:
  struct Stamp {
    uint64_t Epoch = 0; ///< 0: no such access.
    uintptr_t Place = 0;
    Order::Clock Clock = 0;
    uint16_t Thread = 0, Owner = 0;
    Access How = Access::Read;
  };
  struct Cell {
    // Of two threads each, so that a thread's own access hides no other's.
    Stamp LastWrites[2], LastReads[2];
    bool Split = false; ///< Words only: ask the cells of its bytes.
  };

  struct Free {
    void operator()(Cell *Memory) const { free(Memory); }
  };
  using Cells = std::unique_ptr<Cell[], Free>;
  static Cells zeroCells(size_t Count);

  bool isOrdered(const Stamp &Earlier, const Thread &T) const;
  bool isHarmless(const Stamp &Earlier, const Thread &T, Access How) const;
  void split(size_t Word);
  std::optional<Conflict> accessCell(Cell &C, const Thread &T, Access How);
  const Stamp *findConflict(const Cell &C, const Thread &T, Access How) const;
  void record(Stamp (&Last)[2], const Stamp &Now, const Thread &T) const;
  void recordUpdate(Stamp (&Last)[2], const Stamp &Now, const Thread &T) const;

  uintptr_t StaticLow, DynamicLow;
  size_t StaticSize, DynamicSize = 0, DynamicCapacity;
  uint64_t Epoch = 0;
  Cells Words, Bytes;
  size_t WordCount = 0;
  unsigned WarpSize = 32;
  WrittenBytes Written;
};

} // namespace simt

#endif
