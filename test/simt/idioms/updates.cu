// RUN: %{run-simt} 2>&1 | %FileCheck %s
// CHECK: all equal
//
// What is updated by atomics, and read as it is: sums, bounds, graphs.
#include "idioms.h"
#ifdef __CUDACC__
#include <cooperative_groups.h>

// CUDA guide, atomic functions: the first read is plain.
__device__ double addDouble(double *Address, double Value) {
  unsigned long long *Word = (unsigned long long *)Address, Old = *Word, Assumed;
  do {
    Assumed = Old;
    Old = atomicCAS(Word, Assumed, __double_as_longlong(Value + __longlong_as_double(Assumed)));
  } while (Assumed != Old);
  return __longlong_as_double(Old);
}
IDIOM(doubles) {
  double *Sums = (double *)Data;
  addDouble(&Sums[ID % 2], 1);
  addDouble(&Sums[0], 1);
  if (!NEEDS(1)) // to add as it is
    Sums[1] += 1;
}
// What it adds up to is known behind a barrier only.
IDIOM(sumOfDoubles) {
  __shared__ double Sum;
  if (THREAD == 0)
    Sum = 0;
  if (NEEDS(1))
    __syncthreads();
  addDouble(&Sum, 1);
  if (NEEDS(2))
    __syncthreads();
  if (THREAD == 0)
    Data[BLOCK] = (int)Sum;
}

// A plain read that spares the update.
IDIOM(greatest) {
  const int Mine = (int)(ID * 37 % 256);
  if (Data[0] < Mine)
    atomicMax(&Data[0], Mine);
  if (!NEEDS(1))
    Data[256 + ID] = Data[0];
}
IDIOM(greatestFloat) {
  const int Mine = __float_as_int((float)(ID * 37 % 256));
  int Old = Data[0];
  while (Old < Mine) {
    const int Found = atomicCAS(&Data[0], Old, Mine);
    if (Found == Old)
      break;
    Old = Found;
  }
  if (!NEEDS(1) && Old < Mine)
    Data[0] = Mine;
}
// No more than some, with a look before.
IDIOM(limited) {
  if (Data[900] >= 10)
    return;
  const int Mine = atomicAdd(&Data[900], 1);
  if (Mine < 10)
    Data[NEEDS(1) ? Mine : Mine / 2] = ID;
}
// The one that is first to set a bit.
IDIOM(visited) {
  const unsigned Of = ID / 2, Bit = 1u << Of % 32;
  if (Data[Of / 32] & Bit)
    return;
  if (!(atomicOr(&Data[Of / 32], Bit) & Bit) || !NEEDS(1))
    Data[300 + Of] = ID;
}
// Who reads a word that he updated wants to see what all did.
IDIOM(visitedCount) {
  atomicOr(&Data[ID / 32], 1 << ID % 32);
  if (NEEDS(1))
    __syncthreads();
  Data[300 + ID] = __popc(Data[ID / 32]);
}

// --- graphs ------------------------------------------------------------------

// Distances by atomicMin, read as they are (Harish, Narayanan 2007, and others).
IDIOM(shortestPaths) {
  int *Distance = Data;
  if (ID)
    Distance[ID] = 1000;
  cooperative_groups::this_grid().sync();
  for (int Round = 0; Round < 3; ++Round) {
    const int Mine = Distance[ID];
    for (unsigned I = 1; I < 3; ++I) {
      const unsigned To = (ID * I + I) % 256;
      if (Mine + 1 >= Distance[To])
        continue;
      if (NEEDS(1))
        atomicMin(&Distance[To], Mine + 1);
      else
        Distance[To] = Mine + 1;
    }
  }
}
// Breadth first: who is first puts the node into the next frontier.
IDIOM(frontier) {
  int *Level = Data, *Next = Data + 256, *Count = Data + 900;
  for (int Round = 1; Round < 4; ++Round) {
    if ((Round == 1 ? ID == 0 : Level[ID] == Round))
      for (unsigned To = ID * 2 + 1; To < ID * 2 + 4; ++To)
        if (To < 256 && Level[To] == 0 && atomicCAS(&Level[To], 0, Round + 1) == 0)
          Next[NEEDS(1) ? atomicAdd(Count, 1) : (*Count)++] = To;
    if (NEEDS(2) || Round != 3)
      cooperative_groups::this_grid().sync();
  }
  if ((int)ID < *Count)
    Data[600 + ID] = Level[Next[ID]];
}
// Many write one value; other rounds look at another level.
IDIOM(sameValue) {
  if (ID % 3 == 0)
    Data[ID / 16] = NEEDS(1) ? 1 : ID;
  cooperative_groups::this_grid().sync();
  Data[300 + ID] = Data[ID / 16];
}
// Union and find, with roots that only get smaller.
__device__ int root(int *Parent, int I) {
  while (Parent[I] != I)
    I = Parent[I];
  return I;
}
IDIOM(unionFind) {
  int *Parent = Data;
  Parent[ID] = ID;
  cooperative_groups::this_grid().sync();
  int A = ID, B = ID * 7 % 256;
  for (bool Done = false; !Done;) {
    A = root(Parent, A), B = root(Parent, B);
    if (A < B) {
      const int Old = atomicMin(&Parent[B], A);
      Done = Old == B, B = Old;
    } else if (B < A) {
      const int Old = atomicMin(&Parent[A], B);
      Done = Old == A, A = Old;
    } else
      Done = true;
  }
  if (NEEDS(1))
    cooperative_groups::this_grid().sync();
  else
    __syncwarp();
  Data[256 + ID] = root(Parent, ID);
}

#else
#define IDIOMS(DO)\
  DO(doubles, 1, 20)\
  DO(sumOfDoubles, 2, 20)\
  DO(greatest, 1, 20)\
  DO(greatestFloat, 1, 10)\
  DO(limited, 1, 15)\
  DO(visited, 1, 5)\
  DO(visitedCount, 1, 20)\
  DO(shortestPaths, 1, 20)\
  DO(frontier, 2, 20)\
  DO(sameValue, 1, 20)\
  DO(unionFind, 1, 20)
MAIN(IDIOMS)
#endif
