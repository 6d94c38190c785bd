// RUN: %{run-simt} 2>&1 | %FileCheck %s
//
// What orders accesses to global memory, in a block and between the blocks of a launch, which run
// one after the other or together.
#ifdef __CUDACC__
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__device__ unsigned Ticket;

// CHECK-LABEL: inBlock: race: allocation {{[0-9]+}}+128: nothing orders these accesses
// CHECK-NEXT: thread 0 of block 0 reads at global-races.cu:[[#@LINE+5]]
// CHECK-NEXT: thread 32 of block 0 writes at global-races.cu:[[#@LINE+3]]
// CHECK: inBlock: races under 22 of 22 schedules
__global__ void inBlock(int *Data, int *Sums) {
  Data[threadIdx.x] = 1;
  Sums[blockIdx.x * blockDim.x + threadIdx.x] = Data[threadIdx.x ^ 32];
}
// CHECK: inBlockSynced: races under 0 of 22 schedules
__global__ void inBlockSynced(int *Data, int *Sums) {
  Data += blockIdx.x * blockDim.x;
  Data[threadIdx.x] = 1;
  __syncthreads();
  Sums[blockIdx.x * blockDim.x + threadIdx.x] = Data[threadIdx.x ^ 32];
}

// They never run at the same time here.
// CHECK-LABEL: betweenBlocks: race: allocation {{[0-9]+}}+4: nothing orders these accesses
// CHECK-NEXT: thread 0 of block 0 writes at
// CHECK-NEXT: thread 0 of block 1 reads at
// CHECK: betweenBlocks: races under 22 of 22 schedules
__global__ void betweenBlocks(int *Data, int *) {
  if (threadIdx.x == 0)
    Data[blockIdx.x + 1] = Data[blockIdx.x] + 1;
}

// CHECK-LABEL: readBeforeWritten: race: allocation {{[0-9]+}}+
// CHECK-NEXT: thread {{[0-9]+}} of block 0 reads at
// CHECK-NEXT: thread {{[0-9]+}} of block 1 writes at
// CHECK: readBeforeWritten: races under 22 of 22 schedules
__global__ void readBeforeWritten(int *Data, int *Sums) {
  if (blockIdx.x == 0)
    Sums[threadIdx.x] = Data[threadIdx.x];
  else if (blockIdx.x == 1)
    Data[threadIdx.x] = 1;
}

// CHECK-LABEL: sameValue: race: {{.*}}: nothing orders these accesses, which write the same value
// CHECK-NEXT: thread 0 of block 0 writes at
// CHECK: sameValue: races under 22 of 22 schedules
__global__ void sameValue(int *Data, int *) { Data[threadIdx.x] = 7; }
// CHECK-LABEL: notTheSame: race: allocation {{[0-9]+}}+0: nothing orders these accesses{{$}}
// CHECK: notTheSame: races under 22 of 22 schedules
__global__ void notTheSame(int *Data, int *) { Data[threadIdx.x] = blockIdx.x / 2; }

// The last block adds up what all wrote (CUDA guide, memory fence functions, and the sample
// threadFenceReduction).
template <bool Fenced> __device__ void lastBlock(int *Data, int *Sums) {
  __shared__ bool IsLast;
  __shared__ int Sum;
  if (threadIdx.x == 0) {
    Sums[blockIdx.x] = Data[blockIdx.x];
    Sum = 0;
    if (Fenced)
      __threadfence();
    IsLast = atomicInc(&Ticket, gridDim.x - 1) == gridDim.x - 1;
  }
  __syncthreads();
  if (!IsLast)
    return;
  if (threadIdx.x < gridDim.x)
    atomicAdd(&Sum, Sums[threadIdx.x]);
  __syncthreads();
  if (threadIdx.x == 0)
    Sums[0] = Sum;
}
// CHECK-LABEL: fencedTicket: races under 0 of 22 schedules
__global__ void fencedTicket(int *Data, int *Sums) { lastBlock<true>(Data, Sums); }
// CHECK-LABEL: ticketOnly: race: allocation {{[0-9]+}}+0: nothing orders these accesses
// CHECK-NEXT: thread 0 of block 0 writes at
// CHECK-NEXT: thread 0 of block 3 reads at
// CHECK: ticketOnly: races under 22 of 22 schedules
__global__ void ticketOnly(int *Data, int *Sums) { lastBlock<false>(Data, Sums); }

