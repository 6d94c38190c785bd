// Votes of whole warps, in partial warps and after exits, too.
//
// RUN: %{semantics} %s --migrate=--assume=block-1d --shapes=1,31,32,33,48,64,96,100,255,256 \
// RUN:   | %FileCheck %s
// CHECK: 8 kernels: 8 same
//
// All lanes are here, so a full mask is right, where people thought of it. What is here *now*, as
// independent threads are, may be fewer.
// RUN: %{semantics} %s --naive=full-mask --shapes=48,64 --seeds=20
// RUN: %{exits} 1 %{semantics} %s --naive=active-mask --shapes=48,64 --seeds=20 \
// RUN:   | %FileCheck %s --check-prefix=ACTIVE
// ACTIVE: 8 kernels: 0 same, 8 differs
//
// RUN: %{exits} 1 %{semantics} %s --naive=tile-all --shapes=48,64 --seeds=20 \
// RUN:   | %FileCheck %s --check-prefix=ALL
// ALL: differs: afterExit(
// ALL: differs: partialWarp(
// ALL: 8 kernels: 0 same, 2 differs, 0 complaint, 0 no-evidence, 0 unusable, 6 left
#define GID int gid = blockIdx.x * blockDim.x + threadIdx.x

// T1: in the last warp of 48 threads tile.all would be false.
__global__ void partialWarp(const int *a, int *out) {
  GID;
  out[gid] = __all(a[gid] > -7);
}

// T2: __all takes an int, so 0.5f is false.
__global__ void floatPredicate(const float *a, int *out) {
  GID;
  out[gid] = __all(a[gid & 3] * 0.125f) + 2 * __any(a[gid & 1] * 0.02f);
}

// T3: lanes have left.
__global__ void afterExit(const int *a, int *out, int n) {
  GID;
  if (gid >= n)
    return;
  unsigned odd = __ballot(a[gid] & 1);
  out[gid] = __all(a[gid] > -7) ? -1 : odd;
}

// T38: lane 31's bit is the sign.
__global__ void signBit(const int *a, int *out) {
  GID;
  int mask = __ballot(a[gid] > 3);
  out[gid] = mask < 0 ? mask >> 4 : mask / 3;
}

// T40, with a left side that is uniform.
__global__ void shortCircuit(const int *a, int *out, int n) {
  GID;
  int v = a[gid];
  if (n > 9 && __any(v > 35))
    v = -v;
  out[gid] = v;
}

// T46: the vote keeps the warp together.
__global__ void workLoop(const int *a, int *out) {
  GID;
  int left = a[gid] & 7, rounds = 0;
  while (__any(left)) {
    if (left)
      --left;
    rounds += __popc(__ballot(left & 1));
  }
  out[gid] = rounds;
}

// How many lanes of the warp have the same key of five bits.
__global__ void histogram(const int *keys, int *out) {
  GID;
  int key = keys[gid] & 31;
  unsigned same = ~0u;
  for (int bit = 0; bit < 5; ++bit) {
    unsigned ones = __ballot(key >> bit & 1);
    same &= key >> bit & 1 ? ones : ~ones;
  }
  out[gid] = __popc(same & __ballot(1));
}

// Keeps the even values, in order.
__global__ void compact(const int *a, int *out) {
  GID;
  int lane = threadIdx.x & 31;
  int v = a[gid];
  unsigned kept = __ballot(v % 2 == 0);
  int slot = gid - lane + __popc(kept & ((1u << lane) - 1));
  if (v % 2 == 0)
    out[slot] = v;
}
