// RUN: %{run-simt} 2>&1 | %FileCheck %s
// CHECK: all equal
//
// The last one to come adds up what all wrote, and other ways to hand results over once.
#include "idioms.h"
#ifdef __CUDACC__

__device__ bool isLast(int *Count, unsigned Of) { return atomicAdd(Count, 1) == (int)Of - 1; }

// CUDA's sample threadFenceReduction: one thread writes, fences and takes the ticket.
IDIOM(oneWrites) {
  __shared__ bool IsLast;
  if (THREAD == 0) {
    Data[BLOCK] = 1;
    if (NEEDS(1))
      __threadfence();
    IsLast = isLast(&Data[100], gridDim.x);
  }
  if (NEEDS(2))
    __syncthreads();
  if (IsLast && THREAD < gridDim.x)
    atomicAdd(&Data[101], Data[THREAD]);
}

IDIOM(allWriteOneFences) {
  __shared__ bool IsLast;
  Data[ID] = 1;
  if (NEEDS(1))
    __syncthreads();
  if (THREAD == 0) {
    if (NEEDS(2) && NEEDS(3))
      __threadfence();
    else if (NEEDS(2)) // which is one for the block
      __threadfence_block();
    IsLast = isLast(&Data[900], gridDim.x);
  }
  __syncthreads();
  if (IsLast)
    for (unsigned I = 0; I < gridDim.x; ++I)
      Data[300 + THREAD] += Data[I * 64 + THREAD];
}

// PyTorch's reductions: all fence, then the barrier, then the ticket.
IDIOM(allWriteAllFence) {
  __shared__ bool IsLast;
  Data[ID] = 1;
  if (NEEDS(1))
    __threadfence();
  if (NEEDS(2))
    __syncthreads();
  if (THREAD == 0)
    IsLast = isLast(&Data[900], gridDim.x);
  __syncthreads();
  if (IsLast)
    for (unsigned I = 0; I < gridDim.x; ++I)
      Data[300 + THREAD] += Data[I * 64 + THREAD];
}

// Who takes the ticket wrote and fenced nothing itself; what it writes behind is not handed over.
IDIOM(someWriteAnotherTakes) {
  __shared__ bool IsLast;
  if (THREAD < 32) {
    Data[ID] = 1;
    if (NEEDS(1))
      __threadfence();
  }
  __syncthreads();
  if (THREAD == 40) {
    if (!NEEDS(2))
      Data[ID] = 2;
    IsLast = isLast(&Data[900], gridDim.x);
  }
  __syncthreads();
  if (IsLast)
    for (unsigned I = 0; I < gridDim.x; ++I)
      Data[300 + THREAD] += Data[I * 64 + THREAD];
}

// By a barrier with a number.
IDIOM(numberedBarrier) {
  __shared__ bool IsLast;
  Data[ID] = 1;
  if (NEEDS(1))
    __threadfence();
  if (NEEDS(2))
    asm volatile("bar.sync 1, 64;");
  if (THREAD == 40)
    IsLast = isLast(&Data[900], gridDim.x);
  asm volatile("bar.sync 2, 64;");
  if (IsLast)
    for (unsigned I = 0; I < gridDim.x; ++I)
      Data[300 + THREAD] += Data[I * 64 + THREAD];
}

// Two barriers and other work lie between the fence and the ticket.
IDIOM(fencedLongAgo) {
  __shared__ int S[64];
  __shared__ bool IsLast;
  Data[ID] = 1;
  if (NEEDS(1))
    __threadfence();
  S[THREAD] = THREAD;
  __syncthreads();
  const int Other = S[63 - THREAD];
  if (!NEEDS(2))
    Data[ID] = 2;
  __syncthreads();
  if (THREAD == 0)
    IsLast = isLast(&Data[900], gridDim.x);
  __syncthreads();
  if (IsLast)
    for (unsigned I = 0; I < gridDim.x; ++I)
      Data[300 + THREAD] += Data[I * 64 + THREAD] + Other;
}

IDIOM(warpTakes) {
  Data[ID] = 1;
  if (NEEDS(1))
    __threadfence();
  if (NEEDS(2))
    __syncwarp();
  int IsLast = 0;
  if (LANE == 0)
    IsLast = isLast(&Data[900], 2 * gridDim.x);
  IsLast = __shfl_sync(~0u, IsLast, 0);
  if (IsLast) {
    __threadfence();
    __syncwarp();
    for (unsigned I = 0; I < 2 * gridDim.x; ++I)
      Data[300 + LANE] += Data[I * 32 + LANE];
  }
}

IDIOM(warpSyncsThenOneFences) {
  Data[ID] = 1;
  if (NEEDS(1))
    __syncwarp();
  int IsLast = 0;
  if (LANE == 0) {
    if (NEEDS(2))
      __threadfence();
    IsLast = isLast(&Data[900], 2 * gridDim.x);
    if (NEEDS(3))
      __threadfence();
  }
  IsLast = __shfl_sync(~0u, IsLast, 0);
  __syncwarp();
  if (IsLast)
    for (unsigned I = 0; I < 2 * gridDim.x; ++I)
      Data[300 + LANE] += Data[I * 32 + LANE];
}

