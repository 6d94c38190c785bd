// RUN: %{run-simt} 2>&1 | %FileCheck %s
//
// What orders accesses to shared memory, and what does not.
#ifdef __CUDACC__

// The canonical tail: right in lockstep only.
// CHECK-LABEL: volatileTail, lockstep: right, ok
// CHECK-NEXT: volatileTail, 200 seeds: 200 wrong, 200 with races
__global__ void volatileTail(int *In, int *Out) {
  __shared__ int S[64];
  unsigned Id = threadIdx.x;
  S[Id] = In[Id];
  __syncthreads();
  if (Id < 32) {
    volatile int *V = S;
    V[Id] += V[Id + 32];
    V[Id] += V[Id + 16];
    V[Id] += V[Id + 8];
    V[Id] += V[Id + 4];
    V[Id] += V[Id + 2];
    V[Id] += V[Id + 1];
  }
  if (Id == 0)
    *Out = S[0];
}

// A sync after each statement orders statements; within one of them a lane
// still reads what another writes (T26). S[0] alone may come out right, so all
// elements count.
// CHECK-LABEL: syncAfterEach, lockstep: right, ok
// CHECK-NEXT: syncAfterEach, 200 seeds: {{[0-9]+}} wrong, 200 with races
__global__ void syncAfterEach(int *In, int *Out) {
  __shared__ int S[64];
  unsigned Id = threadIdx.x;
  S[Id] = In[Id];
  __syncthreads();
  if (Id < 32) {
    volatile int *V = S;
    for (unsigned D = 32; D; D /= 2) {
      V[Id] += V[Id + D];
      __syncwarp();
    }
  }
  __syncthreads();
  if (Id == 0)
    for (unsigned I = 0; I < 64; ++I)
      *Out = I ? *Out + S[I] : S[I];
}

// Read, sync, write, sync (CUDA guide 20.6.2).
// CHECK-LABEL: readSyncWriteSync, lockstep: right, ok
// CHECK-NEXT: readSyncWriteSync, 200 seeds: 0 wrong, 0 with races
__global__ void readSyncWriteSync(int *In, int *Out) {
  __shared__ int S[64];
  unsigned Id = threadIdx.x;
  S[Id] = In[Id];
  __syncthreads();
  if (Id < 32)
    for (unsigned D = 32; D; D /= 2) {
      int Sum = S[Id] + S[Id + D];
      __syncwarp();
      S[Id] = Sum;
      __syncwarp();
    }
  __syncthreads();
  if (Id == 0)
    for (unsigned I = 0; I < 64; ++I)
      *Out = I ? *Out + S[I] : S[I];
}

// Shuffles and votes wait for lanes, and order no memory.
// CHECK-LABEL: votesOrderNothing, lockstep: right, ok
// CHECK-NEXT: votesOrderNothing, 200 seeds: 0 wrong, 200 with races
__global__ void votesOrderNothing(int *In, int *Out) {
  __shared__ int S[64];
  unsigned Id = threadIdx.x;
  S[Id] = In[Id];
  __any_sync(0xffffffff, 1);
  Out[Id] = S[Id ^ 1];
}

// CHECK-LABEL: masksOrderMembers, lockstep: right, ok
// CHECK-NEXT: masksOrderMembers, 200 seeds: 0 wrong, 0 with races
__global__ void masksOrderMembers(int *In, int *Out) {
  __shared__ int S[64];
  unsigned Id = threadIdx.x;
  S[Id] = In[Id];
  __syncwarp(3u << Id % 32 / 2 * 2);
  Out[Id] = S[Id ^ 1];
}

// Between warps, in lockstep too: here nothing but luck makes it right.
// CHECK-LABEL: acrossWarps, lockstep: {{right|wrong}}, race: S+128: nothing orders these accesses
// CHECK-NEXT: thread 0 reads at races.cu:[[#@LINE+7]]
// CHECK-NEXT: thread 32 writes at races.cu:[[#@LINE+5]]
// CHECK: acrossWarps, 200 seeds: {{[0-9]+}} wrong, 200 with races
__global__ void acrossWarps(int *In, int *Out) {
  __shared__ int S[64];
  unsigned Id = threadIdx.x;
  S[Id] = In[Id];
  Out[Id] = S[Id ^ 32];
}

// CHECK-LABEL: atomics, lockstep: right, ok
// CHECK-NEXT: atomics, 200 seeds: 0 wrong, 0 with races
__global__ void atomics(int *In, int *Out) {
  __shared__ int Sum;
  if (threadIdx.x == 0)
    Sum = 0;
  __syncthreads();
  atomicAdd(&Sum, In[threadIdx.x]);
  __syncthreads();
  if (threadIdx.x == 63)
    *Out = Sum;
}

// CHECK-LABEL: plainAndAtomic, lockstep: {{right|wrong}}, race: Sum+0
// CHECK: plainAndAtomic, 200 seeds: {{[0-9]+}} wrong, {{19[0-9]|200}} with races
__global__ void plainAndAtomic(int *In, int *Out) {
  __shared__ int Sum;
  if (threadIdx.x == 0)
    Sum = 0;
  __syncthreads();
  atomicAdd(&Sum, In[threadIdx.x]);
  if (threadIdx.x == 63)
    *Out = Sum;
}

