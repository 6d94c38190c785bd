//===- Habits.cpp - which races are meant ---------------------------------===//
#include "Habits.h"

#include <algorithm>

using namespace simt;

void Habits::lookBack(const Thread &T, uintptr_t Address) {
  const RecentAccesses &Last = T.Last;
  for (unsigned I = Last.Updates - std::min(Last.Updates, Last.Kept); I < Last.Updates; ++I)
    if (Last.Updated[I % Last.Kept] == Address)
      (I < Last.Settled ? Results : ReadsBack).insert(T.Place);
}

void Habits::noteUpdate(Thread &T, Access How, uintptr_t Address) {
  RecentAccesses &Last = T.Last;
  Last.Updated[Last.Updates++ % Last.Kept] = Address;
  for (unsigned I = 0; I < std::min(Last.Reads, Last.Kept); ++I)
    if (Last.Read[I].Address == Address && (!Last.Read[I].IsVolatile || How == Access::Bound))
      Hints.insert(Last.Read[I].Place);
}

void Habits::noteWait(Thread &T) {
  T.ReadVolatile = false;
  Waits.insert(T.Place);
}
