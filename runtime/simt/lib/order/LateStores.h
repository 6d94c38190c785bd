//===- LateStores.h - stores that others do not see yet ----------*- C++ -*-===//
#ifndef COOPIFY_SIMT_LATESTORES_H
#define COOPIFY_SIMT_LATESTORES_H

#include "Order.h"

namespace simt {

/// Weak memory, for loads and stores of up to 8 bytes in shared and global memory.
///
/// Memory holds the newest values. Of a store it is kept here what it replaced: a thread of another
/// warp that nothing orders behind the store reads that, until so many steps later, which the seed
/// says for each store and reader. So stores are seen late and out of order, but never taken back;
/// a thread sees its own at once, and an update sees the newest value (PTX ISA, memory consistency
/// model: coherence, atomicity). Of a place only the last store is kept, and few are late at a
/// time.
///
/// The kernel does its loads itself. So that one may find an old value, that stands in memory until
/// the next call into the machine.
class LateStores {
public:
  void begin(uint64_t NewSeed) { Seed = NewSeed, forget(); }
  /// Everything so far is seen by everybody: a block barrier.
  void forget() { ++Generation; }
  void store(const Thread &T, const Order &Before, uintptr_t Address, size_t Size, uint64_t Step);
  /// True if the load that follows will find an old value.
  bool load(const Thread &T, const Order &Before, uintptr_t Address, size_t Size, uint64_t Step) {
    const Entry &E = slot(Address / Granule);
    return E.isOf(Address, Size, Generation) && E.Home != T.Home && load(E, T, Before, Step);
  }
  /// Puts the newest value back; before anybody else may look.
  void restore() {
    if (PatchedSize)
      putBack();
  }

private:
  struct Entry {
    uintptr_t Address = 0;
    uint64_t Old = 0, Step = 0, Generation = 0;
    const Warp *Home = nullptr;
    Order::Clock Clock = 0;
    uint16_t Owner = 0;
    uint8_t Size = 0; ///< 0: none.

    bool isOf(uintptr_t OfAddress, size_t OfSize, uint64_t OfGeneration) const {
      return Address == OfAddress && Size == OfSize && Generation == OfGeneration;
    }
  };
  static constexpr size_t Slots = 512, Granule = 4;
  static constexpr uint64_t Burst = 2 * MaxLanes;

  Entry &slot(uintptr_t Number) { return Entries[Number % Slots]; }
  void drop(uintptr_t Address, size_t Size);
  bool load(const Entry &E, const Thread &T, const Order &Before, uint64_t Step);
  uint64_t delay(const Entry &E, unsigned Reader) const;
  void putBack();

  Entry Entries[Slots];
  uint64_t Seed = 0, Generation = 1;
  uintptr_t Patched = 0;
  size_t PatchedSize = 0;
  uint64_t Newest = 0;
};

} // namespace simt

#endif
