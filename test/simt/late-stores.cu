// RUN: %{run-simt} 2>&1 | %FileCheck %s
//
// What another warp stored is seen late and out of order, unless something orders it. Each kernel
// says what lane 0 of the second warp found: right is what an order in which all threads take turns
// could give, old is more than that.
#ifdef __CUDACC__

#define WRITER (threadIdx.x == 0)
#define READER (threadIdx.x == 32)

// CHECK: both: 100 runs, none old
__global__ void both(int *Data, int *Flag, int *Out) {
  if (WRITER) {
    *Data = 1;
    __threadfence_block();
    atomicExch(Flag, 1);
  } else if (READER) {
    while (atomicAdd(Flag, 0) == 0)
      ;
    __threadfence_block();
    *Out = *Data;
  }
}

// CHECK: writerOnly: 100 runs, some old
__global__ void writerOnly(int *Data, int *Flag, int *Out) {
  if (WRITER) {
    *Data = 1;
    __threadfence();
    atomicExch(Flag, 1);
  } else if (READER) {
    while (atomicAdd(Flag, 0) == 0)
      ;
    *Out = *Data;
  }
}

// CHECK: readerOnly: 100 runs, some old
__global__ void readerOnly(int *Data, int *Flag, int *Out) {
  if (WRITER) {
    *Data = 1;
    atomicExch(Flag, 1);
  } else if (READER) {
    while (atomicAdd(Flag, 0) == 0)
      ;
    __threadfence();
    *Out = *Data;
  }
}

// The rewrite of a fence that the lanes of the warp do not see: they are ordered, others are not.
// CHECK: syncForFence: 100 runs, some old
__global__ void syncForFence(int *Data, int *Flag, int *Out) {
  if (threadIdx.x < 32) {
    if (threadIdx.x == 5)
      *Data = 1;
    __syncwarp();
    if (WRITER)
      atomicExch(Flag, 1);
  } else if (READER) {
    while (atomicAdd(Flag, 0) == 0)
      ;
    __threadfence_block();
    *Out = *Data;
  }
}

// What lane 5 stored is before lane 0's fence, by the sync.
// CHECK: syncThenFence: 100 runs, none old
__global__ void syncThenFence(int *Data, int *Flag, int *Out) {
  if (threadIdx.x < 32) {
    if (threadIdx.x == 5)
      *Data = 1;
    __syncwarp();
    if (WRITER) {
      __threadfence_block();
      atomicExch(Flag, 1);
    }
  } else if (READER) {
    while (atomicAdd(Flag, 0) == 0)
      ;
    __threadfence_block();
    *Out = *Data;
  }
}

// Performed, and not ordered.
// CHECK: volatiles: 100 runs, some old
__global__ void volatiles(int *Data, int *Flag, int *Out) {
  volatile int *D = Data, *F = Flag;
  if (WRITER) {
    *D = 1;
    *F = 1;
  } else if (READER) {
    while (*F == 0)
      ;
    *Out = *D;
  }
}

// CHECK: fencedVolatiles: 100 runs, none old
__global__ void fencedVolatiles(int *Data, int *Flag, int *Out) {
  volatile int *D = Data, *F = Flag;
  if (WRITER) {
    *D = 1;
    __threadfence_block();
    *F = 1;
  } else if (READER) {
    while (*F == 0)
      ;
    __threadfence_block();
    *Out = *D;
  }
}

// CHECK: releaseAcquire: 100 runs, none old
__global__ void releaseAcquire(int *Data, int *Flag, int *Out) {
  if (WRITER) {
    *Data = 1;
    __atomic_store_n(Flag, 1, __ATOMIC_RELEASE);
  } else if (READER) {
    while (__atomic_load_n(Flag, __ATOMIC_ACQUIRE) == 0)
      ;
    *Out = *Data;
  }
}

// CHECK: relaxed: 100 runs, some old
__global__ void relaxed(int *Data, int *Flag, int *Out) {
  if (WRITER) {
    *Data = 1;
    __atomic_store_n(Flag, 1, __ATOMIC_RELAXED);
  } else if (READER) {
    while (__atomic_load_n(Flag, __ATOMIC_RELAXED) == 0)
      ;
    *Out = *Data;
  }
}

// CHECK: barrier: 100 runs, none old
__global__ void barrier(int *Data, int *Flag, int *Out) {
  if (WRITER)
    *Data = 1, *Flag = 1;
  __syncthreads();
  if (READER)
    *Out = *Data & *Flag;
}

