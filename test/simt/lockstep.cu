// RUN: %{run-simt} | %FileCheck %s
// CHECK: all equal
//
// In lockstep, lanes come together again where the source does: each kernel
// notes which lanes take part in __ballot(1) at its points, one row per point.
#ifdef __CUDACC__

#define NOTE(ROW) (Out[(ROW) * 32 + threadIdx.x] = __ballot(1))

__global__ void branches(unsigned *Out) {
  if (threadIdx.x % 2)
    NOTE(0);
  else
    NOTE(1);
  NOTE(2);
  threadIdx.x % 3 ? NOTE(3) : NOTE(4);
  bool Any = threadIdx.x < 5 && NOTE(5);
  if (Any || threadIdx.x > 20)
    NOTE(6);
  NOTE(7);
}

__global__ void tripCounts(unsigned *Out) {
  for (unsigned I = 0; I < threadIdx.x; ++I)
    NOTE(I);
  NOTE(31);
}

// The lanes that go on must wait for the others at the head of the loop.
__global__ void continues(unsigned *Out) {
  unsigned Round = 0;
  while (Round < 8) {
    ++Round;
    if ((threadIdx.x + Round) % 4 == 0)
      continue;
    NOTE(Round - 1);
  }
  do {
    --Round;
    if ((threadIdx.x >> Round) & 1)
      continue;
    NOTE(8 + Round);
  } while (Round);
  NOTE(16);
}

// What stands in the loop runs in its round, also before a break.
__global__ void breaks(unsigned *Out) {
  for (unsigned Round = 0;; ++Round) {
    if (threadIdx.x / 4 == Round) {
      NOTE(0);
      break;
    }
  }
  NOTE(1);
}

// Nothing between the if and the end of the loop stops a lane.
__global__ void joinsAtTheEnd(unsigned *Out) {
  for (unsigned Round = 0; __any(Round < 6); ++Round) {
    if ((threadIdx.x >> Round) & 1)
      NOTE(Round);
    else
      NOTE(6 + Round);
  }
}

__global__ void nested(unsigned *Out) {
  for (unsigned I = 0; I < 4; ++I) {
    for (unsigned J = 0; J < (threadIdx.x + I) % 4; ++J)
      NOTE(I * 4 + J);
    NOTE(16 + I);
  }
}

__device__ unsigned leavesEarly(unsigned *Out, unsigned Round) {
  if (threadIdx.x % 4 == Round)
    return 1;
  NOTE(Round);
  return 0;
}
__global__ void calls(unsigned *Out) {
  unsigned Sum = 0;
  for (unsigned Round = 0; Round < 4; ++Round)
    Sum += leavesEarly(Out, Round);
  NOTE(3 + Sum);
}

__global__ void switches(unsigned *Out) {
  switch (threadIdx.x % 4) {
  case 0:
    NOTE(0);
    break;
  case 1:
    NOTE(1); // falls into the next
  case 2:
    NOTE(2);
    break;
  default:
    NOTE(3);
  }
  NOTE(4);
}

__device__ void descend(unsigned *Out, unsigned Depth) {
  if (Depth == threadIdx.x % 8)
    return;
  descend(Out, Depth + 1);
  NOTE(Depth);
}
__global__ void recursion(unsigned *Out) {
  descend(Out, 0);
  NOTE(8);
}

__global__ void jumps(unsigned *Out) {
  unsigned Round = 0;
again:
  if (Round > threadIdx.x % 4)
    goto done;
  NOTE(Round);
  ++Round;
  goto again;
done:
  NOTE(5);
}

__global__ void exits(unsigned *Out) {
  if (threadIdx.x % 8 == 3)
    return;
  NOTE(0);
  if (threadIdx.x < 16)
    return;
  NOTE(1);
}

// Reads before writes: a shift by one lane needs no temporary.
__global__ void shifts(unsigned *Out) {
  __shared__ volatile unsigned S[33];
  S[threadIdx.x + 1] = threadIdx.x;
  S[threadIdx.x + 1] = S[threadIdx.x];
  if (threadIdx.x)
    Out[threadIdx.x] = S[threadIdx.x + 1];
}

#else
#include "harness.h"

#include <functional>

