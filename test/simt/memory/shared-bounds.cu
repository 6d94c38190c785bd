// RUN: %{run-simt} 2>&1 | %FileCheck %s
//
// Accesses beyond the variables of static shared memory, which those of all kernels are in, and beyond
// __device__ variables that nobody registered.
#ifdef __CUDACC__

__device__ int Before;
__device__ char Odd[13];
__device__ long long After;

// CHECK-LABEL: inAnothers: out of shared memory: bytes 256-259 of Mine, which has 256 bytes
// CHECK-NEXT: thread 63 writes 4 bytes at shared-bounds.cu:[[#@LINE+4]]
// CHECK-NEXT: inAnothers: right without
__global__ void inAnothers(int *Data, int Wrong) {
  __shared__ int Mine[64];
  Mine[threadIdx.x + Wrong] = 1;
  Data[threadIdx.x] = Mine[threadIdx.x];
}

// Between two variables there are holes.
// CHECK-LABEL: inHole: out of shared memory: byte 13 of Small, which has 13 bytes
// CHECK-NEXT: thread 13 writes 1 byte at
__global__ void inHole(int *Data, int Wrong) {
  __shared__ char Small[13];
  __shared__ double Next;
  if (threadIdx.x < 13 + (unsigned)Wrong)
    Small[threadIdx.x] = 1;
  Next = 1;
  Data[threadIdx.x] = Small[0] + Next;
}

// CHECK-LABEL: across: out of shared memory: bytes 12-15 of Words, which has 13 bytes
// CHECK-NEXT: thread 0 writes 4 bytes at
__global__ void across(int *Data, int Wrong) {
  __shared__ __align__(4) char Words[13];
  *(int *)(Words + 8 + 4 * Wrong) = 1;
  Data[0] = Words[8];
}

// CHECK-LABEL: inVariable: out of bounds: byte 13 of Odd, which has 13 bytes
// CHECK-NEXT: thread 0 reads 1 byte at
__global__ void inVariable(int *Data, int Wrong) {
  Before = 1, After = 2;
  Data[0] = Odd[12 + Wrong] + Before + After;
}

// What a function gives a pointer to is its caller's, too.
__device__ int *scratch() {
  __shared__ int Scratch[64];
  return Scratch;
}
__device__ void fill(int *Shared) { Shared[threadIdx.x] = 1; }
// CHECK-LABEL: neighbour: right with
// CHECK-NEXT: neighbour: right without
__global__ void neighbour(int *Data, int) {
  __shared__ int Other[64];
  fill(scratch());
  fill(Other);
  Data[threadIdx.x] = scratch()[threadIdx.x] + Other[threadIdx.x];
}

#else
#include "harness.h"
#include "simt/memory.h"

#define KERNELS(DO) DO(inAnothers) DO(inHole) DO(across) DO(inVariable) DO(neighbour)
#define DECLARE(K) void K(int *Data, int Wrong);
KERNELS(DECLARE)

static Report run(Config C, void (*Kernel)(int *, int), bool Wrong) {
  static void *Data = simt::allocate(256, simt::Memory::Device, {"cudaMalloc"});
  C.CheckMemory = true, C.CheckRaces = false;
  return simt::launch(C, Kernel, 1, 64, 0, static_cast<int *>(Data), Wrong);
}

static void run(const char *Name, void (*Kernel)(int *, int)) {
  Report R = run(lockstep(), Kernel, true);
  printf("%s: %s", Name, R.ok() ? "right with\n" : R.Findings[0].str().c_str());
  for (const Config &C : schedules(20)) {
    check(run(C, Kernel, true).ok() == R.ok(), Name + (" wrong, " + name(C)));
    ok(run(C, Kernel, false), Name + (" right, " + name(C)));
  }
  printf("%s: right without\n", Name);
}

int main() {
#define REGISTER(K) simt::registerKernel(reinterpret_cast<const void *>(K));
  KERNELS(REGISTER)
#define RUN(K) run(#K, K);
  KERNELS(RUN)
  return finish(); // CHECK: all equal
}
#endif
