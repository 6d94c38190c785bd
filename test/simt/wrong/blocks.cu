// RUN: %{run-simt} 2>&1 | %FileCheck %s
// CHECK: all equal
//
// Races between blocks.
#include "wrong.h"
#ifdef __CUDACC__
#include <cooperative_groups.h>

PROGRAM(neighbourOfAnotherBlock) {
  int *In = Data, *Out = Data + 128;
  In[ID] = 1;
  if (Wrong)
    Out[ID] = In[(ID + 1) % 128];
  else
    Out[ID] = In[ID];
}

PROGRAM(plainHistogram) {
  int *Bin = Data + threadIdx.x % 4;
  if (Wrong)
    ++*Bin;
  else
    atomicAdd(Bin, 1);
}

PROGRAM(sameFlag) {
  if (threadIdx.x == 0 && (Wrong || blockIdx.x == 0))
    Data[0] = 1;
}

// The sum of the blocks' sums, by the last block.
__device__ void lastBlock(int *Data, bool Barrier, bool Fence) {
  __shared__ bool IsLast;
  Data[ID] = ID;
  if (Barrier)
    __syncthreads();
  if (threadIdx.x == 0) {
    if (Fence)
      __threadfence();
    IsLast = atomicAdd(&Data[128], 1) == 1;
  }
  __syncthreads();
  if (IsLast)
    Data[130 + threadIdx.x] = Data[threadIdx.x] + Data[threadIdx.x + 64];
}
__device__ void zero(int *Count) {
  if (ID == 0)
    *Count = 0;
  cooperative_groups::this_grid().sync();
}
PROGRAM(ticketWithoutFence) {
  zero(Data + 128);
  lastBlock(Data, true, !Wrong);
}
PROGRAM(ticketWithoutBarrier) {
  zero(Data + 128);
  lastBlock(Data, !Wrong, true);
}

PROGRAM(lockWithoutFence) {
  if (threadIdx.x)
    return;
  while (atomicCAS(&Data[0], 0, 1))
    ;
  if (!Wrong)
    __threadfence();
  ++Data[1];
  if (!Wrong)
    __threadfence();
  atomicExch(&Data[0], 0);
}

PROGRAM(plainFlag) {
  if (ID == 0) {
    Data[1] = 1;
    __threadfence();
    if (Wrong)
      Data[0] = 1;
    else
      atomicExch(&Data[0], 1);
  } else if (ID == 64) {
    while (atomicAdd(&Data[0], 0) == 0)
      ;
    __threadfence();
    Data[2] = Data[1];
  }
}

PROGRAM(missingGridSync) {
  cooperative_groups::grid_group Grid = cooperative_groups::this_grid();
  for (int I = 0; I < 2; ++I) {
    Data[ID] = I;
    Grid.sync();
    Data[128 + ID] = Data[127 - ID];
    if (!Wrong)
      Grid.sync();
  }
}

PROGRAM(blockBarrierForGrids) {
  Data[ID] = 1;
  if (Wrong)
    __syncthreads();
  else
    cooperative_groups::this_grid().sync();
  Data[128 + ID] = Data[127 - ID];
}

#else
#define PROGRAMS(DO)                                                                               \
  DO(neighbourOfAnotherBlock, Race, 22)                                                            \
  DO(plainHistogram, Race, 22)                                                                     \
  DO(sameFlag, Race, 22)                                                                           \
  DO(ticketWithoutFence, Race, 22)                                                                 \
  DO(ticketWithoutBarrier, Race, 22)                                                               \
  DO(lockWithoutFence, Race, 22)                                                                   \
  DO(plainFlag, Race, 22)                                                                          \
  DO(missingGridSync, Race, 22)                                                                    \
  DO(blockBarrierForGrids, Race, 22)
MAIN(PROGRAMS, true)
#endif
