// Atomics of a warp made one, in branches: slots are handed out in any order, so memory is compared
// as a bag of words.
//
// RUN: %{semantics} %s --migrate=--assume=block-1d --shapes=1,31,32,33,48,64,96,100,255,256 \
// RUN:   --limit=60 --unordered=filter,filterVotes,push,count | %FileCheck %s
// CHECK: 4 kernels: 4 same
//
// RUN: %{exits} 1 %{semantics} %s --naive=full-mask --shapes=64,100 --limit=60 --seeds=20 \
// RUN:   --unordered=filter,filterVotes,push,count | %FileCheck %s --check-prefix=FULL
// FULL: complaint: count({{.*}}
// FULL: complaint: filter({{.*}}
// FULL: same: filterVotes({{.*}}
// FULL: complaint: push({{.*}}
// FULL: 4 kernels: 1 same, 0 differs, 3 complaint
//
// The second __activemask() may be another than the first; where there is only one, it will do.
// RUN: %{exits} 1 %{semantics} %s --naive=active-mask --shapes=64,100 --limit=60 --seeds=20 \
// RUN:   --unordered=filter,filterVotes,push,count | %FileCheck %s --check-prefix=ACTIVE
// ACTIVE: same: count(
// ACTIVE: 4 kernels: 1 same
#define GID int gid = blockIdx.x * blockDim.x + threadIdx.x

// `int base;` is what people wrote; Clang then drops the question who the leader is (LLVM issue
// 155682), and test/gpu compiles this file with it.
__device__ int next(int *counter) {
  unsigned active = __ballot(1);
  int lane = threadIdx.x & 31;
  int leader = __ffs(active) - 1;
  int base = 0;
  if (lane == leader)
    base = atomicAdd(counter, __popc(active));
  base = __shfl(base, leader);
  return base + __popc(active & ((1u << lane) - 1));
}

// Two calls in one loop, both divergent.
__global__ void filter(const int *in, int *out, int *counters) {
  GID;
  for (int i = 0; i < 2; ++i) {
    int v = in[gid + 7 * i];
    if (v % 3 == 0)
      out[next(counters)] = v;
    else if (v > 20)
      out[1200 + next(counters + 1)] = v;
  }
}

// The slot by a vote of the whole warp.
__global__ void filterVotes(const int *in, int *out, int *counter) {
  GID;
  int lane = threadIdx.x & 31;
  int v = in[gid];
  unsigned kept = __ballot(v > 20);
  int base = 0;
  if (lane == 0)
    base = atomicAdd(counter, __popc(kept));
  base = __shfl(base, 0);
  if (v > 20)
    out[base + __popc(kept & ((1u << lane) - 1))] = v;
}

// A loop that lanes leave one by one.
__global__ void push(const int *in, int *out, int *counter) {
  GID;
  for (int left = in[gid] & 3; left > 0; --left)
    out[next(counter)] = gid * 4 + left;
  out[3000 + gid] = __popc(__ballot(in[gid] & 1));
}

// Only counted.
__global__ void count(const int *in, int *counter) {
  GID;
  if (in[gid] & 1) {
    unsigned here = __ballot(1);
    if ((threadIdx.x & 31) == __ffs(here) - 1)
      atomicAdd(counter, __popc(here));
  }
  if (in[gid] > 30) {
    unsigned here = __ballot(1);
    if ((threadIdx.x & 31) == __ffs(here) - 1)
      atomicAdd(counter + 1, __popc(here));
  }
}