// Bytes of one word are no conflict.
// CHECK-LABEL: bytes, lockstep: right, ok
// CHECK-NEXT: bytes, 200 seeds: 0 wrong, 0 with races
__global__ void bytes(int *In, int *Out) {
  extern __shared__ char Dynamic[];
  unsigned Id = threadIdx.x;
  Dynamic[Id] = In[Id];
  Dynamic[Id] += 1;
  Out[Id] = Dynamic[Id] - 1;
}

// A word and a byte of it are.
// CHECK-LABEL: wordAndByte, lockstep: right, race: dynamic+3
// CHECK: wordAndByte, 200 seeds: {{[0-9]+}} wrong, 200 with races
__global__ void wordAndByte(int *In, int *Out) {
  extern __shared__ char Dynamic[];
  if (threadIdx.x == 0)
    *(int *)Dynamic = 0;
  else if (threadIdx.x == 40)
    Dynamic[3] = 1;
  Out[threadIdx.x] = In[threadIdx.x ^ 1];
}

// A fence and a flag order, atomics of both sides being fenced.
// CHECK-LABEL: flag, lockstep: right, ok
// CHECK-NEXT: flag, 200 seeds: 0 wrong, 0 with races
__global__ void flag(int *In, int *Out) {
  __shared__ int Value, Ready;
  if (threadIdx.x == 0)
    Ready = 0;
  __syncthreads();
  if (threadIdx.x == 0) {
    Value = In[0];
    __threadfence_block();
    atomicExch(&Ready, 1);
  } else if (threadIdx.x == 32) {
    while (atomicAdd(&Ready, 0) == 0)
      ;
    __threadfence_block();
    Out[0] = Value;
  }
}

// Without the fences nothing does, and late stores show it.
// CHECK-LABEL: flagOnly, lockstep: right, race: Value+0
// CHECK: flagOnly, 200 seeds: {{[1-9][0-9]*}} wrong, 200 with races
__global__ void flagOnly(int *In, int *Out) {
  __shared__ int Value, Ready;
  if (threadIdx.x == 0)
    Ready = 0;
  __syncthreads();
  if (threadIdx.x == 0) {
    Value = In[0];
    atomicExch(&Ready, 1);
  } else if (threadIdx.x == 32) {
    while (atomicAdd(&Ready, 0) == 0)
      ;
    Out[0] = Value;
  }
}

#else
#include "harness.h"

#define KERNELS(DO)                                                                                \
  DO(volatileTail, sum)                                                                            \
  DO(syncAfterEach, sumOfTail)                                                                     \
  DO(readSyncWriteSync, sumOfTail)                                                                 \
  DO(votesOrderNothing, neighbours)                                                                \
  DO(masksOrderMembers, neighbours)                                                                \
  DO(acrossWarps, otherWarp)                                                                       \
  DO(atomics, sum)                                                                                 \
  DO(plainAndAtomic, sum)                                                                          \
  DO(bytes, same)                                                                                  \
  DO(wordAndByte, neighbours)                                                                      \
  DO(flag, first)                                                                                  \
  DO(flagOnly, first)
#define DECLARE(K, EXPECTED) void K(int *In, int *Out);
KERNELS(DECLARE)

using Numbers = std::vector<int>;
static Numbers In;

static Numbers first() { return {In[0]}; }
static Numbers sum() {
  int Sum = 0;
  for (int V : In)
    Sum += V;
  return {Sum};
}
// All of S after the tail, as lockstep has it: reads, then writes.
static Numbers sumOfTail() {
  Numbers S = In;
  for (unsigned D = 32; D; D /= 2) {
    Numbers Old = S;
    for (unsigned I = 0; I < 32; ++I)
      S[I] += Old[I + D];
  }
  int Sum = 0;
  for (int V : S)
    Sum += V;
  return {Sum};
}
static Numbers permuted(unsigned Xor) {
  Numbers Result = In;
  for (unsigned I = 0; I < In.size(); ++I)
    Result[I] = In[I ^ Xor];
  return Result;
}
static Numbers neighbours() { return permuted(1); }
static Numbers otherWarp() { return permuted(32); }
static Numbers same() { return In; }

static bool run(const Config &C, void (*Kernel)(int *, int *), const Numbers &Expected,
                Report &R) {
  Numbers Out(64, -1);
  R = simt::launch(C, Kernel, 1, 64, 64, In.data(), Out.data());
  Out.resize(Expected.size());
  return Out == Expected;
}

static void run(const char *Name, void (*Kernel)(int *, int *), const Numbers &Expected) {
  Report R;
  bool Right = run(lockstep(), Kernel, Expected, R);
  printf("%s, lockstep: %s, %s\n", Name, Right ? "right" : "wrong",
         R.ok() ? "ok" : R.Findings[0].str().c_str());
  unsigned Wrong = 0, Races = 0;
  for (uint64_t Seed = 0; Seed < 200; ++Seed) {
    Wrong += !run(adversarial(Seed), Kernel, Expected, R);
    Races += R.has(Kind::Race);
    check(R.Completed, std::string(Name) + " ends, seed " + std::to_string(Seed));
    Config Unchecked = adversarial(Seed);
    Unchecked.CheckRaces = false;
    run(Unchecked, Kernel, Expected, R);
    check(R.ok(), std::string(Name) + " unchecked");
  }
  printf("%s, 200 seeds: %u wrong, %u with races\n", Name, Wrong, Races);
}

int main() {
  for (int I = 0; I < 64; ++I)
    In.push_back(I * 7 % 50 + 1);
#define RUN(K, EXPECTED) run(#K, K, EXPECTED());
  KERNELS(RUN)
  return finish(); // CHECK: all equal
}
#endif
