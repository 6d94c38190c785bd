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

void Machine::access(uintptr_t Address, size_t Size, Access How, uintptr_t Place) {
  point(Place);
  if (C.CheckRaces && isStrong(How)) {
    if (reads(How))
      Shared.Before.observe(*Current, Address);
    if (writes(How))
      Shared.Before.publish(*Current, Address);
  }
  if (!Shared.contains(Address))
    return;
  if (Shared.isOutside(Address, Size))
    report(Kind::OutOfShared, "beyond the " + std::to_string(DynamicSize) + " bytes of the launch",
           {{"thread " + std::to_string(Current->Id) + verb(How), Place}}, Address);
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
  if (C.CheckRaces)
    Shared.Before.fence(*Current);
}
