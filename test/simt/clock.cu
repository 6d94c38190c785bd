// RUN: %{run-simt} | %FileCheck %s
// CHECK: all equal
//
// Time passes, the faster the longer somebody waits for it.
#ifdef __CUDACC__

__global__ void waits(long long *Took) {
  const long long Start = clock64();
  while (clock64() - Start < 2'000'000'000)
    ;
  Took[threadIdx.x] = clock64() - Start;
}

// As sleep loops of old samples: of 32 bits, and for each of many threads.
__global__ void waitsOften(int *Rounds) {
  for (int I = 0; I < 10; ++I) {
    const int Start = (int)clock();
    while ((unsigned)((int)clock() - Start) < 1'000'000u)
      ++Rounds[threadIdx.x];
  }
}

__global__ void sleeps(long long *Took) {
  unsigned long long Start, End;
  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(Start));
  for (int I = 0; I < 5; ++I)
    __nanosleep(1000);
  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(End));
  Took[threadIdx.x] = End - Start;
}

// Differences are small where nobody waits, and never none.
__global__ void measures(long long *Took) {
  const long long Start = clock64();
  __syncwarp();
  Took[threadIdx.x] = clock64() - Start;
}

// Lanes in lockstep see one time, so that they leave a loop together.
__global__ void together(long long *Shown) { Shown[threadIdx.x] = clock64(); }

#else
#include "harness.h"

#include <algorithm>

void waits(long long *Took);
void waitsOften(int *Rounds);
void sleeps(long long *Took);
void measures(long long *Took);
void together(long long *Shown);

int main() {
  for (Config C : schedules(10)) {
    C.MaxSteps = 500'000;
    long long Took[64];
    int Rounds[64] = {};
    auto All = [&](auto Condition) { return std::all_of(Took, Took + 64, Condition); };
    ok(simt::launch(C, waits, 1, 64, 0, Took), "waits, " + name(C));
    check(All([](long long T) { return T >= 2'000'000'000; }), "waits");
    ok(simt::launch(C, waitsOften, 1, 64, 0, Rounds), "waitsOften, " + name(C));
    ok(simt::launch(C, sleeps, 1, 64, 0, Took), "sleeps, " + name(C));
    check(All([](long long T) { return T >= 5000; }), "sleeps");
    ok(simt::launch(C, measures, 1, 64, 0, Took), "measures, " + name(C));
    check(All([](long long T) { return T > 0 && T < 10'000; }), "measures, " + name(C));
  }
  long long Shown[64];
  ok(simt::launch(Config(), together, 1, 64, 0, Shown), "together");
  check(Shown[0] == Shown[31] && Shown[32] == Shown[63] && Shown[0] != Shown[63], "together");
  return finish();
}
#endif
