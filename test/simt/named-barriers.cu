// RUN: %{run-simt} 2>&1 | %FileCheck %s
//
// Barriers with a number, and for a part of the block.
#ifdef __CUDACC__

// Two teams of two warps each; who waits for the other team would wait for ever.
__global__ void teams(int *Out) {
  __shared__ int S[128];
  unsigned Id = threadIdx.x, Team = Id / 64;
  for (int Round = 0; Round <= (int)Team * 3; ++Round) {
    S[Id] = Id + Round;
    asm volatile("bar.sync %0, %1;" ::"r"(Team + 1), "r"(64) : "memory");
    int Other = S[Id ^ 32];
    asm volatile("barrier.sync %0, 64;" ::"r"(Team + 1) : "memory");
    Out[Id] = Other - Round;
  }
}

// A warp that makes and one that takes; each only arrives at the other's barrier.
__global__ void pipeline(int *Out) {
  __shared__ int S[32];
  unsigned Lane = threadIdx.x % 32;
  if (threadIdx.x < 32) {
    for (int Round = 0; Round < 4; ++Round) {
      asm volatile("bar.sync 2, 64;" ::: "memory"); // it is empty
      S[Lane] = Round * 100 + Lane;
      asm volatile("bar.arrive 1, 64;" ::: "memory"); // it is full
    }
  } else {
    asm volatile("barrier.cta.arrive.aligned 2, 64;" ::: "memory");
    int Sum = 0;
    for (int Round = 0; Round < 4; ++Round) {
      asm volatile("bar.sync 1, 64;" ::: "memory");
      Sum += S[31 - Lane];
      if (Round < 3)
        asm volatile("bar.arrive 2, 64;" ::: "memory");
    }
    Out[Lane] = Sum;
  }
}

// For all threads, from two places: the number says which barrier it is.
__global__ void everybody(int *Out) {
  __shared__ int S[128];
  unsigned Id = threadIdx.x;
  S[Id] = Id;
  if (Id < 32)
    __barrier_sync(3);
  else if (Id < 120)
    asm volatile("bar.sync 3;" ::: "memory");
  else
    return;
  Out[Id] = S[(Id + 60) % 120];
}

// The last warp is not whole, and counts as one.
__global__ void partial(int *Out) {
  __shared__ int S[128];
  unsigned Id = threadIdx.x;
  S[Id] = Id;
  if (Id >= 32)
    __barrier_sync_count(5, 64);
  Out[Id] = Id < 32 ? 0 : S[32 + (Id - 32 + 40) % 48];
}

__global__ void reduces(int *Out) {
  int Count, And, Or, Id = threadIdx.x;
  asm volatile("{ .reg .pred p; setp.ne.u32 p, %1, 0; bar.red.popc.u32 %0, 4, 64, p; }"
               : "=r"(Count)
               : "r"(Id % 3)
               : "memory");
  asm volatile("{ .reg .pred p, q; setp.ne.u32 p, %1, 0; bar.red.and.pred q, 4, p; selp.u32 %0, 1, 0, q; }"
               : "=r"(And)
               : "r"(Id + 1)
               : "memory");
  asm volatile("{ .reg .pred p, q; setp.ne.u32 p, %1, 0; bar.red.or.pred q, 4, 64, p; selp.u32 %0, 1, 0, q; }"
               : "=r"(Or)
               : "r"(Id == 7)
               : "memory");
  Out[Id] = Count * 4 + And * 2 + Or;
}

// CHECK-LABEL: otherTeam
// CHECK: race: S+{{[0-9]+}}: nothing orders these accesses
__global__ void otherTeam(int *Out) {
  __shared__ int S[128];
  unsigned Id = threadIdx.x;
  S[Id] = Id;
  __barrier_sync_count(Id / 64 + 1, 64);
  Out[Id] = S[Id ^ 64];
}