IDIOM(oneThreadAddsUp) {
  if (THREAD)
    return;
  Data[BLOCK] = 1;
  if (NEEDS(1))
    __threadfence();
  if (!isLast(&Data[900], gridDim.x))
    return;
  if (NEEDS(2))
    __threadfence();
  for (unsigned I = 0; I < gridDim.x; ++I)
    Data[300] += Data[I];
}

// The guide's own: the results are volatile, so the reader needs no fence.
IDIOM(volatileResults) {
  volatile int *Results = Data;
  if (THREAD)
    return;
  Results[BLOCK] = 1;
  __threadfence();
  if (atomicInc((unsigned *)&Data[900], gridDim.x) == gridDim.x - 1)
    for (unsigned I = 0; I < gridDim.x; ++I)
      Results[300] += Results[I];
}

// Sums by atomics; who comes last reads them as they are, and sets all back for the next launch.
IDIOM(sumsSetBack) {
  __shared__ bool IsLast;
  atomicAdd((float *)&Data[ID % 4], 1.0f);
  if (NEEDS(1))
    __threadfence();
  if (NEEDS(2))
    __syncthreads();
  if (THREAD == 0) {
    unsigned Ticket = atomicAdd(&Data[900], 1);
    IsLast = NEEDS(3) ? Ticket == gridDim.x - 1 : Ticket == gridDim.x - 2;
  }
  __syncthreads();
  if (!IsLast)
    return;
  if (THREAD < 4) {
    Data[300 + THREAD] = Data[THREAD];
    Data[THREAD] = 0;
  }
  if (THREAD == 0)
    Data[900] = 0;
}

// Who is second at a node of a tree goes up, and reads what both halves left (Karras 2012).
IDIOM(treeUp) {
  int *Values = Data, *Visits = Data + 600;
  unsigned Node = 256 + ID;
  Values[Node] = 1;
  for (Node /= 2; Node; Node /= 2) {
    if (NEEDS(1) && NEEDS(3))
      __threadfence();
    else if (NEEDS(1))
      __threadfence_block();
    if (atomicAdd(&Visits[Node], 1) == 0)
      return;
    if (NEEDS(2))
      __threadfence();
    Values[Node] = Values[2 * Node] + Values[2 * Node + 1];
  }
}

// Release and acquire, in C++'s words.
IDIOM(acquireRelease) {
  if (ID == 0) {
    Data[1] = 1;
    __atomic_store_n(&Data[0], 1, NEEDS(1) ? __ATOMIC_RELEASE : __ATOMIC_RELAXED);
  } else if (ID == 64) {
    while (!__atomic_load_n(&Data[0], NEEDS(2) ? __ATOMIC_ACQUIRE : __ATOMIC_RELAXED))
      ;
    Data[2] = Data[1];
  }
}

IDIOM(acquireReleaseByBlocks) {
  __shared__ int Ticket;
  Data[ID] = 1;
  if (NEEDS(1))
    __syncthreads();
  if (THREAD == 0)
    Ticket = __atomic_fetch_add(&Data[900], 1, NEEDS(2) ? __ATOMIC_ACQ_REL : __ATOMIC_RELAXED);
  __syncthreads();
  if (Ticket == 3)
    Data[300 + THREAD] = Data[THREAD] + Data[64 + THREAD];
}

// The host waits for it; here it reads it at the end.
IDIOM(systemFence) {
  Data[1 + ID] = 1;
  __threadfence_system();
  __syncthreads();
  if (THREAD == 0 && atomicAdd_system(&Data[900], 1) == 3)
    *(volatile int *)Data = 1;
}

#else
#define IDIOMS(DO)                                                                                 \
  DO(oneWrites, 2, 22)                                                                             \
  DO(allWriteOneFences, 3, 22)                                                                     \
  DO(allWriteAllFence, 2, 22)                                                                      \
  DO(someWriteAnotherTakes, 2, 22)                                                                 \
  DO(numberedBarrier, 2, 15)                                                                       \
  DO(fencedLongAgo, 2, 22)                                                                         \
  DO(warpTakes, 2, 21)                                                                             \
  DO(warpSyncsThenOneFences, 3, 21)                                                                \
  DO(oneThreadAddsUp, 2, 22)                                                                       \
  DO(volatileResults, 0, 0)                                                                        \
  DO(sumsSetBack, 3, 22)                                                                           \
  DO(treeUp, 3, 22)                                                                                \
  DO(acquireRelease, 2, 22)                                                                        \
  DO(acquireReleaseByBlocks, 2, 22)                                                                \
  DO(systemFence, 0, 0)
MAIN(IDIOMS)
#endif