// Each stores its own and reads the other's: one of them is first.
// CHECK: dekker: 100 runs, some old
__global__ void dekker(int *Data, int *Flag, int *Out) {
  volatile int *D = Data, *F = Flag;
  if (WRITER) {
    *D = 1;
    Out[1] = *F;
  } else if (READER) {
    *F = 1;
    Out[0] = *D;
  }
  __syncthreads();
  if (READER)
    Out[0] |= Out[1];
}

// CHECK: fencedDekker: 100 runs, none old
__global__ void fencedDekker(int *Data, int *Flag, int *Out) {
  volatile int *D = Data, *F = Flag;
  if (WRITER) {
    *D = 1;
    __threadfence_block();
    Out[1] = *F;
  } else if (READER) {
    *F = 1;
    __threadfence_block();
    Out[0] = *D;
  }
  __syncthreads();
  if (READER)
    Out[0] |= Out[1];
}

// One place is never seen to go back, its own stores a thread sees at once, and updates add up.
// CHECK: onePlace: 100 runs, none old
__global__ void onePlace(int *Data, int *Flag, int *Out) {
  *Out = 1;
  if (WRITER) {
    for (int I = 1; I < 20; ++I) {
      *Data = I;
      if (*Data != I)
        *Out = 0;
      atomicAdd(Flag, 1);
    }
  } else if (READER) {
    for (int I = 0, Before = 0, Count = 0; I < 20; ++I) {
      int Now = *Data, Counted = atomicAdd(Flag, 1);
      if (Now < Before || Counted < Count)
        *Out = 0;
      Before = Now, Count = Counted;
    }
  }
  __syncthreads();
  if (READER && *Flag != 39)
    *Out = 0;
}

// A warp's lanes that store the same are not late one by one.
// CHECK: together: 100 runs, some old
__global__ void together(int *Data, int *Flag, int *Out) {
  if (threadIdx.x < 32)
    *Data = 1;
  if (WRITER)
    atomicExch(Flag, 1);
  if (READER) {
    while (atomicAdd(Flag, 0) == 0)
      ;
    *Out = *Data;
  }
}

// Bytes, halves and words of a place, read as a whole.
// CHECK: sizes: 100 runs, none old
__global__ void sizes(int *Data, int *Flag, int *Out) {
  auto *Bytes = (volatile unsigned char *)Data;
  if (WRITER) {
    Bytes[0] = 7;
    *(volatile short *)(Bytes + 2) = 0x0707;
    *(volatile int *)(Bytes + 4) = 0x07070707;
    Bytes[1] = 7;
  } else if (READER) {
    long long Seen = 0;
    for (int I = 0; I < 20; ++I)
      Seen |= *(volatile long long *)Data | *(volatile int *)Data;
    *Flag = (Seen & ~0x0707070707070707) != 0;
  }
  __syncthreads();
  if (READER)
    *Out = *(long long *)Data == 0x0707070707070707 && *Flag == 0;
}

#else
#include "harness.h"

#define KERNELS(DO)                                                                                \
  DO(both) DO(writerOnly) DO(readerOnly) DO(syncForFence) DO(syncThenFence) DO(volatiles)          \
      DO(fencedVolatiles) DO(releaseAcquire) DO(relaxed) DO(barrier) DO(dekker) DO(fencedDekker)   \
          DO(onePlace) DO(together) DO(sizes)
#define DECLARE(K) void K(int *Data, int *Flag, int *Out);
KERNELS(DECLARE)

using Kernel = void (*)(int *, int *, int *);

static bool isOld(const Config &C, Kernel K, const char *Name) {
  alignas(8) int Data[2] = {};
  int Flag = 0, Out[2] = {};
  ok(simt::launch(C, K, 1, 64, 0, Data, &Flag, Out), Name);
  return Out[0] == 0;
}

static void run(const char *Name, Kernel K) {
  unsigned Old = 0;
  for (uint64_t Seed = 0; Seed < 50; ++Seed) {
    Config Warps = lockstep(), Threads = adversarial(Seed);
    Warps.ShuffleWarps = true, Warps.Seed = Seed;
    for (Config C : {Warps, Threads}) {
      Old += isOld(C, K, Name);
      C.CheckRaces = false; // the order is known without it as well
      check(isOld(C, K, Name) == isOld(C, K, Name), std::string(Name) + " replays");
      C.LateStores = false;
      check(!isOld(C, K, Name), std::string(Name) + ", not late");
    }
  }
  for (const Config &C : {lockstep(), fair()})
    check(!isOld(C, K, Name), std::string(Name) + ", " + name(C));
  printf("%s: 100 runs, %s old\n", Name, Old ? "some" : "none");
}
#define RUN(K) run(#K, K);

int main() {
  KERNELS(RUN)
  return finish(); // CHECK: all equal
}
#endif
