// Helpers that hide a block barrier. Without it the machine sees the race, or what comes of it.
//
// RUN: %{semantics} %s --migrate= | %FileCheck %s
// CHECK: 3 kernels: 3 same
//
// RUN: %{exits} 1 %{semantics} %s --naive=no-barrier --shapes=64,100,16x16 --seeds=20 \
// RUN:   | %FileCheck %s --check-prefix=NONE
// NONE: complaint: reverse({{.*}} race
// NONE: complaint: tree({{.*}} race
// NONE: complaint: twice({{.*}} race
// NONE: 3 kernels: 0 same, 0 differs, 3 complaint
#define TID int tid = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z)
#define SIZE int size = blockDim.x * blockDim.y * blockDim.z

__device__ int exchange(int *shared, int from, int to, int v) {
  shared[to] = v;
  __syncthreads();
  v = shared[from];
  __syncthreads();
  return v;
}

__global__ void reverse(const int *in, int *out) {
  __shared__ int shared[256];
  TID;
  SIZE;
  out[blockIdx.x * size + tid] = exchange(shared, size - 1 - tid, tid, in[blockIdx.x * size + tid]);
}

__device__ int rotate(int *shared, int v) {
  TID;
  SIZE;
  return exchange(shared, (tid + 1) % size, tid, v);
}

__global__ void twice(const int *in, int *out, int n) {
  __shared__ int shared[256];
  TID;
  SIZE;
  int v = in[tid];
  for (int i = 0; i < (n & 3); ++i)
    v -= rotate(shared, v) / 2;
  if (n > 9)
    v += rotate(shared, v);
  out[blockIdx.x * size + tid] = v;
}

__device__ void step(float *shared, int tid, int d, int size) {
  __syncthreads();
  float other = tid + d < size ? shared[tid + d] : 0;
  __syncthreads();
  shared[tid] += other;
}

__global__ void tree(const float *in, float *out) {
  __shared__ float shared[256];
  TID;
  SIZE;
  shared[tid] = in[tid];
  for (int d = 128; d > 0; d /= 2)
    step(shared, tid, d, size);
  if (tid == 0)
    out[blockIdx.x] = shared[0];
}
