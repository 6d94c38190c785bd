// RUN: %{run-simt} 2>&1 | %FileCheck %s
// CHECK: all equal
//
// A cooperative launch: its blocks run together, so that they may wait for each other.
#ifdef __CUDACC__
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

// Each block reads what the other ones wrote in the round before.
__global__ void rounds(int *Data, int Rounds) {
  __shared__ int Own[64];
  cg::grid_group Grid = cg::this_grid();
  unsigned Rank = Grid.thread_rank(), Size = Grid.num_threads();
  for (int I = 0; I < Rounds; ++I) {
    Own[threadIdx.x] = Data[(I & 1) * Size + (Rank + blockDim.x) % Size];
    Grid.sync();
    Data[(~I & 1) * Size + Rank] = Own[threadIdx.x] + 1;
    Grid.sync();
  }
}

// A barrier of its own: a counter, and a loop that waits for it.
__global__ void counted(int *Data, unsigned *Count) {
  Data[blockIdx.x * blockDim.x + threadIdx.x] = blockIdx.x + 1;
  __syncthreads();
  if (threadIdx.x == 0) {
    __threadfence();
    atomicAdd(Count, 1);
    while (*(volatile unsigned *)Count < gridDim.x)
      ;
    __threadfence();
  }
  __syncthreads();
  int Sum = 0;
  for (unsigned B = 0; B < gridDim.x; ++B)
    Sum += ((volatile int *)Data)[B * blockDim.x + threadIdx.x];
  Data[(gridDim.x + blockIdx.x) * blockDim.x + threadIdx.x] = Sum;
}

// The last block never comes.
__global__ void apart(int *Data) {
  if (blockIdx.x + 1 < gridDim.x)
    cg::this_grid().sync();
  Data[blockIdx.x] = cg::this_grid().is_valid();
}

#else
#include "harness.h"

void rounds(int *Data, int Rounds);
void counted(int *Data, unsigned *Count);
void apart(int *Data);

// Which threads ran in a launch, and in which order.
static uint64_t countedTrace(const Config &C) {
  std::vector<int> Sums(2 * 3 * 64);
  unsigned Count = 0;
  Report R = simt::launch(C, counted, 3, 48, 0, Sums.data(), &Count);
  ok(R, "findings of a small launch");
  return R.Trace;
}

int main() {
  for (Config C : schedules(30)) {
    C.Cooperative = true;
    std::vector<int> Data(2 * 3 * 64), Sums(2 * 3 * 64);
    for (int I = 0; I < 3 * 64; ++I)
      Data[I] = I;
    Report R = simt::launch(C, rounds, 3, 64, 0, Data.data(), 4);
    ok(R, "findings of " + name(C));
    for (int I = 0; I < 3 * 64; ++I)
      equal(Data[I], (I + 4 * 64) % (3 * 64) + 4, "a word of " + name(C));
    unsigned Count = 0;
    R = simt::launch(C, counted, 3, 64, 0, Sums.data(), &Count);
    ok(R, "findings of " + name(C));
    for (int I = 3 * 64; I < 6 * 64; ++I)
      equal(Sums[I], 6, "a sum of " + name(C));
  }
  Config C;
  C.Cooperative = true, C.MaxSteps = 10000;
  std::vector<int> Data(3);
  check(simt::launch(C, apart, 3, 32, 0, Data.data()).has(simt::Kind::StepBound), "a block that does not come");
  // A smaller launch meets no threads of the blocks that one before it left.
  Config Fair = fair();
  Fair.Cooperative = true;
  const uint64_t Trace = countedTrace(Fair);
  Fair.MaxSteps = 300;
  check(!simt::launch(Fair, apart, 3, 256, 0, Data.data()).Completed, "too few steps");
  Fair.MaxSteps = 100000;
  equal(countedTrace(Fair), Trace, "the same launch once more");
  check(simt::launch(C, apart, 9, 32, 0, Data.data()).has(simt::Kind::Misuse), "too many blocks");
  C.Cooperative = false;
  check(simt::launch(C, apart, 3, 32, 0, Data.data()).has(simt::Kind::Trap), "no cooperative launch");
  return finish();
}
#endif
