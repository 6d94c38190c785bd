// RUN: %{run-simt} 2>&1 | %FileCheck %s
// CHECK: all equal
//
// Locks, and barriers of the grid.
#include "idioms.h"
#ifdef __CUDACC__
#include <cooperative_groups.h>

__device__ void fenceIf(bool IsNeeded) {
  if (IsNeeded)
    __threadfence();
}

IDIOM(spinLock) {
  if (THREAD)
    return;
  while (atomicCAS(&Data[0], 0, 1))
    ;
  fenceIf(NEEDS(1));
  ++Data[1];
  fenceIf(NEEDS(2));
  atomicExch(&Data[0], 0);
}

// Lanes of a warp compete: who has the lock leaves the loop by itself.
IDIOM(spinLockOfLanes) {
  bool Done = LANE > 3;
  while (!Done)
    if (atomicCAS(&Data[0], 0, 1) == 0) {
      fenceIf(NEEDS(1));
      ++Data[1];
      fenceIf(NEEDS(2));
      atomicExch(&Data[0], 0);
      Done = true;
    }
}

// A plain read first, so that who waits does not update; and a volatile store that unlocks.
IDIOM(testAndSet) {
  if (THREAD)
    return;
  volatile int *Lock = Data;
  do
    while (*Lock)
      ;
  while (atomicExch(Data, 1));
  fenceIf(NEEDS(1));
  ++Data[1];
  fenceIf(NEEDS(2));
  *Lock = 0;
}

IDIOM(tryLock) {
  if (THREAD)
    return;
  for (int I = 0; I < 3; ++I)
    if (Data[0] == 0 && atomicCAS(&Data[0], 0, 1) == 0) {
      fenceIf(NEEDS(1));
      ++Data[1];
      fenceIf(NEEDS(2));
      atomicExch(&Data[0], 0);
    }
}

IDIOM(ticketLock) {
  if (THREAD)
    return;
  const int Ticket = atomicAdd(&Data[0], 1);
  while (*(volatile int *)&Data[1] != Ticket)
    ;
  fenceIf(NEEDS(1));
  ++Data[2];
  fenceIf(NEEDS(2));
  *(volatile int *)&Data[1] = Ticket + 1;
}

// A lock for what all threads of a block do.
IDIOM(lockOfBlock) {
  if (THREAD == 0)
    while (atomicCAS(&Data[900], 0, 1))
      ;
  __syncthreads();
  ++Data[THREAD];
  fenceIf(NEEDS(1));
  if (NEEDS(2))
    __syncthreads();
  if (THREAD == 0)
    atomicExch(&Data[900], 0);
}

// Readers count themselves; a writer takes the count below 0.
IDIOM(readersAndWriters) {
  if (THREAD)
    return;
  if (BLOCK == 0) {
    while (atomicCAS(&Data[0], 0, -1000))
      ;
    fenceIf(NEEDS(1));
    Data[1] = 1;
    fenceIf(NEEDS(2));
    atomicAdd(&Data[0], 1000);
  } else {
    while (atomicAdd(&Data[0], 1) < 0)
      atomicSub(&Data[0], 1);
    fenceIf(NEEDS(3));
    Data[2 + BLOCK] = Data[1];
    fenceIf(NEEDS(4));
    atomicSub(&Data[0], 1);
  }
}

// --- the grid's barrier ------------------------------------------------------

IDIOM(gridBarrierOfACounter) {
  for (int I = 1; I < 4; ++I) {
    Data[(I % 2) * 256 + ID] = I;
    if (NEEDS(1))
      __syncthreads();
    if (THREAD == 0) {
      fenceIf(NEEDS(2));
      atomicAdd(&Data[900], 1);
      while (*(volatile int *)&Data[900] < I * (int)gridDim.x)
        ;
      __threadfence();
    }
    if (NEEDS(3))
      __syncthreads();
    Data[512 + ID] += Data[(I % 2) * 256 + 255 - ID];
  }
}

// All fence, as in many programs' __gpu_sync.
IDIOM(gridBarrierAllFence) {
  for (int I = 1; I < 4; ++I) {
    Data[(I % 2) * 256 + ID] = I;
    fenceIf(NEEDS(1));
    if (NEEDS(2))
      __syncthreads();
    if (THREAD == 0) {
      atomicAdd(&Data[900], 1);
      while (atomicAdd(&Data[900], 0) < I * (int)gridDim.x)
        ;
    }
    __syncthreads();
    Data[512 + ID] += Data[(I % 2) * 256 + 255 - ID];
  }
}

IDIOM(gridBarrierOfASense) {
  volatile int *Sense = &Data[901];
  for (int I = 1; I < 4; ++I) {
    Data[(I % 2) * 256 + ID] = I;
    __syncthreads();
    if (THREAD == 0) {
      const int Mine = *Sense;
      fenceIf(NEEDS(1));
      if (atomicInc((unsigned *)&Data[900], gridDim.x - 1) == gridDim.x - 1) {
        fenceIf(NEEDS(2));
        *Sense = !Mine;
      } else
        while (*Sense == Mine)
          ;
      fenceIf(NEEDS(3) || LeftOut == 3);
    }
    __syncthreads();
    Data[512 + ID] += Data[(I % 2) * 256 + 255 - ID];
  }
}

// Without atomics: each block has a flag, and one block's threads look after one each (Xiao, Feng
// 2010).
IDIOM(gridBarrierOfFlags) {
  volatile int *In = Data + 900, *Out = Data + 910;
  for (int I = 1; I < 4; ++I) {
    Data[(I % 2) * 256 + ID] = I;
    fenceIf(NEEDS(1));
    __syncthreads();
    if (THREAD == 0)
      In[BLOCK] = I;
    if (BLOCK == 0) {
      if (THREAD < gridDim.x)
        while (In[THREAD] != I)
          ;
      fenceIf(LeftOut == 0 || LeftOut == 1);
      if (NEEDS(2))
        __syncthreads();
      if (THREAD < gridDim.x)
        Out[THREAD] = I;
    }
    if (THREAD == 0)
      while (Out[BLOCK] != I)
        ;
    __syncthreads();
    Data[512 + ID] += Data[(I % 2) * 256 + 255 - ID];
  }
}

IDIOM(gridGroup) {
  for (int I = 1; I < 4; ++I) {
    Data[(I % 2) * 256 + ID] = I;
    if (NEEDS(1))
      cooperative_groups::this_grid().sync();
    Data[512 + ID] += Data[(I % 2) * 256 + 255 - ID];
  }
}

#else
#define IDIOMS(DO)\
  DO(spinLock, 2, 22)\
  DO(spinLockOfLanes, 2, 22)\
  DO(testAndSet, 2, 22)\
  DO(tryLock, 2, 10)\
  DO(ticketLock, 2, 22)\
  DO(lockOfBlock, 2, 22)\
  DO(readersAndWriters, 4, 10)\
  DO(gridBarrierOfACounter, 3, 22)\
  DO(gridBarrierAllFence, 2, 22)\
  DO(gridBarrierOfASense, 2, 22)\
  DO(gridBarrierOfFlags, 2, 22)\
  DO(gridGroup, 1, 22)
MAIN(IDIOMS)
#endif
