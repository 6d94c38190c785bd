// RUN: %{run-simt} 2>&1 | %FileCheck %s
// CHECK: all equal
//
// Races on shared memory, reads of what nobody wrote, and accesses beyond it.
#include "wrong.h"
#ifdef __CUDACC__

PROGRAM(missingBarrier) {
  __shared__ int S[64];
  S[threadIdx.x] = Data[ID];
  if (!Wrong)
    __syncthreads();
  Data[ID] = S[63 - threadIdx.x];
}

// The next round writes what others still read.
PROGRAM(missingSecondBarrier) {
  __shared__ int S[64];
  int Sum = 0;
  for (int I = 0; I < 3; ++I) {
    S[threadIdx.x] = I;
    __syncthreads();
    Sum += S[63 - threadIdx.x];
    if (!Wrong)
      __syncthreads();
  }
  Data[ID] = Sum;
}

PROGRAM(barrierOnlyBeforeLoop) {
  __shared__ int S[64];
  S[threadIdx.x] = Data[ID];
  __syncthreads();
  for (unsigned D = 32; D; D /= 2) {
    if (threadIdx.x < D)
      S[threadIdx.x] += S[threadIdx.x + D];
    if (!Wrong)
      __syncthreads();
  }
  if (threadIdx.x == 0)
    Data[128 + blockIdx.x] = S[0];
}

PROGRAM(missingSyncwarp) {
  __shared__ int S[64];
  S[threadIdx.x] = Data[ID];
  if (!Wrong)
    __syncwarp();
  Data[ID] = S[threadIdx.x ^ 1];
}

PROGRAM(volatileTail) {
  __shared__ int S[64];
  volatile int *V = S;
  V[threadIdx.x] = Data[ID];
  __syncthreads();
  for (unsigned D = 16; D && threadIdx.x < 32; D /= 2) {
    int Value = V[threadIdx.x] + V[threadIdx.x + D];
    if (!Wrong)
      __syncwarp();
    V[threadIdx.x] = Value;
    if (!Wrong)
      __syncwarp();
  }
  Data[ID] = V[threadIdx.x];
}

PROGRAM(plainCounter) {
  __shared__ int Count;
  if (threadIdx.x == 0)
    Count = 0;
  __syncthreads();
  if (Wrong)
    ++Count;
  else
    atomicAdd(&Count, 1);
  __syncthreads();
  Data[ID] = Count;
}

PROGRAM(readsCounterTooEarly) {
  __shared__ int Count;
  if (threadIdx.x == 0)
    Count = 0;
  __syncthreads();
  atomicAdd(&Count, 1);
  if (!Wrong)
    __syncthreads();
  Data[ID] = Count;
}

PROGRAM(flagWithoutFence) {
  __shared__ int Value, Ready;
  if (threadIdx.x == 0)
    Ready = 0;
  __syncthreads();
  if (threadIdx.x == 0) {
    Value = 1;
    if (!Wrong)
      __threadfence_block();
    atomicExch(&Ready, 1);
  } else if (threadIdx.x == 32) {
    while (atomicAdd(&Ready, 0) == 0)
      ;
    if (!Wrong)
      __threadfence_block();
    Data[ID] = Value;
  }
}

PROGRAM(allWriteOne) {
  __shared__ int Flag;
  if (Wrong || threadIdx.x == 0)
    Flag = 1;
  __syncthreads();
  Data[ID] = Flag;
}

PROGRAM(sumNotZeroed) {
  __shared__ int Sum;
  if (!Wrong && threadIdx.x == 0)
    Sum = 0;
  __syncthreads();
  atomicAdd(&Sum, 1);
}

PROGRAM(tailNotFilled) {
  __shared__ int S[64];
  if (threadIdx.x < 50 || !Wrong)
    S[threadIdx.x] = threadIdx.x < 50 ? 1 : 0;
  __syncthreads();
  Data[ID] = S[63 - threadIdx.x];
}

PROGRAM(beyondDynamic) {
  extern __shared__ int Dynamic[];
  Dynamic[threadIdx.x + Wrong] = 1;
}

PROGRAM(beyondStatic) {
  __shared__ char S[61];
  if (threadIdx.x < 61 + (unsigned)Wrong)
    S[threadIdx.x] = 1;
}

PROGRAM(beforeStatic) {
  __shared__ int S[64];
  S[(int)threadIdx.x - Wrong] = 1;
}

#else
#define PROGRAMS(DO)                                                                               \
  DO(missingBarrier, Race, 22)                                                                     \
  DO(missingSecondBarrier, Race, 22)                                                               \
  DO(barrierOnlyBeforeLoop, Race, 21)                                                              \
  DO(missingSyncwarp, Race, 21)                                                                    \
  DO(volatileTail, Race, 21)                                                                       \
  DO(plainCounter, Race, 22)                                                                       \
  DO(readsCounterTooEarly, Race, 22)                                                               \
  DO(flagWithoutFence, Race, 22)                                                                   \
  DO(allWriteOne, Race, 22)                                                                        \
  DO(sumNotZeroed, Uninitialised, 22)                                                              \
  DO(tailNotFilled, Uninitialised, 22)                                                             \
  DO(beyondDynamic, OutOfShared, 22)                                                               \
  DO(beyondStatic, OutOfShared, 22)                                                                \
  DO(beforeStatic, OutOfShared, 22)
MAIN(PROGRAMS, false)
#endif
