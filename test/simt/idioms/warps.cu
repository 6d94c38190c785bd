// RUN: %{run-simt} 2>&1 | %FileCheck %s
// CHECK: all equal
//
// Within a block: warps that wait for each other, barriers with numbers, parts of warps.
#include "idioms.h"
#ifdef __CUDACC__
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__device__ void barrierIf(bool IsNeeded) {
  if (IsNeeded)
    __syncthreads();
}
__device__ void syncIf(bool IsNeeded, unsigned Mask = ~0u) {
  if (IsNeeded)
    __syncwarp(Mask);
}
__device__ void blockFenceIf(bool IsNeeded) {
  if (IsNeeded)
    __threadfence_block();
}

// --- flags between warps -----------------------------------------------------

IDIOM(volatileFlag) {
  __shared__ int Value;
  __shared__ volatile int Ready;
  if (THREAD == 0)
    Ready = 0;
  __syncthreads();
  if (THREAD == 0) {
    Value = 1;
    blockFenceIf(NEEDS(1));
    Ready = 1;
  } else if (THREAD == 32) {
    while (!Ready)
      ;
    blockFenceIf(NEEDS(2));
    Data[ID] = Value;
  }
}
// A warp writes, fences and syncs, and one lane says so; one lane waits, and the warp reads.
IDIOM(fromWarpToWarp) {
  __shared__ int S[32];
  __shared__ volatile int Ready;
  if (THREAD == 0)
    Ready = 0;
  __syncthreads();
  if (WARP == 0) {
    S[LANE] = 1;
    blockFenceIf(NEEDS(1));
    syncIf(NEEDS(2));
    if (LANE == 0)
      Ready = 1;
  } else {
    if (LANE == 0)
      while (!Ready)
        ;
    syncIf(NEEDS(3));
    blockFenceIf(NEEDS(4));
    Data[ID] = S[31 - LANE];
  }
}
// The same in global memory.
IDIOM(flagInGlobalMemory) {
  volatile int *Ready = &Data[900 + BLOCK];
  if (THREAD == 0) {
    Data[BLOCK] = 1;
    blockFenceIf(NEEDS(1));
    *Ready = 1;
  } else if (THREAD == 32) {
    while (!*Ready)
      ;
    blockFenceIf(NEEDS(2));
    Data[ID + 100] = Data[BLOCK];
  }
}
// Until nobody changes anything; each round has three barriers.
IDIOM(untilStable) {
  __shared__ int S[64];
  __shared__ bool Changed;
  S[THREAD] = THREAD;
  do {
    barrierIf(NEEDS(1));
    if (THREAD == 0)
      Changed = false;
    const int Other = S[THREAD / 2];
    barrierIf(NEEDS(2));
    if (Other < S[THREAD])
      S[THREAD] = Other, Changed = true;
    barrierIf(NEEDS(3));
  } while (Changed);
  Data[ID] = S[THREAD];
}
// What is handed over in the warp by a barrier with a number.
IDIOM(numberThenFlag) {
  __shared__ int S[32];
  __shared__ volatile int Ready;
  if (THREAD == 0)
    Ready = 0;
  __syncthreads();
  if (WARP == 0) {
    S[LANE] = 1;
    blockFenceIf(NEEDS(1));
    asm volatile("bar.sync 1, 32;");
    if (LANE == 7)
      Ready = 1;
  } else if (LANE < 2) {
    while (!Ready)
      ;
    blockFenceIf(NEEDS(2));
    Data[ID] = S[31 - LANE];
  }
}
// Two warps take turns on one buffer.
IDIOM(pingPong) {
  __shared__ int S[4];
  __shared__ volatile int Turn;
  if (LANE >= 4)
    return;
  S[LANE] = 0;
  if (THREAD == 0)
    Turn = 0;
  __syncthreads();
  for (int I = WARP; I < 4; I += 2) {
    if (LANE == 0)
      while (Turn != I)
        ;
    __syncwarp(0xf);
    blockFenceIf(NEEDS(1));
    const int Value = S[3 - LANE];
    __syncwarp(0xf);
    S[LANE] = Value + 1;
    blockFenceIf(NEEDS(2));
    syncIf(NEEDS(3), 0xf);
    if (LANE == 0)
      Turn = I + 1;
  }
}
IDIOM(sharedLock) {
  __shared__ int Lock, Value;
  if (THREAD == 0)
    Lock = Value = 0;
  barrierIf(NEEDS(1));
  for (bool Done = LANE > 2; !Done;)
    if (atomicCAS(&Lock, 0, 1) == 0) {
      blockFenceIf(NEEDS(2));
      ++Value;
      blockFenceIf(NEEDS(3));
      atomicExch(&Lock, 0);
      Done = true;
    }
  barrierIf(NEEDS(4));
  if (THREAD == 63)
    Data[BLOCK] = Value;
}
IDIOM(stopFlag) {
  __shared__ volatile int Stop;
  if (THREAD == 0)
    Stop = 0;
  barrierIf(NEEDS(1));
  if (THREAD == 5)
    Stop = 1;
  else if (THREAD == 40)
    while (!Stop)
      ;
}
IDIOM(oneIsElected) {
  __shared__ int Owner, Value;
  if (THREAD == 0)
    Owner = -1;
  barrierIf(NEEDS(1));
  if (atomicCAS(&Owner, -1, THREAD) == -1)
    Value = THREAD;
  barrierIf(NEEDS(2));
  Data[ID] = Value + Owner;
}

// --- barriers with numbers ---------------------------------------------------

