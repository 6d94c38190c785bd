// RUN: %{run-simt} | %FileCheck %s
// RUN: %{run-simt64} | %FileCheck %s
// CHECK: all equal
//
// Blocks and grids of any shape, and the kinds of variables and kernels that
// programs have.
#ifdef __CUDACC__

struct Where {
  unsigned Lane, Warp, Live, WarpSize;
  uint3 Thread;
  dim3 Block;
  uint3 BlockIndex, Grid;
};

__device__ unsigned linear() {
  return threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
}

__global__ void shapes(Where *Out) {
  unsigned Threads = blockDim.x * blockDim.y * blockDim.z;
  unsigned Block = blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z);
  unsigned Lane, Warp;
  asm("mov.u32 %0, %%laneid;" : "=r"(Lane));
  asm("mov.u32 %0, %%warpid;" : "=r"(Warp));
  unsigned Live = __popcll(__ballot_sync(~(simt_mask_t)0, 1));
  Out[Block * Threads + linear()] = {Lane,     Warp,     Live,    (unsigned)warpSize,
                                     threadIdx, blockDim, blockIdx, gridDim};
}

// A kernel that exists for the types with which it is launched; a shared
// variable in a template; two dynamic arrays that are one memory.
template <class T> __global__ void reversed(T *Data) {
  __shared__ T Static[256];
  extern __shared__ unsigned char Bytes[];
  T *Dynamic = reinterpret_cast<T *>(Bytes);
  unsigned Id = linear(), Last = blockDim.x - 1;
  Static[Id] = Data[Id];
  Dynamic[Id] = 2 * Data[Id];
  __syncthreads();
  Data[Id] = Static[Last - Id] + Dynamic[Last - Id];
}
void launchesOnly(int *Ints, double *Doubles, cudaStream_t Stream) {
  reversed<<<1, 256, 1024, Stream>>>(Ints);
  reversed<double><<<dim3(1), dim3(256), 2048>>>(Doubles);
}

__constant__ int Factors[4];
__device__ int Counter;
__device__ unsigned Order[8];
static __device__ int twice(int V) { return 2 * V; }
namespace {
struct Functor {
  int Addend;
  __host__ __device__ int operator()(int V) const { return V + Addend; }
};
} // namespace

__global__ void globals(int *Out, Functor F) {
  auto Lambda = [=](int V) { return F(V) + Factors[threadIdx.x % 4]; };
  Out[threadIdx.x] = Lambda(twice(threadIdx.x));
  atomicAdd(&Counter, 1);
  if (threadIdx.x == 0)
    Order[blockIdx.x] = Counter;
}

// Shared memory begins as garbage, in each block anew.
__global__ void garbage(unsigned *Out) {
  __shared__ unsigned S;
  Out[blockIdx.x] = S;
  S = 1;
}

#else
#include "harness.h"

struct Uint3 {
  unsigned X, Y, Z;
};
struct Where {
  unsigned Lane, Warp, Live, WarpSize;
  Uint3 Thread, Block, BlockIndex, Grid;
};
void shapes(Where *Out);
template <class T> void reversed(T *Data);
extern int Factors[4], Counter;
extern unsigned Order[8];
namespace {
struct Functor {
  int Addend;
};
} // namespace
void garbage(unsigned *Out);

static void same(Uint3 A, simt::Dim3 B, const std::string &What) {
  check(A.X == B.X && A.Y == B.Y && A.Z == B.Z, What);
}

static void testShape(simt::Dim3 Grid, simt::Dim3 Block, const Config &C) {
  unsigned Threads = Block.count();
  std::vector<Where> Out(Grid.count() * Threads);
  ok(simt::launch(C, shapes, Grid, Block, 0, Out.data()), "shapes");
  for (unsigned I = 0; I < Out.size(); ++I) {
    unsigned Id = I % Threads, B = I / Threads;
    const Where &W = Out[I];
    std::string What = "thread " + std::to_string(Id) + " of " + std::to_string(Threads);
    equal(W.Lane, Id % LANES, What + " lane");
    equal(W.Warp, Id / LANES, What + " warp");
    equal(W.Live, std::min<unsigned>(LANES, Threads - Id / LANES * LANES), What + " live lanes");
    equal(W.WarpSize, unsigned(LANES), "warpSize");
    same(W.Thread, {Id % Block.X, Id / Block.X % Block.Y, Id / Block.X / Block.Y}, What);
    same(W.Block, Block, "blockDim");
    same(W.BlockIndex, {B % Grid.X, B / Grid.X % Grid.Y, B / Grid.X / Grid.Y}, "blockIdx");
    same(W.Grid, Grid, "gridDim");
  }
}

template <class T> static void testReversed(const Config &C) {
  std::vector<T> Data(256);
  for (unsigned I = 0; I < 256; ++I)
    Data[I] = T(I);
  ok(simt::launch(C, reversed<T>, 1, 256, 256 * sizeof(T), Data.data()), "reversed");
  for (unsigned I = 0; I < 256; ++I)
    equal(Data[I], T(3 * (255 - I)), "reversed");
}

// Functor has no linkage, so its kernel's name is known to the linker alone.
extern "C" void callGlobals(int *, Functor) __asm__("_Z7globalsPiN12_GLOBAL__N_17FunctorE");

static void testGlobals() {
  std::vector<int> Out(70);
  for (int I = 0; I < 4; ++I)
    Factors[I] = 1000 * I;
  ok(simt::launch(lockstep(), callGlobals, 8, 70, 0, Out.data(), Functor{5}), "globals");
  for (int I = 0; I < 70; ++I)
    equal(Out[I], 2 * I + 5 + 1000 * (I % 4), "globals");
  equal(Counter, 560, "atomic counter");
  for (unsigned I = 0; I < 8; ++I)
    check(Order[I] > 70 * I && Order[I] <= 70 * (I + 1), "blocks run one after the other");
}

static void testGarbage() {
  unsigned Out[4] = {}, Other[4] = {};
  simt::launch(lockstep(), garbage, 4, 1, 0, Out);
  Config C = lockstep();
  C.Seed = 2;
  simt::launch(C, garbage, 4, 1, 0, Other);
  check(Out[0] != Out[1] && Out[1] != Out[2] && Out[0] != 1 && Out[1] != 1, "new garbage");
  check(Out[0] != Other[0] && Out[3] != Other[3], "garbage differs by seed");
}

int main() {
  for (const Config &C : schedules(5)) {
    for (unsigned Size : {1, 31, 32, 33, 48, 64, 96, 100, 255, 256, 1024})
      testShape(1, Size, C);
    testShape(1, {16, 16}, C);
    testShape(1, {8, 8, 4}, C);
    testShape({2, 3, 2}, {5, 3, 7}, C);
    testReversed<int>(C);
    testReversed<double>(C);
  }
  testGlobals();
  testGarbage();
  return finish();
}
#endif