// A barrier, one thread's fence and its ticket publish what all threads of the block wrote.
template <bool Synced> __device__ void lastBlockOfAll(int *Data, int *Sums) {
  __shared__ bool IsLast;
  Data[blockIdx.x * blockDim.x + threadIdx.x] = 1;
  if (Synced)
    __syncthreads();
  if (threadIdx.x == 0) {
    __threadfence();
    IsLast = atomicAdd(&Ticket, 1) == gridDim.x - 1;
    if (IsLast)
      atomicExch(&Ticket, 0);
    __threadfence();
  }
  __syncthreads();
  if (IsLast)
    Sums[threadIdx.x] = Data[threadIdx.x] + Data[blockDim.x + threadIdx.x];
}
// CHECK-LABEL: barrierAndTicket: races under 0 of 22 schedules
__global__ void barrierAndTicket(int *Data, int *Sums) { lastBlockOfAll<true>(Data, Sums); }
// Thread 0's fence is none of the others'.
// CHECK-LABEL: noBarrier: race: allocation {{[0-9]+}}+{{[0-9]+}}: nothing orders these accesses
// CHECK: noBarrier: races under 22 of 22 schedules
__global__ void noBarrier(int *Data, int *Sums) { lastBlockOfAll<false>(Data, Sums); }

// Who has the last ticket sets the counter back: its own update was after all others (the sample
// threadFenceReduction). Who has another one does not know of those to come.
template <bool Last> __device__ void setBack(int *Sums) {
  if (threadIdx.x)
    return;
  __threadfence();
  if (atomicAdd(Sums, 1) == (Last ? (int)gridDim.x - 1 : 1))
    *Sums = 0;
}
// CHECK-LABEL: setBackByLast: races under 0 of 22 schedules
__global__ void setBackByLast(int *, int *Sums) { setBack<true>(Sums); }
// CHECK-LABEL: setBackBySecond: race: allocation {{[0-9]+}}+0: nothing orders these accesses
// CHECK: setBackBySecond: races under 22 of 22 schedules
__global__ void setBackBySecond(int *, int *Sums) { setBack<false>(Sums); }
// Without an update of its own the last block is no later than the others.
// CHECK-LABEL: setBackUnseen: race: allocation {{[0-9]+}}+0: nothing orders these accesses
// CHECK: setBackUnseen: races under 22 of 22 schedules
__global__ void setBackUnseen(int *, int *Sums) {
  if (threadIdx.x == 0 && blockIdx.x != gridDim.x - 1)
    atomicAdd(Sums, 1);
  else if (threadIdx.x == 0)
    *Sums = 0;
}

// From block to block by a flag each: the third knows what the first did from the second.
template <bool Fenced> __device__ void chain(int *Data, int *Flags) {
  if (threadIdx.x)
    return;
  volatile int *F = Flags;
  if (blockIdx.x)
    while (F[blockIdx.x - 1] == 0)
      ;
  if (Fenced)
    __threadfence();
  int Sum = 0;
  for (unsigned I = 0; I < blockIdx.x; ++I)
    Sum += Data[I];
  Data[blockIdx.x] = Sum + 1;
  if (Fenced)
    __threadfence();
  F[blockIdx.x] = 1;
}
// CHECK-LABEL: fencedChain: races under 0 of 22 schedules
__global__ void fencedChain(int *Data, int *Flags) { chain<true>(Data, Flags); }
// CHECK-LABEL: chainOnly: race: allocation {{[0-9]+}}+0: nothing orders these accesses
// CHECK: chainOnly: races under 22 of 22 schedules
__global__ void chainOnly(int *Data, int *Flags) { chain<false>(Data, Flags); }

// Within a block by shared memory, after that of another block by global memory.
// CHECK-LABEL: twoFlags: races under 0 of 22 schedules
__global__ void twoFlags(int *Data, int *Flags) {
  __shared__ int Seen;
  if (threadIdx.x == 0)
    Seen = 0;
  __syncthreads();
  if (blockIdx.x == 0 && threadIdx.x == 0) {
    Data[0] = 1;
    __threadfence();
    atomicExch(Flags, 1);
  } else if (blockIdx.x == 1 && threadIdx.x == 0) {
    while (atomicAdd(Flags, 0) == 0)
      ;
    __threadfence();
    atomicExch(&Seen, 1);
  } else if (blockIdx.x == 1 && threadIdx.x == 32) {
    while (atomicAdd(&Seen, 0) == 0)
      ;
    __threadfence();
    Data[1] = Data[0];
  }
}

