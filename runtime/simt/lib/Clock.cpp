//===- Clock.cpp - what kernels see of time -------------------------------===//
#include "Machine.h"

#include <algorithm>

using namespace simt;

// A kernel that waits for the clock reads it again and again, at one place, and wants to see a
// million cycles or a thousand million pass. So each read in a row finds that twice as many have.
static constexpr unsigned MostDoublings = 24;

// Lanes that go on together read it together, as those of a warp before Volta.
long long Machine::clock(uintptr_t Place) {
  point(Place);
  Thread &T = *Current;
  T.ClockReads = T.ClockPlace == Place ? std::min(T.ClockReads + 1, MostDoublings) : 0;
  T.ClockPlace = Place;
  if (C.Schedule == Policy::Lockstep && ReadAt == Moves)
    return ReadThen;
  TimeBase += uint64_t(1) << T.ClockReads;
  ReadAt = Moves;
  return ReadThen = static_cast<long long>(TimeBase + Steps);
}

void Machine::sleep(unsigned Nanoseconds, uintptr_t Place) {
  TimeBase += Nanoseconds;
  point(Place);
}
