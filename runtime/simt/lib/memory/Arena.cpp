//===- Arena.cpp - where allocations are, with red zones ------------------===//
#include "Arena.h"

#include "Thread.h"

#include <algorithm>
#include <cstring>
#include <sys/mman.h>

using namespace simt;

Arena simt::TheArena;

namespace {

constexpr size_t Page = 4096;
/// Far from what systems give; the same in each run, so that pointers in memory are, too.
void *const Wanted = reinterpret_cast<void *>(uintptr_t(0x200000000000));
constexpr size_t LargestRedZone = 1 << 20;
constexpr size_t Poisoned = 64 << 20; ///< Of larger memory the rest is zeros: it takes no time.

uintptr_t roundUp(uintptr_t Value, size_t To) { return (Value + To - 1) / To * To; }

// A row of a matrix is a usual distance to miss by, so the zone grows with the memory.
size_t redZone(size_t Size) {
  return roundUp(std::clamp(Size / 2, Arena::Alignment, LargestRedZone), Arena::Alignment);
}

void poison(uintptr_t Low, size_t Size, uint64_t Seed) {
  for (size_t I = 0; I < Size; I += 8) {
    const uint64_t Bits = mix(Seed + I);
    memcpy(reinterpret_cast<char *>(Low + I), &Bits, std::min<size_t>(8, Size - I));
  }
}

} // namespace

// Reserved, not used: the addresses cost nothing. Where a limit forbids that many, fewer do.
bool Arena::reserve() {
  for (size_t Size = size_t(1) << 40; Size >= size_t(1) << 30 && !Low; Size /= 4) {
    void *Memory =
        mmap(Wanted, Size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (Memory != MAP_FAILED)
      Low = LastEnd = Usable = reinterpret_cast<uintptr_t>(Memory), Capacity = Size;
  }
  return Low;
}

bool Arena::makeUsable(uintptr_t End) {
  if (End <= Usable)
    return true;
  End = roundUp(End, 256 * Page);
  if (End - Low > Capacity ||
      mprotect(reinterpret_cast<void *>(Usable), End - Usable, PROT_READ | PROT_WRITE))
    return false;
  Usable = End;
  return true;
}

void *Arena::allocate(size_t Size, uint64_t Seed) {
  if (!Low && !reserve())
    return nullptr;
  if (Size > Capacity / 4)
    return nullptr;
  const size_t Zone = redZone(Size);
  const uintptr_t Begin = LastEnd + std::max(Zone, LastZone);
  const uintptr_t End = roundUp(Begin + Size, Alignment);
  if (!makeUsable(End + Zone))
    return nullptr;
  LastEnd = End, LastZone = Zone;
  poison(Begin - Alignment, std::min(End - Begin, Poisoned) + 2 * Alignment, Seed);
  return reinterpret_cast<void *>(Begin);
}

// A kernel that is not checked finds poison or zeros.
void Arena::release(uintptr_t Address, size_t Size, uint64_t Seed) {
  const uintptr_t First = roundUp(Address, Page), Last = (Address + Size) / Page * Page;
  poison(Address, std::min(Size, 2 * Page), Seed);
  if (First < Last)
    madvise(reinterpret_cast<void *>(First), Last - First, MADV_DONTNEED);
}
