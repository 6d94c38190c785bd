//===- Regions.h - the global memory that the machine knows ------*- C++ -*-===//
#ifndef COOPIFY_SIMT_REGIONS_H
#define COOPIFY_SIMT_REGIONS_H

#include "Shadow.h"
#include "WrittenBytes.h"

#include "simt/memory.h"

#include <map>
#include <memory>

namespace simt {

/// An allocation, what is known of its bytes, and whether it is still there.
struct Region : Allocation {
  std::optional<Caller> Freed;
  bool IsSegment = false;  ///< The variables of a program or library: names and sizes unknown.
  bool IsConstant = false; ///< Those that nobody writes.
  WrittenBytes Written;    ///< Of Memory::Device; made when first asked.
  Shadow Accesses;

  bool holds(uintptr_t A) const { return A - Address < Size; }
  bool holds(uintptr_t A, size_t Count) const { return holds(A) && Size - (A - Address) >= Count; }
  bool tracksWrites() const { return What == Memory::Device; }
  void markWritten(uintptr_t A, size_t Count) {
    if (tracksWrites() && (Written || Written.make(Size)))
      Written.mark(A - Address, Count);
  }
};

/// All of them, freed ones too.
class Regions {
public:
  Region &add(Allocation New);
  void remove(Region &R, Caller By);
  /// The one that holds the address, live or freed; \p Place, which accesses it, is a key to what
  /// was found there last.
  Region *find(uintptr_t Address, uintptr_t Place) {
    Region *&Last = Cache[Place / 4 % CacheSize];
    if (!Last || !Last->holds(Address)) {
      Region *Found = find(Address);
      if (!Found)
        return nullptr;
      Last = Found;
    }
    return Last;
  }
  Region *find(uintptr_t Address);
  /// Variables that nobody registered; null also for those that are the host's.
  Region *findSegment(uintptr_t Address);
  /// The one whose first or last byte is nearest.
  Region *nearest(uintptr_t Address);
  void forgetAccesses();

  template <class Function> void each(Function Do) {
    for (auto &[Address, R] : All)
      Do(*R);
    for (auto &R : Segments)
      Do(*R);
  }

private:
  static constexpr size_t CacheSize = 64;
  void forgetFound() { std::fill(Cache, Cache + CacheSize, nullptr); }

  std::map<uintptr_t, std::unique_ptr<Region>> All;
  std::vector<std::unique_ptr<Region>> Segments;
  Region *Cache[CacheSize] = {};
  unsigned LastNumber = 0;
};

extern Regions TheRegions;

/// How a report names it: "allocation 3", "Count", "the program's variables".
std::string nameOf(const Region &R);

/// "allocated by cudaMalloc", "freed by cudaFree", each with its place.
void addOrigin(std::vector<Finding::Place> &To, const Region &R);

} // namespace simt

#endif