// CHECK-LABEL: warpSynced: races under 0 of 22 schedules
__global__ void warpSynced(int *Data, int *Flags) {
  if (threadIdx.x / 32 || blockIdx.x > 1)
    return;
  if (blockIdx.x == 0 && threadIdx.x == 0) {
    Data[0] = 1;
    __threadfence();
    atomicExch(Flags, 1);
  }
  if (blockIdx.x == 1) {
    if (threadIdx.x == 0)
      while (atomicAdd(Flags, 0) == 0)
        ;
    __threadfence();
    __syncwarp();
    Data[1 + threadIdx.x] = Data[0];
  }
}

// What a warp brings to a barrier with a number.
// CHECK-LABEL: namedBarrier: races under 0 of 22 schedules
__global__ void namedBarrier(int *Data, int *Flags) {
  if (blockIdx.x == 0 && threadIdx.x == 0) {
    Data[0] = 1;
    __threadfence();
    atomicExch(Flags, 1);
  } else if (blockIdx.x == 1) {
    if (threadIdx.x == 0)
      while (atomicAdd(Flags, 0) == 0)
        ;
    __threadfence();
    __barrier_sync_count(1, 64);
    Data[1 + threadIdx.x] = Data[0];
  }
}

// A flag in one block's shared memory is none in another one's.
// CHECK-LABEL: sharedFlag: race: allocation {{[0-9]+}}+0: nothing orders
// CHECK: sharedFlag: races under 22 of 22 schedules
__global__ void sharedFlag(int *Data, int *) {
  __shared__ int Flag;
  if (threadIdx.x == 0)
    Flag = 0;
  __syncthreads();
  if (blockIdx.x == 0 && threadIdx.x == 0)
    Data[0] = 1;
  __threadfence();
  atomicExch(&Flag, 1);
  __threadfence();
  if (blockIdx.x == 1)
    Data[1 + threadIdx.x] = Data[0];
}

// CHECK-LABEL: atomics: races under 0 of 22 schedules
__global__ void atomics(int *Data, int *) { atomicAdd(Data, 1); }
// CHECK-LABEL: plainAfterAtomic: race: allocation {{[0-9]+}}+0: nothing orders
// CHECK-NEXT: thread 31 of block 0 reads at
// CHECK-NEXT: thread 32 of block 0 updates atomically at
// CHECK: plainAfterAtomic: races under 22 of 22 schedules
__global__ void plainAfterAtomic(int *Data, int *Sums) {
  atomicAdd(Data, 1);
  Sums[blockIdx.x * blockDim.x + threadIdx.x] = Data[0];
}

// The tail of a warp: right in lockstep only, as on shared memory.
// CHECK-LABEL: volatileTail: races under 21 of 22 schedules
__global__ void volatileTail(int *Data, int *) {
  volatile int *V = Data + blockIdx.x * blockDim.x;
  if (threadIdx.x < 16)
    V[threadIdx.x] += V[threadIdx.x + 16], V[threadIdx.x] += V[threadIdx.x + 8];
}

// Bytes of a word are no conflict, a word and a byte of it are.
// CHECK-LABEL: bytes: races under 0 of 22 schedules
__global__ void bytes(int *Data, int *) {
  char *Bytes = (char *)Data + blockIdx.x * blockDim.x;
  Bytes[threadIdx.x] += 1;
}
// CHECK-LABEL: wordAndByte: race: allocation {{[0-9]+}}+{{[03]}}: nothing orders
// CHECK: wordAndByte: races under 22 of 22 schedules
__global__ void wordAndByte(int *Data, int *) {
  if (threadIdx.x == 0 && blockIdx.x == 0)
    Data[0] = 0;
  else if (threadIdx.x == 40 && blockIdx.x == 1)
    ((char *)Data)[3] = 1;
}

// CHECK-LABEL: variable: race: Ticket+0: nothing orders these accesses
// CHECK: variable: races under 22 of 22 schedules
__global__ void variable(int *, int *) {
  if (threadIdx.x == 0)
    Ticket = blockIdx.x * 0;
}

