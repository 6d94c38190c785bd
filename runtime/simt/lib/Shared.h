//===- Shared.h - shared memory: contents, bounds, races ---------*- C++ -*-===//
#ifndef COOPIFY_SIMT_SHARED_H
#define COOPIFY_SIMT_SHARED_H

#include "Thread.h"

#include <optional>
#include <vector>

namespace simt {

enum class Access : uint8_t { Read, Write, Atomic };

/// Two accesses to the same bytes that nothing orders.
struct Conflict {
  Access Earlier;
  unsigned EarlierThread;
  uintptr_t EarlierPlace;
};

/// The shared memory of the running block and what happened to it.
///
/// Who ordered what: a block barrier orders everything before it (an epoch);
/// between two barriers only __syncwarp does, and only within a warp, so each
/// thread needs clocks for the lanes of its own warp. Shuffles and votes order
/// nothing (CUDA guide, 10.19-10.22).
class SharedMemory {
public:
  SharedMemory();
  bool contains(uintptr_t Address) const {
    return Address - StaticLow < StaticSize || Address - DynamicLow < DynamicCapacity;
  }
  bool isOutside(uintptr_t Address, size_t Size) const {
    return Address - DynamicLow < DynamicCapacity && Address - DynamicLow + Size > DynamicSize;
  }
  size_t dynamicCapacity() const { return DynamicCapacity; }
  /// A new block: contents that differ by \p Seed.
  void begin(size_t Dynamic, unsigned WarpSize, bool WarpsAreOrdered, uint64_t Seed);
  void blockBarrier() { ++Epoch; }
  void warpBarrier(Thread *FirstOfWarp, uint64_t Members);
  std::optional<Conflict> access(const Thread &T, Access How, uintptr_t Address, size_t Size);
  /// "static+12": where an address lies.
  std::string describe(uintptr_t Address) const;

private:
  struct Stamp {
    uint64_t Epoch = 0; ///< 0: no such access.
    uintptr_t Place = 0;
    uint32_t Clock = 0;
    uint16_t Thread = 0;
    Access How = Access::Read;
  };
  struct Cell {
    Stamp LastWrite;
    Stamp LastReads[2]; ///< Of two threads, so that the writer's own read hides no other.
    bool Split = false; ///< Words only: ask the cells of its bytes.
  };

  size_t offset(uintptr_t Address) const;
  bool isOrdered(const Stamp &Before, const Thread &T) const;
  void split(size_t Word);
  std::optional<Conflict> accessCell(Cell &C, const Thread &T, Access How);
  std::optional<Stamp> findConflict(const Cell &C, const Thread &T, Access How) const;
  void recordRead(Cell &C, const Stamp &Now, const Thread &T);

  uintptr_t StaticLow, DynamicLow;
  size_t StaticSize, DynamicSize = 0, DynamicCapacity;
  unsigned WarpSize = 32;
  bool WarpsAreOrdered = false;
  uint64_t Epoch = 0;
  std::vector<Cell> Words, Bytes;
  std::vector<uint32_t> Clocks; ///< [thread][lane]: what the thread knows of its warp.
};

} // namespace simt

#endif
