// RUN: %{run-simt} 2>&1 | %FileCheck %s
// CHECK: all equal
//
// Locks, barriers of the grid, flags from block to block.
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

// --- from block to block -----------------------------------------------------

// Decoupled look-back (Merrill, Garland 2016): state and value in one word.
IDIOM(lookBackPacked) {
  typedef unsigned long long Word;
  volatile Word *States = (volatile Word *)Data;
  __shared__ int Before;
  if (THREAD == 0) {
    int Sum = 0;
    if (BLOCK > 0)
      States[BLOCK] = Word(1) << 32 | 7;
    for (int I = BLOCK - 1; I >= 0; --I) {
      Word State;
      while ((State = States[I]) >> 32 == 0)
        ;
      Sum += (int)State;
      if (State >> 32 == 2)
        break;
    }
    States[BLOCK] = Word(2) << 32 | (Sum + 7);
    Before = Sum;
  }
  if (NEEDS(1))
    __syncthreads();
  Data[300 + ID] = Before;
}

// And in several, with a fence between; the number of the block is a ticket.
IDIOM(lookBackFenced) {
  __shared__ int Number, Before;
  volatile int *States = Data;
  int *Sums = Data + 100, *Prefixes = Data + 200;
  if (THREAD == 0)
    Number = atomicAdd(&Data[900], 1);
  if (NEEDS(1))
    __syncthreads();
  const int Mine = Number;
  if (THREAD == 0) {
    int Sum = 0;
    Sums[Mine] = 7;
    fenceIf(NEEDS(2));
    States[Mine] = 1;
    for (int I = Mine - 1; I >= 0; --I) {
      int State;
      while ((State = States[I]) == 0)
        ;
      fenceIf(NEEDS(3));
      Sum += State == 2 ? Prefixes[I] : Sums[I];
      if (State == 2)
        break;
    }
    Prefixes[Mine] = Sum + 7;
    fenceIf(NEEDS(2));
    States[Mine] = 2;
    Before = Sum;
  }
  __syncthreads();
  Data[300 + Mine * 64 + THREAD] = Before;
}

// A warp looks at as many blocks before as it has lanes.
IDIOM(lookBackOfAWarp) {
  volatile int *States = Data;
  int *Sums = Data + 100;
  if (THREAD >= 32)
    return;
  if (LANE == 0) {
    Sums[BLOCK] = 7;
    fenceIf(NEEDS(1));
    States[BLOCK] = 1;
  }
  __syncwarp();
  const int Of = (int)BLOCK - 1 - (int)LANE;
  while (__any_sync(~0u, Of >= 0 && States[Of] == 0))
    ;
  fenceIf(NEEDS(2));
  int Sum = Of >= 0 ? Sums[Of] : 0;
  for (int D = 16; D; D /= 2)
    Sum += __shfl_down_sync(~0u, Sum, D);
  if (LANE == 0)
    Data[300 + BLOCK] = Sum;
}

// Stream-K: who finishes a tile adds the others' partial sums (Osama and others 2023).
IDIOM(fixUp) {
  if (BLOCK) {
    Data[ID] = 1;
    if (NEEDS(1))
      __syncthreads();
    if (THREAD == 0) {
      fenceIf(NEEDS(2));
      atomicExch(&Data[900 + BLOCK], 1);
    }
    return;
  }
  int Sum = 1;
  for (unsigned I = 1; I < gridDim.x; ++I) {
    if (THREAD == 0)
      while (atomicAdd(&Data[900 + I], 0) == 0)
        ;
    if (NEEDS(3))
      __syncthreads();
    Sum += Data[I * 64 + THREAD];
  }
  Data[THREAD] = Sum;
}

