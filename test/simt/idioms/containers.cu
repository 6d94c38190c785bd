// RUN: %{run-simt} 2>&1 | %FileCheck %s
// CHECK: all equal
//
// Queues, lists, tables, flags.
#include "idioms.h"
#ifdef __CUDACC__
#include <cooperative_groups.h>

// --- queues ------------------------------------------------------------------

// A counter that a kernel sets to 0 itself.
IDIOM(zeroed) {
  if (ID == 0)
    Data[900] = 0;
  if (NEEDS(1))
    cooperative_groups::this_grid().sync();
  else
    __syncthreads();
  Data[atomicAdd(&Data[900], 1)] = ID;
}
IDIOM(takeWork) {
  for (int I; (I = atomicAdd(&Data[900], 1)) < 300;)
    Data[NEEDS(1) ? I : I / 2] = (int)ID;
}
// One thread takes work for its block.
IDIOM(takeWorkForAll) {
  __shared__ int Tile;
  for (;;) {
    if (THREAD == 0)
      Tile = atomicAdd(&Data[900], 1);
    if (NEEDS(1))
      __syncthreads();
    const int Mine = Tile;
    if (NEEDS(2))
      __syncthreads();
    if (Mine >= 8)
      return;
    Data[Mine * 64 + THREAD] = 1;
  }
}
// A queue from blocks to blocks: a slot is ready when its flag says so.
IDIOM(queue) {
  int *Items = Data, *Ready = Data + 300;
  if (THREAD >= 8)
    return;
  if (BLOCK % 2) {
    const int Slot = atomicAdd(&Data[900], 1);
    Items[Slot] = ID;
    if (NEEDS(1))
      __threadfence();
    atomicExch(&Ready[Slot], 1);
  } else {
    const int Slot = atomicAdd(&Data[901], 1);
    while (*(volatile int *)&Ready[Slot] == 0)
      ;
    if (NEEDS(2))
      __threadfence();
    Data[600 + Slot] = Items[Slot];
  }
}
// Each block has a list of work behind a lock, and takes from others' when its own is empty.
IDIOM(steal) {
  if (THREAD)
    return;
  for (unsigned Empty = 0; Empty < gridDim.x;) {
    int *Queue = Data + (BLOCK + Empty) % gridDim.x * 16;
    while (atomicCAS(&Queue[0], 0, 1))
      ;
    if (NEEDS(1))
      __threadfence();
    const int Item = Queue[1] < 5 ? Queue[1]++ : -1;
    if (NEEDS(2))
      __threadfence();
    atomicExch(&Queue[0], 0);
    if (Item < 0)
      ++Empty;
    else
      atomicAdd(&Data[900], 1);
  }
}
// Without a lock: a counter each.
IDIOM(stealByCounters) {
  for (unsigned From = 0; From < gridDim.x; ++From) {
    const unsigned Of = (BLOCK + From) % gridDim.x;
    for (int I; (I = atomicAdd(&Data[900 + Of], 1)) < 70;)
      Data[Of * 70 + (NEEDS(1) ? I : I / 2)] = ID;
  }
}
// Slots that go from block to block by a list of free ones (the head has a tag).
IDIOM(freeList) {
  volatile int *Head = &Data[900], *Next = &Data[904];
  if (THREAD)
    return;
  if (BLOCK == 0) {
    Next[1] = 2, Next[2] = 0;
    __threadfence();
    *Head = 1;
  }
  for (int I = 0; I < 2; ++I) {
    int Old, Slot;
    do
      Old = *Head, Slot = Old & 15;
    while (!Slot || atomicCAS((int *)Head, Old, (Old & ~15) + 16 + Next[Slot]) != Old);
    if (NEEDS(1))
      __threadfence();
    ++Data[Slot];
    do {
      Old = *Head, Next[Slot] = Old & 15;
      if (NEEDS(2))
        __threadfence();
    } while (atomicCAS((int *)Head, Old, (Old & ~15) + 16 + Slot) != Old);
  }
}

// Nodes that one pushes and another pops.
IDIOM(stack) {
  int *Head = &Data[900], *Next = Data + 300;
  if (THREAD % 8)
    return;
  int Old = *(volatile int *)Head, Found;
  Data[ID] = ID;
  for (;; Old = Found) {
    Next[ID] = Old;
    if (NEEDS(1))
      __threadfence();
    if ((Found = atomicCAS(Head, Old, (int)ID + 1)) == Old)
      break;
  }
  if (THREAD % 16)
    return;
  do {
    Old = *(volatile int *)Head;
    if (NEEDS(2))
      __threadfence();
  } while (Old && atomicCAS(Head, Old, Next[Old - 1]) != Old);
  if (Old)
    ++Data[Old - 1];
}

