// Reductions, scans and exchanges by shuffles, in whole warps and in parts of them.
//
// RUN: %{semantics} %s --migrate=--assume=block-1d,--assume=converged-callers \
// RUN:   --shapes=1,31,32,33,48,64,96,100,255,256 --shapes=blockSum:32,64,96,256 \
// RUN:   --shapes=blockScan:32,64,96,256 | %FileCheck %s
// CHECK: 10 kernels: 10 same
//
// A full mask hangs where only some groups of 8 are (T11), and is right elsewhere.
// RUN: %{exits} 1 %{semantics} %s --naive=full-mask --shapes=64,100 --shapes=blockSum:64 \
// RUN:   --shapes=blockScan:64 --seeds=20 | %FileCheck %s --check-prefix=FULL
// FULL: complaint: oneGroupOfEight({{.*}}divergent collective
// FULL: deadlock: threads wait for ever
// FULL: 10 kernels: 9 same, 0 differs, 1 complaint
//
// RUN: %{exits} 1 %{semantics} %s --naive=active-mask --shapes=64,100 --shapes=blockSum:64 \
// RUN:   --shapes=blockScan:64 --seeds=20 | %FileCheck %s --check-prefix=ACTIVE
// ACTIVE: 10 kernels: 0 same, 10 differs
#define GID int gid = blockIdx.x * blockDim.x + threadIdx.x

__device__ float warpSum(float v) {
  for (int d = warpSize / 2; d > 0; d /= 2)
    v += __shfl_down(v, d);
  return v;
}

// Whole warps only: the tree reads all 32 lanes.
__global__ void blockSum(const float *in, float *out) {
  __shared__ float sums[8];
  int lane = threadIdx.x % 32, wid = threadIdx.x / 32;
  float v = warpSum(in[blockIdx.x * blockDim.x + threadIdx.x]);
  if (lane == 0)
    sums[wid] = v;
  __syncthreads();
  v = threadIdx.x < blockDim.x / 32 ? sums[lane] : 0;
  if (wid == 0)
    v = warpSum(v);
  if (threadIdx.x == 0)
    out[blockIdx.x] = v;
}

__device__ int warpScan(int v) {
  int lane = threadIdx.x & 31;
  for (int d = 1; d < 32; d *= 2) {
    int before = __shfl_up(v, d);
    if (lane >= d)
      v += before;
  }
  return v;
}

__global__ void blockScan(const int *in, int *out) {
  __shared__ int totals[32];
  GID;
  int wid = threadIdx.x >> 5;
  int v = warpScan(in[gid]);
  if ((threadIdx.x & 31) == 31)
    totals[wid] = v;
  __syncthreads();
  for (int w = 0; w < wid; ++w)
    v += totals[w];
  out[gid] = v;
}

__global__ void scanPartial(const int *in, int *out) {
  GID;
  out[gid] = warpScan(in[gid]);
}

__global__ void maxOfAll(const int *in, int *out) {
  GID;
  int v = in[gid];
  for (int mask = 16; mask; mask >>= 1) {
    int other = __shfl_xor(v, mask);
    v = other > v ? other : v;
  }
  out[gid] = v;
}

// Rows of 8: a dot product each.
__global__ void rowsOfEight(const float *x, const float *y, float *out) {
  GID;
  float v = x[gid] * y[gid];
  for (int d = 4; d; d /= 2)
    v += __shfl_down(v, d, 8);
  out[gid] = __shfl(v, 0, 8);
}

// T11: the groups of 8 are whole, the warp is not.
__global__ void oneGroupOfEight(const int *in, int *out) {
  GID;
  int v = in[gid];
  if ((threadIdx.x >> 3) % 4 == 2)
    v += __shfl_down(v, 4, 8);
  out[gid] = v + __shfl_xor(v, 1);
}

// T14: lane - 1 wraps to 31, and 33 is 1.
__global__ void wraps(const int *in, int *out) {
  GID;
  int lane = threadIdx.x & 31;
  int v = in[gid];
  v = __shfl(v, lane - 1) - __shfl_down(v, 33);
  out[gid] = v + __shfl_up(v, 32);
}

// T41: evaluated once.
__global__ void sideEffects(const int *in, int *out) {
  GID;
  int v = in[gid], lane = threadIdx.x & 7;
  int other = __shfl(v++, lane++);
  out[gid] = other + 1000 * v + 100000 * lane;
}

template <typename T, int Width> __device__ T broadcast(T v) { return __shfl(v, 1, Width); }
__global__ void helperInTwoSizes(const int *in, double *out) {
  GID;
  out[gid] = broadcast<int, 4>(in[gid]) + broadcast<double, 16>(0.5 * in[gid]);
}

// A whole warp, or none of it.
__global__ void wholeWarps(const int *in, int *out, int n) {
  GID;
  int v = in[gid];
  if (threadIdx.x / 32 == 1 || n > 40)
    v = __shfl(v, n & 31) + __shfl_xor(v, 1);
  else
    v -= __shfl_up(v, 2);
  out[gid] = v;
}
