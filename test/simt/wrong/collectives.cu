// RUN: %{run-simt} 2>&1 | %FileCheck %s
// CHECK: all equal
//
// Masks, widths, barriers, and kernels that do not end well.
#include "wrong.h"
#ifdef __CUDACC__

PROGRAM(maskWithoutCaller) {
  unsigned Lane = threadIdx.x % 32, Mask = Lane < 16 ? 0xffffu : 0xffff0000u;
  Data[ID] = __shfl_sync(Wrong ? 0xffffu : Mask, 1, 0, 16);
}

PROGRAM(fullMaskInBranch) {
  int Value = 1;
  if (threadIdx.x % 32 < 16)
    Value = __shfl_down_sync(Wrong ? 0xffffffffu : 0xffffu, Value, 1);
  __syncthreads();
  Data[ID] = Value;
}

PROGRAM(masksThatDiffer) {
  unsigned Lane = threadIdx.x % 32;
  Data[ID] = __any_sync(Wrong && Lane == 0 ? 0x1fffffffu : 0xffffffffu, 1);
  __syncthreads();
}

PROGRAM(syncwarpInTwoBranches) {
  if (Wrong && threadIdx.x % 2)
    __syncwarp();
  else
    __syncwarp(Wrong ? 0xffffffffu : ~0u);
  Data[ID] = 1;
}

PROGRAM(widthOfThree) { Data[ID] = __shfl_down_sync(0xffffffffu, 1, 1, 4 - Wrong); }

PROGRAM(barrierInBranches) {
  if (threadIdx.x < 32 || !Wrong)
    __syncthreads();
  else
    __syncthreads();
  Data[ID] = 1;
}

PROGRAM(barrierInHalfAWarp) {
  if (threadIdx.x % 32 < 16 || !Wrong)
    __syncthreads();
  __syncwarp();
  Data[ID] = 1;
}

PROGRAM(barrierOfNoNumber) { __barrier_sync(3 + 13 * Wrong); }

PROGRAM(barrierOfHalfAWarp) { __barrier_sync_count(1, 64 - 16 * Wrong); }

PROGRAM(barrierForMoreThanCome) {
  if (threadIdx.x < 32)
    __barrier_sync_count(1, Wrong ? 64 : 32);
}

PROGRAM(waitsForAFlag) {
  volatile int *Flag = Data + blockIdx.x;
  if (threadIdx.x == 32 && !Wrong)
    *Flag = 1;
  if (threadIdx.x == 0)
    while (*Flag == 0)
      ;
}

__device__ int sum(volatile int *Data, int Depth) {
  return Depth == 0 ? 0 : Data[Depth % 8] + sum(Data, Depth - 1);
}
PROGRAM(recursesTooDeep) {
  int Sum = sum(Data, Wrong ? 1000 : 10);
  __syncthreads();
  if (threadIdx.x == 0)
    Data[64 + blockIdx.x] = Sum;
}

PROGRAM(failedAssert) { assert(threadIdx.x < 64 - (unsigned)Wrong); }

#else
#define PROGRAMS(DO)                                                                               \
  DO(maskWithoutCaller, BadMask, 22)                                                               \
  DO(fullMaskInBranch, DivergentCollective, 21)                                                    \
  DO(masksThatDiffer, Deadlock, 22)                                                                \
  DO(syncwarpInTwoBranches, DivergentCollective, 22)                                               \
  DO(widthOfThree, BadWidth, 22)                                                                   \
  DO(barrierInBranches, DivergentCollective, 21)                                                   \
  DO(barrierInHalfAWarp, DivergentCollective, 21)                                                  \
  DO(barrierOfNoNumber, BadBarrier, 22)                                                            \
  DO(barrierOfHalfAWarp, BadBarrier, 22)                                                           \
  DO(barrierForMoreThanCome, Deadlock, 22)                                                         \
  DO(waitsForAFlag, StepBound, 22)                                                                 \
  DO(recursesTooDeep, CallDepth, 22)                                                               \
  DO(failedAssert, Trap, 22)
MAIN(PROGRAMS, false)
#endif
