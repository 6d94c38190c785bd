//===- Habits.cpp - which races are meant ---------------------------------===//
#include "Habits.h"

#include <algorithm>

using namespace simt;

void Habits::lookBack(const Thread &T, uintptr_t Address) {
  const uintptr_t *const Updated = T.Last.Updated;
  const uintptr_t *const End = Updated + std::min(T.Last.Updates, T.Last.Kept);
  if (std::find(Updated, End, Address) != End)
    ReadsBack.insert(T.Place);
}

void Habits::noteUpdate(Thread &T, Access How, uintptr_t Address) {
  RecentAccesses &Last = T.Last;
  Last.Updated[Last.Updates++ % Last.Kept] = Address;
  for (unsigned I = 0; I < std::min(Last.Reads, Last.Kept); ++I)
    if (Last.Read[I] == Address && (!Last.IsVolatile[I] || How == Access::Bound))
      Hints.insert(Last.ReadAt[I]);
}

void Habits::noteWait(Thread &T) {
  T.Last.VolatileRead = false;
  Waits.insert(T.Place);
}
