// RUN: %{run-simt} 2>&1 | %FileCheck %s
//
// No kernel hangs or takes the machine down, and each says where it ended.
#ifdef __CUDACC__

// CHECK-LABEL: spins
// CHECK-NEXT: step bound: not finished after 10000 steps
// CHECK-NEXT: thread {{[0-9]+}} at endings.cu:[[#@LINE+3]]
// CHECK-NEXT: abandoned after 10001 steps
__global__ void spins(int *Out) {
  while (*(volatile int *)Out == 0)
    ;
}

// A loop with no access to memory in it.
// CHECK-LABEL: spinsOnNothing
// CHECK-NEXT: step bound: not finished after 10000 steps
__global__ void spinsOnNothing(int *Out) {
  *Out = 1;
  for (;;)
    ;
}

// CHECK-LABEL: asserts
// CHECK-NEXT: trap: assert(threadIdx.x < 7) failed
// CHECK-NEXT: thread 7 at endings.cu:[[#@LINE+3]]
// CHECK-NEXT: abandoned
__global__ void asserts(int *Out) {
  assert(threadIdx.x < 7);
  *Out = 1;
}

// CHECK-LABEL: traps
// CHECK-NEXT: trap: __trap()
// CHECK-NEXT: thread 3 at endings.cu:[[#@LINE+3]]
__global__ void traps(int *Out) {
  if (threadIdx.x == 3)
    __trap();
  *Out = 1;
}

// CHECK-LABEL: recurses
// CHECK-NEXT: call depth: calls deeper than 256 frames
// CHECK-NEXT: thread 0 at endings.cu:[[#@LINE+2]]
__device__ int forever(int *Out, int Depth) {
  if ((Out[0] = Depth) < 0)
    return 0;
  return forever(Out, Depth + 1) + 1;
}
__global__ void recurses(int *Out) { Out[1] = forever(Out, 0); }

// CHECK-LABEL: outside
// CHECK-NEXT: out of shared memory: dynamic+64: beyond the 64 bytes of the launch
// CHECK-NEXT: thread 16 writes at endings.cu:[[#@LINE+4]]
// CHECK-NEXT: completed
__global__ void outside(int *Out) {
  extern __shared__ int Dynamic[];
  Dynamic[threadIdx.x % 17] = 1;
  *Out = 1;
}

// CHECK-LABEL: fine
// CHECK-NEXT: completed after 32 steps
__global__ void fine(int *Out) { Out[threadIdx.x] = 1; }

// CHECK-LABEL: misuse
// CHECK-NEXT: misuse: a block has 1 to 1024 threads, not 1025
// CHECK-NEXT: abandoned
// CHECK-NEXT: misuse: a block has 1 to 1024 threads, not 0
// CHECK-NEXT: abandoned
// CHECK-NEXT: misuse: too much dynamic shared memory
// CHECK-NEXT: abandoned
// CHECK-NEXT: misuse: the kernels were compiled for another warp size
// CHECK-NEXT: abandoned

// One lane holds the lock, the others of its warp spin: pre-Volta hardware
// never lets the holder go on, independent threads do.
// CHECK-LABEL: locks, lockstep
// CHECK-NEXT: step bound
// CHECK: locks, independent
__global__ void locks(int *Out) {
  while (atomicCAS(&Out[0], 0, 1) != 0)
    ;
  __threadfence(); // or the last holder's store may be late
  Out[1] = Out[1] + 1;
  __threadfence();
  atomicExch(&Out[0], 0);
}

// A warp waits for another one: warps make progress under every policy.
// CHECK-NEXT: waits
__global__ void waitsForWarp(int *Out) {
  if (threadIdx.x == 0)
    while (*(volatile int *)Out == 0)
      ;
  if (threadIdx.x == 63)
    *(volatile int *)Out = 1;
}

#else
#include "harness.h"

void spins(int *), spinsOnNothing(int *), asserts(int *), traps(int *), recurses(int *),
    outside(int *), fine(int *), locks(int *), waitsForWarp(int *);

static std::vector<int> Out;

static Report run(const Config &C, void (*Kernel)(int *), simt::Dim3 Block, size_t Dynamic = 64) {
  Out.assign(64, 0);
  return simt::launch(C, Kernel, 1, Block, Dynamic, Out.data());
}

static void show(const char *Name, void (*Kernel)(int *)) {
  Config C = lockstep();
  C.MaxSteps = 10000;
  printf("%s\n%s", Name, run(C, Kernel, 32).str().c_str());
  for (Config C : schedules(20)) {
    C.MaxSteps = 10000;
    C.CheckRaces = false;
    check(run(C, Kernel, 32).ok() == (Kernel == fine), std::string(Name) + " under " + name(C));
  }
  ok(run(lockstep(), fine, 32), "the next launch");
}
#define SHOW(K) show(#K, K)

int main() {
  SHOW(spins);
  SHOW(spinsOnNothing);
  SHOW(asserts);
  SHOW(traps);
  SHOW(recurses);
  SHOW(outside);
  SHOW(fine);
  Config Other = lockstep();
  Other.WarpSize = 64;
  printf("misuse\n%s", run(lockstep(), fine, {5, 5, 41}).str().c_str());
  printf("%s", run(lockstep(), fine, {0, 1, 1}).str().c_str());
  printf("%s", run(lockstep(), fine, 32, 1 << 20).str().c_str());
  printf("%s", run(Other, fine, 32).str().c_str());

  Config Short = lockstep();
  Short.MaxSteps = 100000;
  printf("locks, lockstep\n%s", run(Short, locks, 32).str().c_str());
  for (const Config &C : schedules(100)) {
    if (C.Schedule == Policy::Lockstep)
      continue;
    ok(run(C, locks, 64), "locks, " + name(C));
    equal(Out[1], 64, "locked count, " + name(C));
  }
  printf("locks, independent\nwaits\n");
  for (const Config &C : schedules(100))
    ok(run(C, waitsForWarp, 64), "waits, " + name(C));
  return finish(); // CHECK: all equal
}
#endif
