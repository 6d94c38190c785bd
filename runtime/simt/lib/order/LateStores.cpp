//===- LateStores.cpp - stores that others do not see yet -----------------===//
#include "LateStores.h"

#include <algorithm>
#include <cstring>

using namespace simt;

// Stores that this one overlaps: they begin in one of its granules, or in the one before.
void LateStores::drop(uintptr_t Address, size_t Size) {
  const uintptr_t Last = (Address + Size - 1) / Granule;
  const uintptr_t First = std::max(Address / Granule - 1, Last - Slots + 1); // at most all slots
  for (uintptr_t Number = First; Number <= Last; ++Number) {
    Entry &E = slot(Number);
    if (E.Address < Address + Size && Address < E.Address + E.Size)
      E.Size = 0;
  }
}

void LateStores::store(const Thread &T, const Order &Before, uintptr_t Address, size_t Size,
                       uint64_t Step) {
  Entry &E = slot(Address / Granule);
  const unsigned Owner = Before.owner(T);
  const Order::Clock Now = Before.now(Owner);
  if (E.isOf(Address, Size, Generation) && E.Owner == Owner && E.Clock == Now &&
      Step - E.Step < Burst)
    return; // seen late together, as when all lanes store one place
  drop(Address, Size);
  if (Size > sizeof(Entry::Old))
    return;
  E = {Address, 0, Step, Generation, T.Home, Now, uint16_t(Owner), uint8_t(Size)};
  memcpy(&E.Old, reinterpret_cast<const void *>(Address), Size);
}

bool LateStores::load(const Entry &E, const Thread &T, const Order &Before, uint64_t Step) {
  const unsigned Reader = Before.owner(T);
  if (Step >= E.Step + delay(E, Reader) || Before.mustSee(Reader, E.Owner, E.Clock))
    return false;
  void *Memory = reinterpret_cast<void *>(E.Address);
  Patched = E.Address, PatchedSize = E.Size;
  memcpy(&Newest, Memory, E.Size);
  memcpy(Memory, &E.Old, E.Size);
  return true;
}

// One half of all is seen at once; the rest after some steps, or up to many thousands.
uint64_t LateStores::delay(const Entry &E, unsigned Reader) const {
  const uint64_t Random = mix(Seed ^ mix(E.Step * MaxThreads + Reader));
  if (Random % 2)
    return 0;
  const unsigned Bits = 3 + (Random >> 1) % 12;
  return Random >> (64 - Bits);
}

void LateStores::putBack() {
  memcpy(reinterpret_cast<void *>(Patched), &Newest, PatchedSize);
  PatchedSize = 0;
}