IDIOM(producerAndConsumer) {
  __shared__ int S[32];
  for (int I = 0; I < 3; ++I)
    if (WARP == 0) {
      if (I && NEEDS(1))
        asm volatile("bar.sync 1, 64;");
      S[LANE] = I;
      if (NEEDS(2))
        asm volatile("bar.arrive 2, 64;");
    } else {
      if (NEEDS(2))
        asm volatile("bar.sync 2, 64;");
      Data[ID] += S[31 - LANE];
      if (I < 2 && NEEDS(1))
        asm volatile("bar.arrive 1, 64;");
    }
}
IDIOM(ownNumbers) {
  __shared__ int S[64];
  S[THREAD] = 1;
  if (NEEDS(1))
    asm volatile("bar.sync %0, 32;" ::"r"(1 + WARP));
  Data[ID] = S[THREAD ^ (NEEDS(2) ? 31 : 32)];
}
// Blocks that differ: the condition is the same for all who could come.
IDIOM(uniformBarrier) {
  __shared__ int S[64];
  if (BLOCK % 2) {
    S[THREAD] = 1;
    barrierIf(NEEDS(1));
    Data[ID] = S[63 - THREAD];
  }
}
IDIOM(someHaveLeft) {
  __shared__ int S[64];
  if (THREAD >= 48)
    return;
  S[THREAD] = 1;
  barrierIf(NEEDS(1));
  Data[ID] = S[47 - THREAD];
}

// --- parts of warps ----------------------------------------------------------

IDIOM(halfWarps) {
  __shared__ int S[64];
  const unsigned Half = LANE < 16 ? 0xffff : 0xffff0000;
  S[THREAD] = 1;
  syncIf(NEEDS(1), Half);
  Data[ID] = S[THREAD ^ (NEEDS(2) ? 15 : 16)];
}
IDIOM(oneSide) {
  __shared__ int S[64];
  if (LANE < 16) {
    S[THREAD] = 1;
    syncIf(NEEDS(1), 0xffff);
    Data[ID] = S[THREAD ^ 1];
  } else {
    S[THREAD] = 2;
    syncIf(NEEDS(2), 0xffff0000);
    Data[ID] = S[THREAD ^ 1];
  }
  syncIf(NEEDS(3));
  Data[ID] += S[THREAD ^ 16];
}
IDIOM(exitedLanes) {
  __shared__ int S[64];
  if (LANE >= 20)
    return;
  S[THREAD] = 1;
  syncIf(NEEDS(1), 0xfffff);
  Data[ID] = S[WARP * 32 + 19 - LANE];
}
// A shuffle, a vote, a match order no memory (CUDA guide, warp vote, match and shuffle functions);
// __syncwarp() does.
IDIOM(shuffleIsNoSync) {
  __shared__ int S[64];
  S[THREAD] = 1;
  const int Other = __shfl_xor_sync(~0u, (int)THREAD, 1);
  syncIf(NEEDS(1));
  Data[ID] = S[Other];
}
IDIOM(voteIsNoSync) {
  __shared__ int S[64];
  S[THREAD] = 1;
  if (__all_sync(~0u, 1)) {
    syncIf(NEEDS(1));
    Data[ID] = S[THREAD ^ 1];
  }
}
IDIOM(matchIsNoSync) {
  __shared__ int S[64];
  S[THREAD] = 1;
  const unsigned Mask = __match_any_sync(~0u, (int)(LANE % 4));
  syncIf(NEEDS(1), Mask);
  Data[ID] = S[WARP * 32 + __ffs(Mask) - 1];
}
IDIOM(tileSync) {
  __shared__ int S[64];
  auto Tile = cg::tiled_partition<8>(cg::this_thread_block());
  S[THREAD] = 1;
  if (NEEDS(1))
    Tile.sync();
  Data[ID] = S[THREAD ^ (NEEDS(2) ? 7 : 8)];
}
IDIOM(coalescedSync) {
  __shared__ int S[64];
  if (LANE % 2)
    return;
  auto Group = cg::coalesced_threads();
  S[THREAD] = 1;
  if (NEEDS(1))
    Group.sync();
  Data[ID] = S[Group.shfl((int)THREAD, 0)];
}
IDIOM(blockGroup) {
  __shared__ int S[64];
  S[THREAD] = 1;
  if (NEEDS(1))
    cg::this_thread_block().sync();
  Data[ID] = S[63 - THREAD];
}

#else
#define IDIOMS(DO)\
  DO(volatileFlag, 2, 20)\
  DO(fromWarpToWarp, 4, 20)\
  DO(flagInGlobalMemory, 2, 20)\
  DO(untilStable, 3, 20)\
  DO(numberThenFlag, 2, 20)\
  DO(pingPong, 3, 20)\
  DO(sharedLock, 4, 20)\
  DO(stopFlag, 1, 1)\
  DO(oneIsElected, 2, 20)\
  DO(producerAndConsumer, 2, 22)\
  DO(ownNumbers, 2, 20)\
  DO(uniformBarrier, 1, 22)\
  DO(someHaveLeft, 1, 22)\
  DO(halfWarps, 2, 20)\
  DO(oneSide, 3, 20)\
  DO(exitedLanes, 1, 20)\
  DO(shuffleIsNoSync, 1, 21)\
  DO(voteIsNoSync, 1, 21)\
  DO(matchIsNoSync, 1, 21)\
  DO(tileSync, 2, 21)\
  DO(coalescedSync, 1, 5)\
  DO(blockGroup, 1, 22)
MAIN(IDIOMS)
#endif
