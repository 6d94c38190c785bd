// RUN: %{run-simt} 2>&1 | %FileCheck %s
//
// T31: block barriers that not all threads reach, or not at one place.
#ifdef __CUDACC__

// Pre-Volta a warp counts as a whole. It works there, and is still told.
// CHECK-LABEL: inBranch, lockstep
// CHECK-NEXT: divergent collective: block barrier without the other lanes of the warp
// CHECK-NEXT: 16 of 32 lanes at barriers.cu:[[#@LINE+8]]
// CHECK-NEXT: completed
// CHECK: inBranch, seed 1
// CHECK-NEXT: divergent collective: threads of a block meet at different barriers
// CHECK-NEXT: thread 0 at barriers.cu:[[#@LINE+4]]
// CHECK-NEXT: thread 48 at barriers.cu:[[#@LINE+4]]
__global__ void inBranch(int *Out) {
  if (threadIdx.x < 48)
    __syncthreads();
  __syncthreads();
  Out[threadIdx.x] = 1;
}

// Threads that have exited are not waited for.
// CHECK-LABEL: afterExits, lockstep
// CHECK-NEXT: completed
// CHECK: afterExits, seed 1
// CHECK-NEXT: completed
__global__ void afterExits(int *Out) {
  if (threadIdx.x % 3 == 1)
    return;
  __syncthreads();
  Out[threadIdx.x] = 1;
}

// CHECK-LABEL: twoPlaces, lockstep
// CHECK-NEXT: divergent collective: threads of a block meet at different barriers
// CHECK: twoPlaces, seed 1
// CHECK-NEXT: divergent collective: threads of a block meet at different barriers
// CHECK-NEXT: thread 0 at barriers.cu:[[#@LINE+4]]
// CHECK-NEXT: thread 32 at barriers.cu:[[#@LINE+5]]
__global__ void twoPlaces(int *Out) {
  if (threadIdx.x < 32)
    __syncthreads();
  else
    __syncthreads();
  Out[threadIdx.x] = 1;
}

// T32: one barrier, in a function that is called from two places.
// CHECK-LABEL: hidden, lockstep
// CHECK-NEXT: divergent collective: threads of a block meet at different barriers
__device__ void hides() {
  __syncthreads();
}
__global__ void hidden(int *Out) {
  if (threadIdx.x < 32)
    hides();
  else
    hides();
  Out[threadIdx.x] = 1;
}

// A warp that waits at a barrier while a lane of it waits for its warp.
// CHECK-LABEL: mixed, lockstep
// CHECK: mixed, seed 1
// CHECK: deadlock
// CHECK-NEXT: __syncthreads, thread 0 at
// CHECK-NEXT: __syncthreads, threads 32-63 at
// CHECK-NEXT: __syncwarp with mask 0xffffffff, threads 1-31 at
__global__ void mixed(int *Out) {
  if (threadIdx.x == 0)
    __syncthreads();
  else if (threadIdx.x < 32)
    __syncwarp();
  else
    __syncthreads();
  Out[threadIdx.x] = 1;
}

#else
#include "harness.h"

void inBranch(int *), afterExits(int *), twoPlaces(int *), hidden(int *), mixed(int *);

static void run(const char *Name, void (*Kernel)(int *)) {
  std::vector<int> Out(64);
  for (const Config &C : {lockstep(), adversarial(1)})
    printf("%s, %s\n%s", Name, name(C).c_str(),
           simt::launch(C, Kernel, 1, 64, 0, Out.data()).str().c_str());
  // Per thread, all schedules agree; whether it is told is the harness's choice.
  bool Wrong = Kernel != afterExits;
  for (Config C : schedules(20)) {
    C.BlockBarrier = simt::Barrier::PerThread;
    Report R = simt::launch(C, Kernel, 1, 64, 0, Out.data());
    check(R.ok() != Wrong, std::string(Name) + " per thread, " + name(C));
    C.CheckDivergentBarriers = false;
    R = simt::launch(C, Kernel, 1, 64, 0, Out.data());
    check(!R.has(Kind::DivergentCollective) || R.has(Kind::Deadlock), "silenced");
  }
}
#define RUN(K) run(#K, K)

int main() {
  RUN(inBranch);
  RUN(afterExits);
  RUN(twoPlaces);
  RUN(hidden);
  RUN(mixed);
  return finish(); // CHECK: all equal
}
#endif
