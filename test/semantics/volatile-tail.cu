// The warp's end of a reduction, which lives on lanes moving together. No rule rewrites it yet. What
// people do, a __syncwarp() after each statement, leaves each statement's reads beside the writes of
// other lanes (T26).
//
// As it was: right in lockstep, and not otherwise.
// RUN: %{exits} 1 %{semantics} %s --naive=nothing --shapes=64,128 --seeds=200 \
// RUN:   | %FileCheck %s --check-prefix=NOTHING
// NOTHING-DAG: {{complaint|differs}}: plainTail(
// NOTHING-DAG: {{complaint|differs}}: scan(
// NOTHING-DAG: {{complaint|differs}}: tail(
// NOTHING: 3 kernels: 0 same
//
// RUN: %{exits} 1 %{semantics} %s --naive=sync-after-each --shapes=64,128 --seeds=200 \
// RUN:   | %FileCheck %s --check-prefix=SYNC
// SYNC-DAG: {{complaint|differs}}: plainTail(
// SYNC-DAG: {{complaint|differs}}: scan(
// SYNC-DAG: {{complaint|differs}}: tail(
// SYNC: 3 kernels: 0 same

__global__ void tail(const float *in, float *out) {
  __shared__ float sums[128];
  int tid = threadIdx.x;
  sums[tid] = in[tid];
  __syncthreads();
  if (tid < 32) {
    volatile float *s = sums;
    // tail
    s[tid] += s[tid + 32];
    s[tid] += s[tid + 16];
    s[tid] += s[tid + 8];
    s[tid] += s[tid + 4];
    s[tid] += s[tid + 2];
    s[tid] += s[tid + 1];
    // end of tail
    out[tid] = s[tid];
  }
}

// Without volatile, where a compiler may keep values in registers besides.
__global__ void plainTail(const int *in, int *out) {
  __shared__ int s[128];
  int tid = threadIdx.x;
  s[tid] = in[tid];
  __syncthreads();
  if (tid < 32) {
    // tail
    s[tid] += s[tid + 16];
    s[tid] += s[tid + 8];
    s[tid] += s[tid + 4];
    // end of tail
    out[tid] = s[tid];
  }
}

// T28: a scan by each warp.
__global__ void scan(const int *in, int *out) {
  __shared__ int sums[128];
  int tid = threadIdx.x, lane = tid & 31;
  volatile int *s = sums;
  s[tid] = in[tid];
  // tail
  if (lane >= 1) s[tid] += s[tid - 1];
  if (lane >= 2) s[tid] += s[tid - 2];
  if (lane >= 4) s[tid] += s[tid - 4];
  if (lane >= 8) s[tid] += s[tid - 8];
  if (lane >= 16) s[tid] += s[tid - 16];
  // end of tail
  out[tid] = s[tid];
}
