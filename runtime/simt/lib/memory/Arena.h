//===- Arena.h - where allocations are, with red zones -----------*- C++ -*-===//
#ifndef COOPIFY_SIMT_ARENA_H
#define COOPIFY_SIMT_ARENA_H

#include <cstddef>
#include <cstdint>

namespace simt {

/// Addresses that are used once: what is behind the end of one allocation is no other's, and a
/// freed one's are nobody's.
class Arena {
public:
  static constexpr size_t Alignment = 256; ///< What cudaMalloc promises.
  void *allocate(size_t Size, uint64_t Seed);
  /// Its pages go back to the system.
  void release(uintptr_t Address, size_t Size, uint64_t Seed);
  bool contains(uintptr_t Address) const { return Address - Low < Capacity; }

private:
  bool reserve();
  bool makeUsable(uintptr_t End);

  uintptr_t Low = 0, LastEnd = 0, Usable = 0;
  size_t LastZone = 0, Capacity = 0;
};

extern Arena TheArena;

} // namespace simt

#endif
