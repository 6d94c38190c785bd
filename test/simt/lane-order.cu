// RUN: %{run-simt} | %FileCheck %s
// CHECK: all equal
//
// Config::CheckLanes: what lockstep leaves to the hardware. Lanes are ordered by the steps that they
// make together, and not by the side of a branch that the machine happens to run first.
#ifdef __CUDACC__

// One step: which lane's value stays, nobody says.
__global__ void sameStep(int *Out) {
  __shared__ int S;
  S = threadIdx.x;
  Out[threadIdx.x] = S;
}

// Two sides of a branch: which of them is first, nobody says.
__global__ void otherSide(int *Out) {
  __shared__ int S[32];
  S[threadIdx.x] = 1;
  if (threadIdx.x < 16)
    S[threadIdx.x] = 2;
  else
    Out[threadIdx.x] = S[threadIdx.x - 16];
}

// A step of all of them between: the tail of old, right in lockstep.
__global__ void together(int *Out) {
  __shared__ volatile int S[64];
  S[threadIdx.x] = S[threadIdx.x + 32] = threadIdx.x;
  S[threadIdx.x] += S[threadIdx.x + 16];
  S[threadIdx.x] += S[threadIdx.x + 1];
  if (threadIdx.x < 16)
    S[threadIdx.x] = 2;
  Out[threadIdx.x] = S[threadIdx.x ^ 16];
}

// Atomics of one step have no order, but each takes place.
__global__ void counted(int *Out) { Out[threadIdx.x + 1] = atomicAdd(Out, 1); }

#else
#include "harness.h"

void sameStep(int *), otherSide(int *), together(int *), counted(int *);

static Report run(void (*Kernel)(int *), bool CheckLanes, std::vector<int> &Out) {
  Config C = lockstep();
  C.CheckLanes = CheckLanes;
  return simt::launch(C, Kernel, 1, 32, 0, Out.data());
}

static void orders(void (*Kernel)(int *), bool IsOrdered, const char *Name) {
  std::vector<int> Out(33);
  ok(run(Kernel, false, Out), std::string(Name) + " as the machine orders it");
  const Report R = run(Kernel, true, Out);
  equal(R.has(Kind::Race), !IsOrdered, std::string(Name) + " races");
}

int main() {
  orders(sameStep, false, "sameStep");
  orders(otherSide, false, "otherSide");
  orders(together, true, "together");
  bool First = false, Last = false; // was lane 0 before or behind the others?
  for (uint64_t Seed = 1; Seed < 20; ++Seed) {
    Config C = lockstep();
    C.ShuffleWarps = true;
    C.Seed = Seed;
    std::vector<int> Out(33);
    ok(simt::launch(C, counted, 1, 32, 0, Out.data()), "counted");
    equal(Out[0], 32, "counted");
    First |= Out[1] == 0;
    Last |= Out[1] == 31;
  }
  check(First && Last, "no lane is always first");
  return finish();
}
#endif
