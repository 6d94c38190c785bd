//===- Shared.cpp - shared memory: contents, bounds, races ----------------===//
#include "Shared.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>

using namespace simt;

// The linker's bounds of all kernels' __shared__ variables; absent without any.
extern "C" {
extern char __start_simt_shared[] __attribute__((weak, visibility("hidden")));
extern char __stop_simt_shared[] __attribute__((weak, visibility("hidden")));
// What every `extern __shared__` array is; larger than any GPU's.
alignas(128) char simt_dynamic_shared[256 * 1024];
}

SharedMemory::SharedMemory()
    : StaticLow(reinterpret_cast<uintptr_t>(__start_simt_shared)),
      DynamicLow(reinterpret_cast<uintptr_t>(simt_dynamic_shared)),
      StaticSize(__stop_simt_shared - __start_simt_shared),
      DynamicCapacity(sizeof(simt_dynamic_shared)) {}

static void poison(char *Low, size_t Size, uint64_t Seed) {
  for (size_t I = 0; I < Size; I += 8) {
    uint64_t Bits = mix(Seed + I);
    memcpy(Low + I, &Bits, std::min<size_t>(8, Size - I));
  }
}

void SharedMemory::begin(size_t Dynamic, uint64_t Seed) {
  DynamicSize = Dynamic;
  ++Epoch;
  poison(reinterpret_cast<char *>(StaticLow), StaticSize, Seed);
  poison(simt_dynamic_shared, Dynamic, ~Seed);
  size_t Total = (StaticSize + 15) / 16 * 16 + Dynamic + 16;
  if (WordCount < Total / 4 + 1) {
    WordCount = Total / 4 + 1;
    Words = zeroCells(WordCount);
    Bytes = zeroCells(4 * WordCount);
  }
}

void SharedMemory::keep(std::vector<char> &Contents) const {
  const char *Static = reinterpret_cast<const char *>(StaticLow);
  Contents.assign(Static, Static + StaticSize);
  Contents.insert(Contents.end(), simt_dynamic_shared, simt_dynamic_shared + DynamicSize);
}

void SharedMemory::restore(const std::vector<char> &Contents) {
  memcpy(reinterpret_cast<char *>(StaticLow), Contents.data(), StaticSize);
  memcpy(simt_dynamic_shared, Contents.data() + StaticSize, DynamicSize);
}

// Pages that no kernel touches are never made: of a program with many kernels each has few of them.
SharedMemory::Cells SharedMemory::zeroCells(size_t Count) {
  static_assert(std::is_trivially_destructible_v<Cell> && Access::Read == Access(0));
  return Cells(static_cast<Cell *>(calloc(Count, sizeof(Cell))));
}

void SharedMemory::trackWrites(bool Tracks) {
  if (Tracks && !Written)
    Written.make(StaticSize + 16 + DynamicCapacity);
  else if (Tracks)
    Written.clear();
}

size_t SharedMemory::offset(uintptr_t Address) const {
  if (Address - StaticLow < StaticSize)
    return Address - StaticLow;
  return (StaticSize + 15) / 16 * 16 + (Address - DynamicLow);
}

inline bool SharedMemory::isOrdered(const Stamp &Earlier, const Thread &T) const {
  return Earlier.Epoch < Epoch || Before.knows(Before.owner(T), Earlier.Owner, Earlier.Clock);
}

inline const SharedMemory::Stamp *SharedMemory::findConflict(const Cell &C, const Thread &T,
                                                             Access How) const {
  for (const Stamp &Write : C.LastWrites) {
    bool BothAtomic = How == Access::Atomic && Write.How == Access::Atomic;
    if (!BothAtomic && !isOrdered(Write, T))
      return &Write;
  }
  if (writes(How))
    for (const Stamp &Read : C.LastReads)
      if (!isOrdered(Read, T))
        return &Read;
  return nullptr;
}

// What is ordered before this access is ordered before all that must be after it.
inline void SharedMemory::record(Stamp (&Last)[2], const Stamp &Now, const Thread &T) const {
  for (Stamp &Earlier : Last)
    if (isOrdered(Earlier, T)) {
      Earlier = Now;
      return;
    }
  Last[0] = Now;
}

inline std::optional<Conflict> SharedMemory::accessCell(Cell &C, const Thread &T, Access How) {
  std::optional<Conflict> Found;
  if (const Stamp *Earlier = findConflict(C, T, How))
    Found = Conflict{Earlier->How, Earlier->Thread, Earlier->Place};
  unsigned Owner = Before.owner(T);
  Stamp Now{Epoch, T.Place, Before.now(Owner), uint16_t(T.Id), uint16_t(Owner), How};
  record(writes(How) ? C.LastWrites : C.LastReads, Now, T);
  return Found;
}

void SharedMemory::split(size_t Word) {
  Words[Word].Split = true;
  for (size_t I = 0; I < 4; ++I)
    Bytes[Word * 4 + I] = Words[Word];
}

std::optional<Conflict> SharedMemory::access(const Thread &T, Access How, uintptr_t Address,
                                             size_t Size) {
  const size_t Begin = offset(Address), End = Begin + Size;
  if (Size == 4 && Begin % 4 == 0 && Begin / 4 < WordCount && !Words[Begin / 4].Split)
    return accessCell(Words[Begin / 4], T, How);
  std::optional<Conflict> Found;
  for (size_t Word = Begin / 4; Word * 4 < End && Word < WordCount; ++Word) {
    bool Whole = Word * 4 >= Begin && Word * 4 + 4 <= End;
    if (!Whole && !Words[Word].Split)
      split(Word);
    if (!Words[Word].Split) {
      if (auto C = accessCell(Words[Word], T, How))
        Found = C;
      continue;
    }
    for (size_t Byte = std::max(Begin, Word * 4); Byte < std::min(End, Word * 4 + 4); ++Byte)
      if (auto C = accessCell(Bytes[Byte], T, How))
        Found = C;
  }
  return Found;
}