// Blocks add to one tile in turn (CUTLASS's semaphore).
IDIOM(inTurn) {
  if (THREAD == 0)
    while (*(volatile int *)&Data[900] != (int)BLOCK)
      ;
  __syncthreads();
  Data[THREAD] += 1;
  if (NEEDS(1))
    __syncthreads();
  if (THREAD == 0) {
    fenceIf(NEEDS(2));
    if (BLOCK == (NEEDS(3) ? gridDim.x - 1 : 0)) // for the next launch
      Data[900] = !NEEDS(3);
    else
      atomicAdd(&Data[900], 1);
  }
}

// From a block to a warp, and from that by a fence for the block to another one.
IDIOM(twoLevels) {
  __shared__ int Told;
  if (THREAD == 0)
    Told = 0;
  __syncthreads();
  if (BLOCK == 0 && THREAD == 0) {
    Data[0] = 1;
    if (NEEDS(1))
      __threadfence();
    atomicExch(&Data[900], 1);
  } else if (BLOCK == 1 && THREAD == 0) {
    while (atomicAdd(&Data[900], 0) == 0)
      ;
    if (NEEDS(2))
      __threadfence();
    else // not enough
      __threadfence_block();
    atomicExch(&Told, 1);
  } else if (BLOCK == 1 && THREAD == 32) {
    while (atomicAdd(&Told, 0) == 0)
      ;
    if (NEEDS(3))
      __threadfence_block();
    Data[1] = Data[0];
  }
}

// Memory that a block has for itself as long as its bit is set.
IDIOM(scratch) {
  __shared__ int Slot;
  if (THREAD == 0)
    for (Slot = 0; atomicOr(&Data[900], 1 << Slot) >> Slot & 1;)
      Slot = (Slot + 1) % 2;
  __syncthreads();
  int *Mine = Data + Slot * 64;
  Mine[THREAD] = ID;
  if (NEEDS(1))
    __syncthreads();
  Data[300 + ID] = Mine[63 - THREAD];
  if (NEEDS(2))
    __syncthreads();
  if (THREAD == 0) {
    fenceIf(NEEDS(3));
    atomicAnd(&Data[900], ~(1 << Slot));
  }
}

// A ring of two slots: the producer waits until a slot has been read.
IDIOM(ring) {
  volatile int *Written = &Data[900], *Read = &Data[901];
  if (THREAD || BLOCK > 1)
    return;
  for (int I = 0; I < 6; ++I)
    if (BLOCK == 0) {
      while (I - *Read >= 2)
        ;
      fenceIf(NEEDS(1));
      Data[I % 2] = I;
      fenceIf(NEEDS(2));
      *Written = I + 1;
    } else {
      while (*Written <= I)
        ;
      fenceIf(NEEDS(3));
      Data[2] += Data[I % 2];
      fenceIf(NEEDS(4));
      *Read = I + 1;
    }
}

#else
#define IDIOMS(DO)                                                                                 \
  DO(spinLock, 2, 22)                                                                              \
  DO(spinLockOfLanes, 2, 22)                                                                       \
  DO(testAndSet, 2, 22)                                                                            \
  DO(tryLock, 2, 10)                                                                               \
  DO(ticketLock, 2, 22)                                                                            \
  DO(lockOfBlock, 2, 22)                                                                           \
  DO(readersAndWriters, 4, 10)                                                                     \
  DO(gridBarrierOfACounter, 3, 22)                                                                 \
  DO(gridBarrierAllFence, 2, 22)                                                                   \
  DO(gridBarrierOfASense, 2, 22)                                                                   \
  DO(gridBarrierOfFlags, 2, 22)                                                                    \
  DO(gridGroup, 1, 22)                                                                             \
  DO(lookBackPacked, 1, 22)                                                                        \
  DO(lookBackFenced, 3, 22)                                                                        \
  DO(lookBackOfAWarp, 2, 22)                                                                       \
  DO(fixUp, 3, 22)                                                                                 \
  DO(inTurn, 3, 22)                                                                                \
  DO(twoLevels, 3, 22)                                                                             \
  DO(scratch, 3, 15)                                                                               \
  DO(ring, 4, 22)
MAIN(IDIOMS)
#endif
