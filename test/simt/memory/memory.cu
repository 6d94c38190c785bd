// RUN: %{run-simt} 2>&1 | %FileCheck %s
//
// Accesses to global memory that is not the kernel's, and what the report says of them. Of each
// wrong kernel the argument 0 is the right twin.
#ifdef __CUDACC__

__device__ int Symbol[4] = {1, 2, 3, 4};
__constant__ int Constant[4] = {5, 6, 7, 8};

// CHECK-LABEL: behind: out of bounds: bytes 400-403 of allocation 1, which has 400 bytes
// CHECK-NEXT: thread 100 writes 4 bytes at memory.cu:[[#@LINE+5]]
// CHECK-NEXT: allocated by cudaMalloc at memory.cu:{{[0-9]+}}
// CHECK-NEXT: behind: right without
__global__ void behind(int *Data, int Wrong) {
  if ((int)threadIdx.x < 100 + Wrong)
    Data[threadIdx.x] = 1;
}

// CHECK-LABEL: farBehind: out of bounds: bytes 1200-1203 of allocation
// CHECK-NEXT: thread 0 reads 4 bytes at
__global__ void farBehind(int *Data, int Wrong) { Data[1] = Data[Wrong * 300]; }

// CHECK-LABEL: before: out of bounds: 4 bytes before allocation {{[0-9]+}}, which has 400 bytes
__global__ void before(int *Data, int Wrong) { Data[0] = 0, atomicAdd(&Data[-Wrong], 1); }

// CHECK-LABEL: across: out of bounds: bytes 392-407 of allocation
// CHECK-NEXT: thread 0 writes 16 bytes
__global__ void across(int *Data, int Wrong) { memset(Data + 96 + 2 * Wrong, 0, 16); }

// CHECK-LABEL: freed: use after free: bytes 4-7 of allocation {{[0-9]+}}, which has 400 bytes
// CHECK-NEXT: thread 0 writes 4 bytes at memory.cu:[[#@LINE+4]]
// CHECK-NEXT: allocated by cudaMalloc at memory.cu:
// CHECK-NEXT: freed by cudaFree at memory.cu:
// CHECK-NEXT: freed: right without
__global__ void freed(int *Data, int) { Data[1] = 1; }

// CHECK-LABEL: ofTheHost: host pointer: address 0x{{[0-9a-f]+}} is the host's memory
// CHECK-NEXT: thread 0 reads 4 bytes at
__global__ void ofTheHost(int *Data, int) { Symbol[0] = *Data; }

// CHECK-LABEL: null: out of bounds: a null pointer, or near to it: address 0x4
__global__ void null(int *Data, int Wrong) { (Wrong ? nullptr : Data)[1] = 1; }

// CHECK-LABEL: nowhere: out of bounds: no memory is near address 0x123456789000
__global__ void nowhere(int *Data, int Wrong) {
  *(Wrong ? (int *)0x123456789000 : Data) = 1;
}

// CHECK-LABEL: ofAnother: out of bounds: a local variable of another thread
// CHECK-NEXT: thread 1 reads 4 bytes at
__global__ void ofAnother(int *Data, int Wrong) {
  __shared__ int *Local;
  int Mine = 1;
  if (threadIdx.x == 0)
    Local = Wrong ? &Mine : Data, *Data = 1;
  __syncthreads();
  if (threadIdx.x == 1)
    Data[1] = *Local;
}

// CHECK-LABEL: misaligned: misaligned access: allocation {{[0-9]+}}+2: 0x{{[0-9a-f]+}} is no multiple of 4
// CHECK-NEXT: thread 0 writes 4 bytes at memory.cu:[[#@LINE+2]]
__global__ void misaligned(int *Data, int Wrong) {
  *(int *)((char *)Data + 2 * Wrong) = 1;
}

// CHECK-LABEL: misalignedAtomic: misaligned access: allocation {{[0-9]+}}+4: 0x{{[0-9a-f]+}} is no multiple of 8
// CHECK-NEXT: thread 0 updates atomically 8 bytes at
__global__ void misalignedAtomic(int *Data, int Wrong) {
  Data[0] = Data[1] = Data[2] = 0;
  atomicAdd((unsigned long long *)(Data + Wrong), 1ull);
}

// What is packed is not misaligned: the compiler makes bytes of it.
struct __attribute__((packed)) Packed {
  char C;
  int I;
};
// CHECK-LABEL: packed: right with
// CHECK-NEXT: packed: right without
__global__ void packed(int *Data, int) { ((Packed *)Data)->I = 1; }

// Variables and constants are the kernel's.
// CHECK-LABEL: variables: right with
__global__ void variables(int *, int) {
  static const int Table[] = {1, 2, 3};
  Symbol[1] = Constant[threadIdx.x % 4] + Table[threadIdx.x % 3] + "text"[1];
}

// CHECK-LABEL: heap: out of bounds: bytes 64-67 of allocation {{[0-9]+}}, which has 64 bytes
// CHECK-NEXT: thread 0 writes 4 bytes at memory.cu:[[#@LINE+4]]
// CHECK-NEXT: allocated by malloc in a kernel at memory.cu:[[#@LINE+2]]
__global__ void heap(int *Data, int Wrong) {
  int *Mine = (int *)malloc(64);
  Mine[15 + Wrong] = threadIdx.x;
  Data[threadIdx.x] = Mine[15];
  free(Mine);
}

