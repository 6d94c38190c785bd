// RUN: %{run-simt} 2>&1 | %FileCheck %s
//
// T31: block barriers that not all threads reach, or not at one place.
#ifdef __CUDACC__

// Before Volta a warp counts as a whole: the program works there, and lockstep has no finding.
// CHECK-LABEL: inBranch, lockstep
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
// CHECK-NEXT: completed
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
// CHECK-NEXT: completed
// CHECK: hidden, seed 1
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

// The same barrier in another iteration is another barrier: the condition around it differs.
// CHECK-LABEL: iterations, lockstep
// CHECK-NEXT: completed
// CHECK: iterations, seed 1
// CHECK-NEXT: divergent collective: threads of a block meet at a barrier in different iterations
// CHECK-NEXT: thread 0 at barriers.cu:[[#@LINE+6]]
// CHECK-NEXT: thread 32 at barriers.cu:[[#@LINE+5]]
__global__ void iterations(int *Out) {
  for (int I = 0; I < 4; ++I) {
    if (I % 2 == threadIdx.x / 32)
      continue;
    __syncthreads();
  }
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

void inBranch(int *), afterExits(int *), twoPlaces(int *), hidden(int *), iterations(int *);
void mixed(int *);

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
  RUN(iterations);
  RUN(mixed);
  return finish(); // CHECK: all equal
}
#endif
