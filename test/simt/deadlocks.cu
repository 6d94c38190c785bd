// RUN: %{run-simt} 2>&1 | %FileCheck %s
//
// Wrong masks, and what the machine says of them.
#ifdef __CUDACC__

// T4: a full mask in a branch.
// CHECK-LABEL: fullMaskInBranch, seed 1
// CHECK-NEXT: divergent collective: lanes wait for each other at different calls
// CHECK: deadlock: threads wait for ever
// CHECK-DAG: __shfl_sync with mask 0xffffffff, threads 1, 3, 5, {{.*}}, 31 at deadlocks.cu:[[#@LINE+4]]
// CHECK-DAG: __syncthreads, threads 0, 2, 4, {{.*}}, 30 at deadlocks.cu:[[#@LINE+4]]
__global__ void fullMaskInBranch(int *Out) {
  if (threadIdx.x & 1)
    Out[threadIdx.x] = __shfl_sync(0xffffffff, (int)threadIdx.x, 1);
  __syncthreads();
}

// The same where the others only exit: they are not waited for.
// CHECK-LABEL: releasedByExits, seed 1
// CHECK-NEXT: completed
__global__ void releasedByExits(int *Out) {
  if (threadIdx.x & 1)
    Out[threadIdx.x] = __shfl_sync(0xffffffff, (int)threadIdx.x, 1);
}

// T6: both sides of a branch, in one function that both call.
// CHECK-LABEL: bothSides, seed 1
// CHECK: divergent collective: lanes wait for each other at different calls
// CHECK-NEXT: __any_sync with mask 0xffffffff, thread 0 at deadlocks.cu:[[#@LINE+4]]
// CHECK-NEXT: __any_sync with mask 0xffffffff, thread 1 at deadlocks.cu:[[#@LINE+3]]
// CHECK: deadlock
__device__ int vote(int Predicate) {
  return __any_sync(0xffffffff, Predicate);
}
__global__ void bothSides(int *Out) {
  if (threadIdx.x & 1)
    Out[threadIdx.x] = vote(threadIdx.x == 3);
  else
    Out[threadIdx.x] = vote(threadIdx.x == 4);
}

// T7: per-lane trip counts.
// CHECK-LABEL: tripCounts, seed 1
// CHECK: deadlock
// CHECK: __shfl_sync with mask 0xffffffff{{.*}} at deadlocks.cu:[[#@LINE+4]]
__global__ void tripCounts(int *Out) {
  int Sum = 0;
  for (unsigned I = 0; I < threadIdx.x % 4; ++I)
    Sum += __shfl_sync(0xffffffff, (int)I, 0);
  __syncwarp();
  Out[threadIdx.x] = Sum;
}

// T8: lanes leave one by one and the mask does not follow.
// CHECK-LABEL: peers, seed 1
// CHECK: deadlock
__global__ void peers(int *Out) {
  unsigned Unclaimed = 0xffffffff, Peers;
  bool IsPeer;
  do {
    int Key = __shfl_sync(0xffffffff, (int)threadIdx.x % 3, __ffs(Unclaimed) - 1);
    IsPeer = Key == (int)threadIdx.x % 3;
    Peers = __ballot_sync(0xffffffff, IsPeer);
    Unclaimed ^= Peers;
  } while (!IsPeer);
  __syncwarp();
  Out[threadIdx.x] = Peers;
}

// The same with the mask that follows: lanes that are done are not named.
// CHECK-LABEL: peersWithMask, seed 1
// CHECK-NEXT: completed
__global__ void peersWithMask(int *Out) {
  unsigned Unclaimed = 0xffffffff, Peers;
  bool IsPeer;
  do {
    int Key = __shfl_sync(Unclaimed, (int)threadIdx.x % 3, __ffs(Unclaimed) - 1);
    IsPeer = Key == (int)threadIdx.x % 3;
    Peers = __ballot_sync(Unclaimed, IsPeer);
    Unclaimed ^= Peers;
  } while (!IsPeer);
  __syncwarp();
  Out[threadIdx.x] = Peers;
}

// T27: a sync of the warp under a condition on its lanes.
// CHECK-LABEL: syncInTail, seed 1
// CHECK: deadlock
// CHECK-DAG: __syncwarp with mask 0xffffffff, threads 0-15 at deadlocks.cu:[[#@LINE+3]]
__global__ void syncInTail(int *Out) {
  if (threadIdx.x < 16)
    __syncwarp();
  __syncthreads();
  Out[threadIdx.x] = 1;
}

// CHECK-LABEL: callerNotNamed, seed 1
// CHECK-NEXT: bad mask: __ballot_sync with mask 0x1, which does not name the calling lane 1
// CHECK-NEXT: thread 1 at deadlocks.cu:[[#@LINE+3]]
__global__ void callerNotNamed(int *Out) {
  if (threadIdx.x == 1)
    Out[1] = __ballot_sync(1, 1);
}

// CHECK-LABEL: emptyMask, seed 1
// CHECK: bad mask: __syncwarp with mask 0x0
__global__ void emptyMask(int *Out) {
  __syncwarp(0);
  Out[threadIdx.x] = 1;
}

// Lanes of one call that name different masks do not meet.
// CHECK-LABEL: differentMasks, seed 1
// CHECK: deadlock
// CHECK: __syncwarp with mask 0x3, thread 0 at
// CHECK: __syncwarp with mask 0xffffffff, thread 1 at
__global__ void differentMasks(int *Out) {
  if (threadIdx.x < 2)
    __syncwarp(threadIdx.x ? 0xffffffff : 3);
  Out[threadIdx.x] = 1;
}

#else
#include "harness.h"

void fullMaskInBranch(int *), releasedByExits(int *), bothSides(int *), tripCounts(int *),
    peers(int *), peersWithMask(int *), syncInTail(int *), callerNotNamed(int *), emptyMask(int *),
    differentMasks(int *);

// The findings of seed 1; the others must find the same kinds.
static void run(const char *Name, void (*Kernel)(int *)) {
  std::vector<int> Out(32);
  Report First = simt::launch(adversarial(1), Kernel, 1, 32, 0, Out.data());
  printf("%s, seed 1\n%s", Name, First.str().c_str());
  for (const Config &C : schedules(20)) {
    Report R = simt::launch(C, Kernel, 1, 32, 0, Out.data());
    if (R.BarriersDiverged && C.Schedule == Policy::Lockstep)
      continue; // its barriers count warps, so that some of these end
    check(R.ok() == First.ok(), std::string(Name) + " is ok or not, under " + name(C));
    if (C.Schedule == Policy::Lockstep)
      continue;
    for (Kind K : {Kind::Deadlock, Kind::DivergentCollective, Kind::BadMask})
      check(R.has(K) == First.has(K), std::string(Name) + ": " + name(K) + " under " + name(C));
  }
}
#define RUN(K) run(#K, K)

int main() {
  RUN(fullMaskInBranch);
  RUN(releasedByExits);
  RUN(bothSides);
  RUN(tripCounts);
  RUN(peers);
  RUN(peersWithMask);
  RUN(syncInTail);
  RUN(callerNotNamed);
  RUN(emptyMask);
  RUN(differentMasks);
  return finish(); // CHECK: all equal
}
#endif