#define KERNELS(DO)                                                                                \
  DO(branches) DO(tripCounts) DO(continues) DO(breaks) DO(joinsAtTheEnd) DO(nested) DO(calls)      \
      DO(switches) DO(recursion) DO(jumps) DO(exits) DO(shifts)
#define DECLARE(K) void K(unsigned *Out);
KERNELS(DECLARE)

using Test = bool(unsigned Lane);

// The lanes that pass the test.
static unsigned lanes(std::function<Test> Test) {
  unsigned Mask = 0;
  for (unsigned Lane = 0; Lane < 32; ++Lane)
    Mask |= unsigned(Test(Lane)) << Lane;
  return Mask;
}

static std::vector<unsigned> Out;
static const char *Kernel;

static void run(const char *Name, void (*K)(unsigned *)) {
  Kernel = Name;
  Out.assign(32 * 32, 0);
  ok(simt::launch(lockstep(), K, 1, 32, 0, Out.data()), Name);
}
#define RUN(K) run(#K, K)

// Every lane that was at the row's point saw all of them; no other was there.
static void row(unsigned Row, std::function<Test> Test) {
  unsigned Expected = lanes(Test);
  for (unsigned Lane = 0; Lane < 32; ++Lane)
    equal(Out[Row * 32 + Lane], Expected >> Lane & 1 ? Expected : 0u,
          Kernel + (" row " + std::to_string(Row)) + " lane " + std::to_string(Lane));
}

static bool all(unsigned) { return true; }

static void testBranches() {
  RUN(branches);
  row(0, [](unsigned L) { return L % 2; });
  row(1, [](unsigned L) { return L % 2 == 0; });
  row(2, all);
  row(3, [](unsigned L) { return L % 3; });
  row(4, [](unsigned L) { return L % 3 == 0; });
  row(5, [](unsigned L) { return L < 5; });
  row(6, [](unsigned L) { return L < 5 || L > 20; });
  row(7, all);
}

static void testLoops() {
  RUN(tripCounts);
  for (unsigned I = 0; I < 31; ++I)
    row(I, [&](unsigned L) { return I < L; });
  row(31, all);
  RUN(continues);
  for (unsigned I = 0; I < 8; ++I) {
    row(I, [&](unsigned L) { return (L + I + 1) % 4 != 0; });
    row(8 + I, [&](unsigned L) { return !(L >> I & 1); });
  }
  row(16, all);
  RUN(joinsAtTheEnd);
  for (unsigned I = 0; I < 6; ++I) {
    row(I, [&](unsigned L) { return L >> I & 1; });
    row(6 + I, [&](unsigned L) { return !(L >> I & 1); });
  }
  RUN(nested);
  for (unsigned I = 0; I < 4; ++I) {
    for (unsigned J = 0; J < 4; ++J)
      row(I * 4 + J, [&](unsigned L) { return J < (L + I) % 4; });
    row(16 + I, all);
  }
}

static void testBreaks() {
  RUN(breaks);
  for (unsigned Lane = 0; Lane < 32; ++Lane)
    equal(Out[Lane], 0xfu << Lane / 4 * 4, "the four lanes of each break");
  row(1, all);
  RUN(jumps);
  for (unsigned I = 0; I < 4; ++I)
    row(I, [&](unsigned L) { return I <= L % 4; });
  row(5, all);
}

static void testCalls() {
  RUN(calls);
  for (unsigned I = 0; I < 4; ++I)
    row(I, [&](unsigned L) { return L % 4 != I; });
  row(4, all);
  RUN(recursion);
  for (unsigned I = 0; I < 7; ++I)
    row(I, [&](unsigned L) { return L % 8 > I; });
  row(8, all);
}

int main() {
  testBranches();
  testLoops();
  testBreaks();
  testCalls();
  RUN(switches);
  row(0, [](unsigned L) { return L % 4 == 0; });
  row(1, [](unsigned L) { return L % 4 == 1; });
  row(2, [](unsigned L) { return L % 4 == 1 || L % 4 == 2; });
  row(3, [](unsigned L) { return L % 4 == 3; });
  row(4, all);
  RUN(exits);
  row(0, [](unsigned L) { return L % 8 != 3; });
  row(1, [](unsigned L) { return L % 8 != 3 && L >= 16; });
  RUN(shifts);
  for (unsigned Lane = 1; Lane < 32; ++Lane)
    equal(Out[Lane], Lane - 1, "shifts");
  return finish();
}
#endif
