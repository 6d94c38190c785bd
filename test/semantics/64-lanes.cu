// Warps of 64 lanes, migrated as HIP: kernels that were written for them.
//
// RUN: %{semantics} %s --warp-size=64 --migrate=--assume=block-1d --shapes=64,128,256 --seeds=20 \
// RUN:   --unordered=kept | %FileCheck %s
// CHECK: 6 kernels: 6 same
//
// Not all lanes of a warp read the neighbours' words before one of them writes its own.
// RUN: %{exits} 1 %{semantics} %s --warp-size=64 --naive=nothing --shapes=64,128 --seeds=40 \
// RUN:   --unordered=kept | %FileCheck %s --check-prefix=NOTHING
// NOTHING: complaint: scan({{.*}}race
// NOTHING: complaint: tail({{.*}}race
// NOTHING: 6 kernels: 0 same, 0 differs, 2 complaint
//
// The others of this folder, as far as they mean something there: what takes 32 lanes for a warp does not.
// RUN: %{semantics} %S/shuffles.cu --warp-size=64 --skip=blockSum --shapes=blockScan:64,128,256 \
// RUN:   --migrate=--assume=block-1d,--assume=converged-callers --shapes=1,33,63,64,65,100,128 --seeds=20 \
// RUN:   | %FileCheck %s --check-prefix=SHUFFLES
// SHUFFLES: 9 kernels: 9 same
// RUN: %{exits} 1 %{semantics} %S/shuffles.cu --warp-size=64 --skip=blockSum --shapes=blockScan:64,128 \
// RUN:   --naive=active-mask --shapes=100,128 --seeds=20 | %FileCheck %s --check-prefix=ACTIVE
// ACTIVE: 9 kernels: 0 same, 9 differs
// RUN: %{semantics} %S/votes.cu --warp-size=64 --migrate=--assume=block-1d --skip=compact \
// RUN:   --shapes=1,33,63,64,65,100,128 --seeds=20 | %FileCheck %s --check-prefix=VOTES
// VOTES: 7 kernels: 7 same
// RUN: %{semantics} %S/divergent.cu --warp-size=64 --migrate=--assume=block-1d --blocks=1 \
// RUN:   --shapes=48,64,100,128 --unordered=slots --seeds=20 | %FileCheck %s --check-prefix=DIVERGENT
// DIVERGENT: 12 kernels: 9 same, {{.*}} 3 left
// RUN: %{semantics} %S/shapes.cu --warp-size=64 --migrate=--whole-program \
// RUN:   --shapes=16x16,8x8,8x8x4,32x3,5x7 --shapes=rowsOf16:16x16,16x3 --shapes=halfBlock:8x8 \
// RUN:   --shapes=quarterBlock:8x8 --shapes=wideRows:64x4 --seeds=20 | %FileCheck %s --check-prefix=SHAPES
// SHAPES: 8 kernels: 8 same
#define GID int gid = blockIdx.x * blockDim.x + threadIdx.x

// The last 64 words of a sum.
__global__ void tail(const int *in, int *out) {
  __shared__ volatile int s[256 + 64];
  GID;
  int tid = threadIdx.x;
  s[tid] = in[gid];
  if (tid < 64)
    s[blockDim.x + tid] = 0;
  __syncthreads();
  if (tid < 64) {
    s[tid] += s[tid + 32];
    s[tid] += s[tid + 16];
    s[tid] += s[tid + 8];
    s[tid] += s[tid + 4];
    s[tid] += s[tid + 2];
    s[tid] += s[tid + 1];
    out[blockIdx.x * 64 + tid] = s[tid];
  }
}

__global__ void scan(const int *in, int *out) {
  __shared__ volatile int s[256];
  GID;
  int tid = threadIdx.x, lane = tid & 63;
  s[tid] = in[gid];
  if (lane >= 1) s[tid] += s[tid - 1];
  if (lane >= 2) s[tid] += s[tid - 2];
  if (lane >= 4) s[tid] += s[tid - 4];
  if (lane >= 8) s[tid] += s[tid - 8];
  if (lane >= 16) s[tid] += s[tid - 16];
  if (lane >= 32) s[tid] += s[tid - 32];
  out[gid] = s[tid];
}

__global__ void sums(const int *in, int *out) {
  GID;
  int v = in[gid];
  for (int d = warpSize / 2; d > 0; d /= 2)
    v += __shfl_down(v, d);
  out[gid] = __shfl(v, 0) + __shfl_xor(in[gid], 32);
}

// Groups of 32 in a warp of 64.
__global__ void halves(const int *in, int *out) {
  GID;
  int v = in[gid];
  for (int d = 16; d > 0; d /= 2)
    v += __shfl_xor(v, d, 32);
  if ((threadIdx.x & 63) < 32)
    v += __shfl_up(v, 1, 32);
  out[gid] = v;
}

// All bits of a ballot.
__global__ void ranks(const int *in, int *out) {
  GID;
  unsigned long long even = __ballot(in[gid] % 2 == 0);
  out[gid] = __popcll(even & ((1ull << __lane_id()) - 1)) * 100 + __ffsll(even);
}

__global__ void kept(const int *in, int *out, int *counter) {
  GID;
  int v = in[gid];
  unsigned long long kept = __ballot(v > 20);
  int base = 0;
  if (__lane_id() == 0)
    base = atomicAdd(counter, __popcll(kept));
  base = __shfl(base, 0);
  if (v > 20)
    out[base + __popcll(kept & ((1ull << __lane_id()) - 1))] = v;
}
