//===- Memory.cpp - accesses to memory ------------------------------------===//
#include "Machine.h"

using namespace simt;

namespace {

bool isStrong(Access How) { return How != Access::Read && How != Access::Write; }
bool reads(Access How) { return How != Access::Write && How != Access::VolatileWrite; }
bool writes(Access How) { return How != Access::Read && How != Access::VolatileRead; }

const char *verb(Access How) {
  switch (How) {
  case Access::Read:
  case Access::VolatileRead:
    return " reads";
  case Access::Write:
  case Access::VolatileWrite:
    return " writes";
  case Access::Atomic:
    return " updates atomically";
  }
  return "";
}

} // namespace

void Machine::access(uintptr_t Address, size_t Size, Access How, uintptr_t Place, int MemoryOrder) {
  point(Place);
  // An order is that of a fence beside the access (PTX ISA, release and acquire patterns).
  const bool Releases = MemoryOrder >= __ATOMIC_RELEASE;
  const bool Acquires = MemoryOrder != __ATOMIC_RELAXED && MemoryOrder != __ATOMIC_RELEASE;
  if (TracksOrder && Releases)
    Shared.Before.fence(*Current);
  const bool FindsOld = IsLate && accessLate(Address, Size, How);
  if (TracksOrder && isStrong(How) && !FindsOld)
    accessStrongly(Address, How);
  if (TracksOrder && Acquires)
    Shared.Before.fence(*Current);
  if (Shared.contains(Address))
    accessShared(Address, Size, How);
}

void Machine::accessStrongly(uintptr_t Address, Access How) {
  if (reads(How))
    Shared.Before.observe(*Current, Address);
  if (writes(How))
    Shared.Before.publish(*Current, Address);
}

// Without the seed, lockstep is what the source says, and nothing is late.
bool Machine::storesAreLate() const {
  const bool HasSeed = C.Schedule == Policy::Lockstep ? C.ShuffleWarps && !C.CheckLanes
                                                      : C.Schedule == Policy::Adversarial;
  return C.LateStores && HasSeed && mix(C.Seed + 3) % 2;
}

bool Machine::accessLate(uintptr_t Address, size_t Size, Access How) {
  if (!writes(How))
    return Late.load(*Current, Shared.Before, Address, Size, Steps);
  Late.store(*Current, Shared.Before, Address, Size, Steps);
  return false;
}

void Machine::accessShared(uintptr_t Address, size_t Size, Access How) {
  if (Shared.isOutside(Address, Size))
    report(Kind::OutOfShared, "beyond the " + std::to_string(DynamicSize) + " bytes of the launch",
           {{"thread " + std::to_string(Current->Id) + verb(How), Current->Place}}, Address);
  else if (C.CheckRaces)
    if (auto Earlier = Shared.access(*Current, How, Address, Size))
      reportRace(*Earlier, How, Address);
}

void Machine::reportRace(const Conflict &Earlier, Access How, uintptr_t Address) {
  uintptr_t Place = Current->Place;
  if (!Races.insert({Earlier.EarlierPlace, Place}).second)
    return;
  report(Kind::Race, "nothing orders these accesses",
         {{"thread " + std::to_string(Earlier.EarlierThread) + verb(Earlier.Earlier),
           Earlier.EarlierPlace},
          {"thread " + std::to_string(Current->Id) + verb(How), Place}},
         Address);
}

void Machine::fence(uintptr_t Place) {
  point(Place);
  if (TracksOrder)
    Shared.Before.fence(*Current);
}