// CHECK-LABEL: newInts: out of bounds: bytes 16-19 of allocation {{[0-9]+}}, which has 16 bytes
// CHECK: allocated by malloc in a kernel at memory.cu:[[#@LINE+3]]
// CHECK-NEXT: newInts: right without
__global__ void newInts(int *Data, int Wrong) {
  int *Mine = new int[4], *One = new int;
  Mine[3 + Wrong] = *One = 1;
  Data[threadIdx.x] = Mine[3];
  delete[] Mine;
  delete One;
}

// CHECK-LABEL: freedTwice: bad free: allocation {{[0-9]+}} is free already
// CHECK-NEXT: thread 0 frees at memory.cu:[[#@LINE+7]]
// CHECK-NEXT: allocated by malloc in a kernel at
// CHECK-NEXT: freed by free in a kernel at memory.cu:[[#@LINE+4]]
__global__ void freedTwice(int *, int Wrong) {
  int *Mine = (int *)malloc(64);
  if (threadIdx.x == 0 && Wrong)
    free(Mine);
  free(Mine);
}

// CHECK-LABEL: unwritten: uninitialised read: allocation {{[0-9]+}}+4: nobody wrote this before
// CHECK-NEXT: thread 1 reads 4 bytes at memory.cu:[[#@LINE+4]]
__global__ void unwritten(int *Data, int Wrong) {
  if (threadIdx.x % 2 == 0 || !Wrong)
    Data[threadIdx.x] = 1;
  Data[threadIdx.x + 32] = Data[threadIdx.x];
}

// CHECK-LABEL: unwrittenCounter: uninitialised read: allocation {{[0-9]+}}+0: nobody wrote this before
// CHECK-NEXT: thread 0 updates atomically 4 bytes at
__global__ void unwrittenCounter(int *Data, int Wrong) {
  if (!Wrong && threadIdx.x == 0)
    Data[0] = 0;
  __syncthreads();
  atomicAdd(Data, 1);
}

// The holes of a structure are copied unwritten.
struct WithHole {
  char C;
  int I;
};
// CHECK-LABEL: holes: right with
// CHECK-NEXT: holes: right without
__global__ void holes(int *Data, int) {
  WithHole *All = (WithHole *)Data;
  if (threadIdx.x)
    return;
  All[0].C = 1, All[0].I = 2;
  All[1] = All[0];
}

// CHECK-LABEL: unwrittenShared: uninitialised read: S+128: nobody wrote this before
// CHECK-NEXT: thread 0 reads 4 bytes at memory.cu:[[#@LINE+7]]
__global__ void unwrittenShared(int *Data, int Wrong) {
  __shared__ int S[64];
  if (threadIdx.x < 32)
    S[threadIdx.x] = 1;
  S[63] = 1;
  __syncthreads();
  Data[threadIdx.x] = S[threadIdx.x + (Wrong ? 32 : 0)];
}

// CHECK-LABEL: unwrittenDynamic: uninitialised read: dynamic+0: nobody wrote this before
// CHECK-NEXT: thread 0 reads 4 bytes at
__global__ void unwrittenDynamic(int *Data, int Wrong) {
  extern __shared__ char Dynamic[];
  if (threadIdx.x)
    return;
  Dynamic[0] = Dynamic[1] = Dynamic[2] = 1;
  if (!Wrong)
    Dynamic[3] = 1;
  Data[0] = Wrong ? *(int *)Dynamic + Dynamic[3] : *(int *)Dynamic;
}

#else
#include "harness.h"
#include "simt/memory.h"

#define KERNELS(DO)                                                                                \
  DO(behind) DO(farBehind) DO(before) DO(across) DO(freed) DO(ofTheHost) DO(null) DO(nowhere)      \
  DO(ofAnother) DO(misaligned) DO(misalignedAtomic) DO(packed) DO(variables)   \
  DO(heap) DO(newInts) DO(freedTwice) DO(unwritten) DO(unwrittenCounter) DO(holes) DO(unwrittenShared)         \
  DO(unwrittenDynamic)
#define DECLARE(K) void K(int *Data, int Wrong);
KERNELS(DECLARE)

using Kernel = void (*)(int *, int);

__attribute__((noinline)) static uintptr_t here() {
  return reinterpret_cast<uintptr_t>(__builtin_return_address(0));
}

static Report run(Config C, Kernel K, bool Wrong) {
  int *Data = static_cast<int *>(simt::allocate(400, simt::Memory::Device, {"cudaMalloc", here()}));
  if (K == farBehind || K == ofTheHost || K == variables)
    simt::markWritten(Data, 400);
  if (Wrong && K == freed)
    simt::release(Data, simt::Memory::Device, {"cudaFree", here()});
  C.CheckMemory = C.CheckUninitialised = true, C.CheckRaces = false;
  const unsigned Threads = K == behind ? 128 : K == heap || K == freedTwice ? 1 : 32;
  std::vector<int> Heap(100);
  int *Argument = Wrong && K == ofTheHost ? Heap.data() : Data;
  Report R = simt::launch(C, K, 1, Threads, 64, Argument, Wrong);
  if (K == freed && Wrong)
    return R;
  check(!simt::release(Data, simt::Memory::Device, {"cudaFree"}), "is free");
  return R;
}

static void run(const char *Name, Kernel K) {
  Report R = run(lockstep(), K, true);
  printf("%s: %s", Name, R.ok() ? "right with\n" : R.Findings[0].str().c_str());
  for (const Config &C : schedules(20)) {
    check(run(C, K, true).ok() == R.ok(), std::string(Name) + " wrong, " + name(C));
    ok(run(C, K, false), std::string(Name) + " right, " + name(C));
  }
  printf("%s: right without\n", Name);
}

int main() {
#define RUN(K) run(#K, K);
  KERNELS(RUN)
  return finish(); // CHECK: all equal
}
#endif
