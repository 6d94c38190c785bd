// Blocks of two and three dimensions, where lanes are numbered along x first, and widths.
//
// RUN: %{semantics} %s --migrate=--whole-program --shapes=16x16,8x8,8x8x4,32x3,5x7 --shapes=rowsOf16:16x16,16x3 \
// RUN:   --shapes=halfBlock:8x8 --shapes=quarterBlock:8x8 --shapes=wideRows:64x4 | %FileCheck %s
// CHECK-DAG: same: laneByX(
// CHECK-DAG: same: linear(
// CHECK-DAG: same: rowsOf16(
// CHECK-DAG: same: wideRows(
// CHECK-DAG: same: halfBlock(
// CHECK-DAG: same: quarterBlock(
// CHECK-DAG: same: otherGroups(
// CHECK-DAG: same: runtimeWidth(
// CHECK: 8 kernels: 8 same, 0 differs, 0 complaint, 0 no-evidence, 0 unusable, 0 left
//
// RUN: %{exits} 1 %{semantics} %s --naive=full-mask --shapes=16x16,5x7 --shapes=rowsOf16:16x3 \
// RUN:   --shapes=halfBlock:8x8 --shapes=quarterBlock:8x8 --shapes=wideRows:64x4 --seeds=20 \
// RUN:   | %FileCheck %s --check-prefix=FULL
// FULL: complaint: quarterBlock({{.*}}divergent collective
// FULL: 8 kernels: 7 same, 0 differs, 1 complaint
//
// RUN: %{exits} 1 %{semantics} %s --naive=active-mask --shapes=16x16,5x7 --shapes=rowsOf16:16x3 \
// RUN:   --shapes=halfBlock:8x8 --shapes=quarterBlock:8x8 --shapes=wideRows:64x4 --seeds=20 \
// RUN:   | %FileCheck %s --check-prefix=ACTIVE
// ACTIVE: 8 kernels: 0 same, 8 differs
#define TID int tid = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z)
#define GID TID; int gid = tid + blockIdx.x * blockDim.x * blockDim.y * blockDim.z

// T15: threadIdx.x & 31 is not the lane here. It is what the code says, so it stays.
__global__ void laneByX(const int *in, int *out) {
  GID;
  int lane = threadIdx.x & 31;
  out[gid] = __shfl(in[gid], lane ^ 1);
}

__global__ void linear(const int *in, int *out) {
  GID;
  int v = in[gid];
  for (int mask = 16; mask; mask /= 2)
    v = max(v, __shfl_xor(v, mask));
  out[gid] = v + __popc(__ballot(v & 1));
}

// A row is half a warp.
__global__ void rowsOf16(const float *in, float *out) {
  GID;
  float v = in[gid];
  for (int d = 8; d; d /= 2)
    v += __shfl_down(v, d, 16);
  if (threadIdx.x == 0)
    out[blockIdx.x * blockDim.y + threadIdx.y] = v;
}

// A row is two warps.
__global__ void wideRows(const int *in, int *out) {
  GID;
  int v = in[gid];
  if (threadIdx.y & 1)
    v += __shfl_up(v, 1);
  if (threadIdx.x >= 32)
    v -= __shfl(v, 7);
  out[gid] = v + __any(v > 70);
}

// T16: in 8 x 8 blocks the first four rows are one warp, though that is not proven yet,
__global__ void halfBlock(const int *in, int *out) {
  GID;
  int v = in[gid];
  if (threadIdx.y < 4)
    v = __shfl(v, 3);
  out[gid] = v + __popc(__ballot(v & 1));
}

// and the first two are not.
__global__ void quarterBlock(const int *in, int *out) {
  GID;
  int v = in[gid];
  if (threadIdx.y < 2)
    v = __shfl(v, 3);
  out[gid] = v + __popc(__ballot(v & 1));
}

// T10: odd groups of 8 read the group before, which a tile could not.
__global__ void otherGroups(const int *in, int *out) {
  GID;
  int v = in[gid];
  out[gid] = v + __shfl_xor(v, 8, 8) + __shfl_xor(v, 16, 16);
}

// T12: no tile has a size that is known only now.
__global__ void runtimeWidth(const int *in, int *out, int n) {
  GID;
  int width = n & 1 ? 8 : 16;
  out[gid] = __shfl(in[gid], 1, width);
}

void launches(int *p, float *f) {
  rowsOf16<<<1, dim3(16, 16)>>>(f, f);
  wideRows<<<1, dim3(64, 4)>>>(p, p);
  halfBlock<<<1, dim3(8, 8)>>>(p, p);
  quarterBlock<<<1, dim3(8, 8)>>>(p, p);
}
