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

void SharedMemory::begin(size_t Dynamic, uint64_t Seed, unsigned LanesOfWarp) {
  DynamicSize = Dynamic, WarpSize = LanesOfWarp;
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
  auto IsRace = [&](const Stamp &S) __attribute__((always_inline)) {
    return !isOrdered(S, T) && !isHarmless(S, T, How);
  };
  for (const Stamp &Write : C.LastWrites)
    if (IsRace(Write))
      return &Write;
  if (writes(How))
    for (const Stamp &Read : C.LastReads)
      if (IsRace(Read))
        return &Read;
  return nullptr;
}

// Updates have an order. Between warps so has what waits for a flag, with an update or a fence:
// where the block has neither, volatile accesses are mostly data that lack a barrier.
bool SharedMemory::isHarmless(const Stamp &Earlier, const Thread &T, Access How) const {
  if (isAtomic(How) && isAtomic(Earlier.How))
    return true;
  if (!isStrong(How) || !isStrong(Earlier.How) || Earlier.Thread / WarpSize == T.Id / WarpSize)
    return false;
  return isAtomic(How) || isAtomic(Earlier.How) || Before.hasFences();
}

// What is ordered before this access is ordered before all that must be after it.
inline void SharedMemory::record(Stamp (&Last)[2], const Stamp &Now, const Thread &T) const {
  if (isAtomic(Now.How)) {
    recordUpdate(Last, Now, T);
    return;
  }
  for (Stamp &Earlier : Last)
    if (isOrdered(Earlier, T)) {
      Earlier = Now;
      return;
    }
  Last[0] = Now;
}

// But an update does not stand for the plain write before it, with which others' updates race.
void SharedMemory::recordUpdate(Stamp (&Last)[2], const Stamp &Now, const Thread &T) const {
  auto Rank = [&](const Stamp &S) {
    const bool IsOrdered = isOrdered(S, T);
    if (S.Epoch < Epoch || (IsOrdered && isAtomic(S.How)))
      return 0;
    return isAtomic(S.How) ? 1 : IsOrdered ? 2 : 3;
  };
  Last[Rank(Last[1]) < Rank(Last[0])] = Now;
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