// The grid's barrier orders all; one that waits for fewer does not.
// CHECK-LABEL: gridSynced: races under 0 of 22 schedules
__global__ void gridSynced(int *Data, int *Sums) {
  unsigned Rank = blockIdx.x * blockDim.x + threadIdx.x, Size = gridDim.x * blockDim.x;
  for (int I = 0; I < 3; ++I) {
    Data[Rank] += I;
    cg::this_grid().sync();
    Sums[Rank] = Data[(Rank + blockDim.x) % Size];
    cg::this_grid().sync();
  }
}
// CHECK-LABEL: oncePerRound: race: allocation {{[0-9]+}}+
// CHECK: oncePerRound: races under 22 of 22 schedules
__global__ void oncePerRound(int *Data, int *Sums) {
  unsigned Rank = blockIdx.x * blockDim.x + threadIdx.x, Size = gridDim.x * blockDim.x;
  for (int I = 0; I < 3; ++I) {
    Data[Rank] += I;
    cg::this_grid().sync();
    Sums[Rank] = Data[(Rank + blockDim.x) % Size];
  }
}
// The second block knows of the first what was published when it looked.
// CHECK-LABEL: seenEarlier: race: allocation {{[0-9]+}}+4: nothing orders
// CHECK: seenEarlier: races under 22 of 22 schedules
__global__ void seenEarlier(int *Data, int *Flags) {
  volatile int *F = Flags;
  if (threadIdx.x || blockIdx.x > 1)
    return;
  if (blockIdx.x == 0) {
    Data[0] = 1;
    __threadfence();
    F[0] = 1;
    while (F[1] == 0)
      ;
    Data[1] = 1;
    __threadfence();
    F[0] = 2;
    F[2] = 1;
  } else {
    while (F[0] == 0)
      ;
    __threadfence();
    Data[2] = Data[0];
    F[1] = 1;
    while (F[2] == 0)
      ;
    Data[3] = Data[1];
  }
}

#else
#include "harness.h"
#include "simt/memory.h"

#include <cstring>

#define KERNELS(DO)                                                                                \
  DO(inBlock)                                                                                      \
  DO(inBlockSynced) DO(betweenBlocks) DO(readBeforeWritten) DO(sameValue) DO(notTheSame)           \
      DO(fencedTicket) DO(ticketOnly) DO(barrierAndTicket) DO(noBarrier)                           \
          DO(setBackByLast) DO(setBackBySecond) DO(setBackUnseen) DO(fencedChain)                  \
          DO(chainOnly) DO(twoFlags) DO(warpSynced) DO(namedBarrier) DO(sharedFlag) DO(atomics)    \
              DO(plainAfterAtomic) DO(volatileTail) DO(bytes) DO(wordAndByte) DO(variable)         \
                  DO(gridSynced) DO(oncePerRound) DO(seenEarlier)
#define DECLARE(K) void K(int *Data, int *Sums);
KERNELS(DECLARE)

using Kernel = void (*)(int *, int *);

static constexpr unsigned Blocks = 4, Threads = 64;

static int *allocate() {
  const size_t Size = sizeof(int) * Blocks * Threads;
  void *Made = simt::allocate(Size, simt::Memory::Device, {"cudaMalloc"});
  return static_cast<int *>(memset(Made, 0, Size));
}

static Report run(Config C, Kernel K) {
  int *Data = allocate(), *Sums = allocate();
  C.CheckMemory = true;
  Report R = simt::launch(C, K, Blocks, Threads, 0, Data, Sums);
  check(R.Completed, "ends, " + name(C));
  for (int *Memory : {Data, Sums})
    check(!simt::release(Memory, simt::Memory::Device, {"cudaFree"}), "is free");
  return R;
}

// Whether blocks run together makes no difference to what orders them.
static void run(const char *Name, Kernel K) {
  const bool NeedsAll = K == gridSynced || K == oncePerRound || K == seenEarlier;
  unsigned Racy = 0;
  for (Config C : schedules(20)) {
    C.Cooperative = NeedsAll;
    const Report R = run(C, K);
    if (C.Schedule == Policy::Lockstep && !R.ok())
      printf("%s: %s", Name, R.Findings[0].str().c_str());
    C.Cooperative = true;
    check(run(C, K).has(Kind::Race) == R.has(Kind::Race), Name + (" together, " + name(C)));
    Racy += R.has(Kind::Race);
  }
  printf("%s: races under %u of 22 schedules\n", Name, Racy);
}

int main() {
#define RUN(K) run(#K, K);
  KERNELS(RUN)
  return finish(); // CHECK: all equal
}
#endif