// Who only arrives has seen nothing.
// CHECK-LABEL: arrivesAndReads
// CHECK: race: S+{{[0-9]+}}: nothing orders these accesses
__global__ void arrivesAndReads(int *Out) {
  __shared__ int S[64];
  unsigned Id = threadIdx.x;
  S[Id] = Id;
  if (Id < 32)
    asm volatile("bar.arrive 1, 64;" ::: "memory");
  else
    asm volatile("bar.sync 1, 64;" ::: "memory");
  Out[Id] = S[Id ^ 32];
}

// CHECK-LABEL: tooFew
// CHECK: deadlock: threads wait for ever
// CHECK-NEXT: barrier 1 of 96 threads, threads 0-63 at named-barriers.cu:[[#@LINE+2]]
__global__ void tooFew(int *) {
  __barrier_sync_count(1, 96);
}

// CHECK-LABEL: wrong
// CHECK: bad barrier: a barrier's number is 0 to 15, not 16
// CHECK: bad barrier: a barrier is for a multiple of 32 threads, not 48
// CHECK: bad barrier: threads say different numbers of threads for a barrier
__global__ void wrong(int *) {
  __barrier_sync(16);
  __barrier_sync_count(1, 48);
  __barrier_sync_count(2, threadIdx.x < 32 ? 64 : 96);
}

// It does not wait for __syncthreads(), nor that for it.
// CHECK-LABEL: twoNumbers
// CHECK: deadlock: threads wait for ever
// CHECK-DAG: __syncthreads, threads 0-31 at
// CHECK-DAG: barrier 1, threads 32-63 at
__global__ void twoNumbers(int *) {
  if (threadIdx.x < 32)
    __syncthreads();
  else
    __barrier_sync(1);
}

#else
#include "harness.h"

void teams(int *), pipeline(int *), everybody(int *), partial(int *), reduces(int *);
void otherTeam(int *), arrivesAndReads(int *), tooFew(int *), wrong(int *), twoNumbers(int *);

static std::vector<int> Out;

template <class Function>
static void test(const char *Name, void (*K)(int *), unsigned Threads, Function Expected) {
  for (Config C : schedules(40))
    for (bool PerThread : {false, true}) {
      C.BlockBarrier = PerThread ? simt::Barrier::PerThread : simt::Barrier::ByPolicy;
      Out.assign(128, 0);
      ok(simt::launch(C, K, 1, Threads, 0, Out.data()), Name + (", " + name(C)));
      for (unsigned I = 0; I < 128; ++I)
        equal(Out[I], Expected(I), std::string(Name) + " " + std::to_string(I));
    }
}

static void show(const char *Name, void (*K)(int *)) {
  printf("%s\n%s", Name, simt::launch(lockstep(), K, 1, K == otherTeam ? 128 : 64, 0, Out.data()).str().c_str());
  for (Config C : schedules(10)) {
    C.MaxSteps = 100000;
    check(!simt::launch(C, K, 1, K == otherTeam ? 128 : 64, 0, Out.data()).ok(), Name + (", " + name(C)));
  }
}
#define SHOW(K) show(#K, K)

int main() {
  test("teams", teams, 128, [](int I) { return I ^ 32; });
  test("pipeline", pipeline, 64, [](int I) { return I < 32 ? 600 + 4 * (31 - I) : 0; });
  test("everybody", everybody, 128, [](int I) { return I < 120 ? (I + 60) % 120 : 0; });
  test("partial", partial, 80, [](int I) { return I < 32 || I >= 80 ? 0 : 32 + (I - 32 + 40) % 48; });
  test("reduces", reduces, 64, [](int I) { return I < 64 ? 42 * 4 + 3 : 0; });
  SHOW(otherTeam);
  SHOW(arrivesAndReads);
  SHOW(tooFew);
  SHOW(wrong);
  SHOW(twoNumbers);
  return finish(); // CHECK: all equal
}
#endif
