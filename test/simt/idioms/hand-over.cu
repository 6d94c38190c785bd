// RUN: %{run-simt} 2>&1 | %FileCheck %s
// CHECK: all equal
//
// From block to block, by flags.
#include "idioms.h"
#ifdef __CUDACC__
#include <cooperative_groups.h>

__device__ void fenceIf(bool IsNeeded) {
  if (IsNeeded)
    __threadfence();
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

// One lane waits; the fence is all lanes', as the sync is none.
IDIOM(oneLaneWaits) {
  if (ID == 0) {
    Data[1] = 1;
    __threadfence();
    atomicExch(&Data[0], 1);
  } else if (BLOCK == 1 && WARP == 0) {
    if (LANE == 0)
      while (atomicAdd(&Data[0], 0) == 0)
        ;
    if (NEEDS(2))
      __syncwarp();
    fenceIf(NEEDS(1));
    Data[ID] = Data[1];
  }
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
#define IDIOMS(DO)\
  DO(lookBackPacked, 1, 22)\
  DO(lookBackFenced, 3, 22)\
  DO(lookBackOfAWarp, 2, 22)\
  DO(oneLaneWaits, 2, 21)\
  DO(fixUp, 3, 22)\
  DO(inTurn, 3, 22)\
  DO(twoLevels, 3, 22)\
  DO(scratch, 3, 15)\
  DO(ring, 4, 22)
MAIN(IDIOMS)
#endif
