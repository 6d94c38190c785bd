// Where only some lanes call. Groups that the branches divide give what the lanes gave in lockstep; what
// coopify does not migrate (a break, a call in a branch) it leaves as it was. The rewrites by a search and
// replace hang here, or give other values. Each kernel has a vote of the whole warp at
// its end: without one the lanes that leave the kernel would release those that wait for them.
//
// RUN: %{semantics} %s --migrate=--assume=block-1d --blocks=1 --shapes=32,48,64,100 \
// RUN:   --unordered=slots | %FileCheck %s
// CHECK: 12 kernels: 9 same, 0 differs, 0 complaint, 0 no-evidence, 0 unusable, 3 left
//
// RUN: %{exits} 1 %{semantics} %s --naive=full-mask --blocks=1 --shapes=48,64 --seeds=40 \
// RUN:   --unordered=slots | %FileCheck %s --check-prefix=FULL
// FULL: same: callsConverged(
// FULL: 12 kernels: 1 same, 0 differs, 11 complaint
//
// RUN: %{exits} 1 %{semantics} %s --naive=active-mask --blocks=1 --shapes=48,64 --seeds=40 \
// RUN:   --unordered=slots | %FileCheck %s --check-prefix=ACTIVE
// ACTIVE: 12 kernels: 0 same, 12 differs

__device__ void finish(int *p, int v) { p[threadIdx.x] = v + (__ballot(v & 1) & 0xff); }

// T4
__global__ void oddLanes(int *p) {
  int v = p[threadIdx.x];
  if (threadIdx.x & 1)
    v = __shfl(v, 1);
  finish(p, v);
}

// T5: lane 3's partner is lane 1, not the second of those that are here.
__global__ void oddPairs(int *p) {
  int v = p[threadIdx.x];
  if (threadIdx.x & 1)
    v += __shfl_xor(v, 2);
  finish(p, v);
}

// T6: two calls, one on each side.
__global__ void twins(int *p) {
  int v = p[threadIdx.x];
  if (v & 1)
    v += __popc(__ballot(v > 4));
  else
    v -= __popc(__ballot(v > 2));
  finish(p, v);
}

// T7: each lane has its own number of rounds.
__global__ void ownRounds(int *p) {
  int v = p[threadIdx.x], sum = 0;
  for (int i = 0; i < (v & 7); ++i)
    sum += __ballot(v > i);
  finish(p, sum);
}

// T8: Westphal's peers: lanes with equal keys, one group after the other.
__global__ void peers(int *p) {
  int key = p[threadIdx.x] & 3;
  unsigned unclaimed = __ballot(1), mine = 0;
  bool found;
  do {
    int first = __shfl(key, __ffs(unclaimed) - 1);
    found = key == first;
    unsigned same = __ballot(found);
    unclaimed ^= same;
    if (found)
      mine = same;
  } while (!found);
  finish(p, mine);
}

// T9: the leader's number is stored, so a rank will not do.
__global__ void slots(int *p) {
  int lane = threadIdx.x & 31, v = p[threadIdx.x];
  p[threadIdx.x] = 0;
  if (v % 3) {
    unsigned here = __ballot(1);
    int leader = __ffs(here) - 1, base = 0;
    if (lane == leader)
      base = atomicAdd(p + 300, __popc(here));
    base = __shfl(base, leader);
    p[threadIdx.x] = leader + 32 * (base >= 0);
  }
  p[threadIdx.x] += __popc(__ballot(v & 1));
}

// T40
__global__ void shortCircuit(int *p) {
  int v = p[threadIdx.x];
  finish(p, v > 9 && __any(v > 30) ? 1 : v);
}

// T43: a helper that one kernel calls with the whole warp and another with a part of it.
__device__ int shared(int v) { return v + __popc(__ballot(v > 7)); }
__global__ void callsConverged(int *p) { finish(p, shared(p[threadIdx.x])); }
__global__ void callsDivergent(int *p) {
  int v = p[threadIdx.x];
  if (v > 3)
    v = shared(v);
  finish(p, v);
}

// T44: behind a lane's break only some are left.
__global__ void afterBreak(int *p) {
  int v = p[threadIdx.x];
  for (int i = 0; i < 5; ++i) {
    if (v == i)
      break;
    v += __popc(__ballot(v > i)) & 3;
  }
  finish(p, v);
}

// T45: a return inside a function is no exit.
__device__ int earlyReturn(int v) {
  if (v < 3)
    return 0;
  return v + __any(v > 35);
}
__global__ void callsEarlyReturn(int *p) { finish(p, earlyReturn(p[threadIdx.x])); }

// The last round of a grid-stride loop has only the first lanes.
__global__ void gridStride(int *p, int n) {
  for (int i = threadIdx.x; i < n % 300; i += blockDim.x)
    p[i] += __popc(__ballot(p[i] > 5));
  finish(p, p[threadIdx.x]);
}
