// RUN: %{run-simt} 2>&1 | %FileCheck %s
// CHECK: all equal
//
// Within a block: shared memory and its barriers.
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

IDIOM(tileTwoBarriers) {
  __shared__ int S[64];
  for (int I = 0; I < 3; ++I) {
    S[THREAD] = I;
    barrierIf(NEEDS(1));
    Data[ID] += S[63 - THREAD];
    barrierIf(NEEDS(2));
  }
}
IDIOM(twoTilesOneBarrier) {
  __shared__ int S[2][64];
  for (int I = 0; I < 4; ++I) {
    S[NEEDS(2) ? I % 2 : 0][THREAD] = I;
    barrierIf(NEEDS(1));
    Data[ID] += S[NEEDS(2) ? I % 2 : 0][63 - THREAD];
  }
}
IDIOM(tree) {
  __shared__ int S[64];
  S[THREAD] = 1;
  __syncthreads();
  for (unsigned D = 32; D; D /= 2) {
    if (THREAD < D)
      S[THREAD] += S[THREAD + D];
    barrierIf(NEEDS(1));
  }
  if (THREAD == 0)
    Data[BLOCK] = S[0];
}
IDIOM(warpsTree) {
  __shared__ int S[64];
  S[THREAD] = 1;
  syncIf(NEEDS(1));
  for (unsigned D = 16; D; D /= 2) {
    const int Other = LANE < D ? S[THREAD + D] : 0;
    syncIf(NEEDS(2));
    S[THREAD] += Other;
    syncIf(NEEDS(3));
  }
  barrierIf(NEEDS(4));
  if (THREAD == 0)
    Data[BLOCK] = S[0] + S[32];
}
IDIOM(scan) {
  __shared__ int Sums[2];
  int Value = 1;
  for (unsigned D = 1; D < 32; D *= 2) {
    const int Other = __shfl_up_sync(~0u, Value, D);
    Value += LANE >= D ? Other : 0;
  }
  if (LANE == 31)
    Sums[WARP] = Value;
  barrierIf(NEEDS(1));
  Data[ID] = Value + (WARP ? Sums[0] : 0);
}
IDIOM(bitonic) {
  __shared__ int S[64];
  S[THREAD] = THREAD * 37 % 64;
  barrierIf(NEEDS(1));
  for (unsigned K = 2; K <= 64; K *= 2)
    for (unsigned J = K / 2; J; J /= 2) {
      const unsigned Other = THREAD ^ J;
      if (Other > THREAD && (S[THREAD] > S[Other]) == !(THREAD & K)) {
        const int Kept = S[THREAD];
        S[THREAD] = S[Other], S[Other] = Kept;
      }
      barrierIf(NEEDS(2));
    }
  Data[ID] = S[THREAD];
}
IDIOM(histogram) {
  __shared__ int Bins[16];
  if (THREAD < 16)
    Bins[THREAD] = 0;
  barrierIf(NEEDS(1));
  atomicAdd(&Bins[THREAD * 7 % 16], 1);
  barrierIf(NEEDS(2));
  if (THREAD < 16) {
    if (NEEDS(3))
      atomicAdd(&Data[THREAD], Bins[THREAD]);
    else
      Data[THREAD] += Bins[THREAD];
  }
}
IDIOM(compact) {
  __shared__ int Count, List[64];
  if (THREAD == 0)
    Count = 0;
  barrierIf(NEEDS(1));
  const bool Keeps = THREAD % 3 == 0;
  const unsigned Kept = __ballot_sync(~0u, Keeps);
  int First = 0;
  if (LANE == 0)
    First = atomicAdd(&Count, __popc(Kept));
  First = __shfl_sync(~0u, First, 0);
  if (Keeps)
    List[First + __popc(Kept & ((1u << LANE) - 1))] = THREAD;
  barrierIf(NEEDS(2));
  if ((int)THREAD < Count)
    Data[ID] = List[THREAD];
}
// A sum that goes on from round to round.
IDIOM(rounds) {
  __shared__ int Sum;
  if (THREAD == 0)
    Sum = 0;
  __syncthreads();
  for (int I = 0; I < 3; ++I) {
    atomicAdd(&Sum, 1);
    barrierIf(NEEDS(1));
    Data[ID] += Sum;
    barrierIf(NEEDS(2));
  }
}
IDIOM(greatestOfBlock) {
  __shared__ int Greatest;
  if (THREAD == 0)
    Greatest = 0;
  barrierIf(NEEDS(1));
  const int Mine = THREAD * 37 % 64;
  if (Greatest < Mine)
    atomicMax(&Greatest, Mine);
  barrierIf(NEEDS(2));
  Data[ID] = Greatest;
}
IDIOM(countedBarrier) {
  __shared__ int S[64];
  S[THREAD] = THREAD;
  const int Count = NEEDS(1) ? __syncthreads_count(THREAD < 10) : 10;
  Data[ID] = S[63 - THREAD] + Count;
}
// The last of a block's warps, as the last of a grid's blocks.
IDIOM(lastWarp) {
  __shared__ int S[64], Count;
  if (THREAD == 0)
    Count = 0;
  __syncthreads();
  S[THREAD] = THREAD;
  blockFenceIf(NEEDS(1));
  syncIf(NEEDS(2));
  int Ticket = 0;
  if (LANE == 0)
    Ticket = atomicAdd(&Count, 1);
  Ticket = __shfl_sync(~0u, Ticket, 0);
  blockFenceIf(NEEDS(3) && Ticket == 1);
  syncIf(Ticket == 1);
  if (Ticket == 1)
    Data[BLOCK * 32 + LANE] = S[LANE] + S[LANE + 32];
}

// Volatile or not, data need their barrier.
IDIOM(volatileData) {
  __shared__ volatile int S[64];
  for (unsigned D = 32; D; D /= 2) {
    S[THREAD] = D;
    barrierIf(NEEDS(1));
    Data[ID] += S[63 - THREAD];
    barrierIf(NEEDS(2));
  }
}

#else
#define IDIOMS(DO)\
  DO(tileTwoBarriers, 2, 22)\
  DO(twoTilesOneBarrier, 2, 22)\
  DO(tree, 1, 21)\
  DO(warpsTree, 4, 20)\
  DO(scan, 1, 22)\
  DO(bitonic, 2, 21)\
  DO(histogram, 3, 20)\
  DO(compact, 2, 22)\
  DO(rounds, 2, 22)\
  DO(greatestOfBlock, 2, 20)\
  DO(countedBarrier, 1, 22)\
  DO(lastWarp, 3, 20)\
  DO(volatileData, 2, 22)
MAIN(IDIOMS)
#endif