// --- lists and tables --------------------------------------------------------

// Nodes before the head; read when all are there (per-pixel lists).
IDIOM(lists) {
  int *Heads = Data, *Next = Data + 256;
  Next[ID] = atomicExch(&Heads[ID % 8], (int)ID + 1);
  if (NEEDS(1))
    cooperative_groups::this_grid().sync();
  if (ID < 8)
    for (int Node = Heads[ID]; Node; Node = Next[Node - 1])
      ++Data[600 + ID];
}
// Keys by atomicCAS, values as they are; read when all are there.
IDIOM(table) {
  int *Keys = Data, *Values = Data + 300;
  const int Key = (int)ID * 5 + 1;
  unsigned Slot = Key % 300;
  while (Keys[Slot] != 0 || atomicCAS(&Keys[Slot], 0, Key) != 0)
    Slot = (Slot + 1) % 300;
  Values[Slot] = ID;
  if (NEEDS(1))
    cooperative_groups::this_grid().sync();
  const int Wanted = (int)(255 - ID) * 5 + 1;
  for (Slot = Wanted % 300; Keys[Slot] != Wanted && Keys[Slot];)
    Slot = (Slot + 1) % 300;
  Data[700 + ID] = Values[Slot];
}
// Found or made while others look: the value is there when the state says so.
IDIOM(tableAtOnce) {
  int *States = Data, *Values = Data + 300;
  const int Key = ID % 16;
  const int Old = atomicCAS(&States[Key], 0, 1);
  if (Old == 0) {
    Values[Key] = Key + 1;
    if (NEEDS(1))
      __threadfence();
    atomicExch(&States[Key], 2);
  } else if (Old == 2) {
    if (NEEDS(2))
      __threadfence();
    Data[600 + ID] = Values[Key];
  }
}

// --- flags -------------------------------------------------------------------

// Who finds it says so, and the others look now and then.
IDIOM(found) {
  volatile int *Found = Data;
  for (int I = 0; I < 5 && !*Found; ++I)
    if (ID == 100 && I == 2) {
      Data[1] = ID;
      if (NEEDS(1))
        __threadfence();
      atomicExch(Data, 1);
    }
  if (ID == 7 && *Found) {
    if (NEEDS(2))
      __threadfence();
    Data[2] = Data[1];
  }
}
IDIOM(waitsPlainly) {
  if (ID == 0)
    atomicExch(&Data[0], 1);
  else if (ID == 64 && NEEDS(1))
    while (*(volatile int *)&Data[0] == 0)
      ;
  else if (ID == 64)
    while (Data[0] == 0)
      ;
}
// One thread of each warp adds for all; the numbers are unique.
IDIOM(aggregated) {
  if (ID % 3 == 0)
    return;
  const unsigned Active = __activemask();
  const int Leader = __ffs(Active) - 1;
  int First = 0;
  if ((int)LANE == Leader)
    First = atomicAdd(&Data[900], __popc(Active));
  First = __shfl_sync(Active, First, Leader);
  Data[First + (NEEDS(1) ? __popc(Active & ((1u << LANE) - 1)) : 0)] = ID;
}
IDIOM(aggregatedByGroup) {
  cooperative_groups::coalesced_group Group = cooperative_groups::coalesced_threads();
  int First = 0;
  if (Group.thread_rank() == 0)
    First = atomicAdd(&Data[900], Group.size());
  Data[Group.shfl(First, 0) + (NEEDS(1) ? Group.thread_rank() : 0)] = ID;
}

#else
#define IDIOMS(DO)\
  DO(zeroed, 1, 22)\
  DO(takeWork, 1, 10)\
  DO(takeWorkForAll, 2, 20)\
  DO(queue, 2, 20)\
  DO(steal, 2, 3)\
  DO(stealByCounters, 1, 10)\
  DO(freeList, 2, 20)\
  DO(stack, 2, 8)\
  DO(lists, 1, 20)\
  DO(table, 1, 20)\
  DO(tableAtOnce, 2, 10)\
  DO(found, 2, 3)\
  DO(waitsPlainly, 1, 20)\
  DO(aggregated, 1, 20)\
  DO(aggregatedByGroup, 1, 10)
MAIN(IDIOMS)
#endif
