// What people write for sm_70 and later: __shfl_down_sync with a full mask.
template <typename T> __device__ T sumByHand(T v) {
  for (int d = 16; d > 0; d /= 2)
    v += __shfl_down_sync(0xffffffff, v, d);
  return v;
}
template <typename T> __device__ void tailByHand(T *sdata, int tid) {
  if (tid < 32) {
    T v = sumByHand(sdata[tid] + sdata[tid + 32]);
    if (tid == 0)
      sdata[0] = v;
  }
}
__global__ void tailOfInts(const int *in, int *out, int rounds) {
  __shared__ int sdata[96];
  int tid = threadIdx.x, x = in[blockIdx.x * blockDim.x + tid];
  for (int r = 0; r < rounds; ++r) {
    sdata[tid] = x + r;
    __syncthreads();
    tailByHand(sdata, tid);
    __syncthreads();
    x ^= sdata[0];
    __syncthreads();
  }
  out[blockIdx.x * blockDim.x + tid] = x;
}
__global__ void tailOfFloats(const float *in, float *out, int rounds) {
  __shared__ float sdata[96];
  int tid = threadIdx.x;
  float x = in[blockIdx.x * blockDim.x + tid];
  for (int r = 0; r < rounds; ++r) {
    sdata[tid] = x;
    __syncthreads();
    tailByHand(sdata, tid);
    __syncthreads();
    x = x * 0.5f - sdata[0] * 0.01f;
    __syncthreads();
  }
  out[blockIdx.x * blockDim.x + tid] = x;
}
__global__ void treeOfInts(const int *in, int *out, int rounds) {
  int x = in[blockIdx.x * blockDim.x + threadIdx.x];
  for (int r = 0; r < rounds; ++r)
    x ^= __shfl_sync(0xffffffff, sumByHand(x + r), 0);
  out[blockIdx.x * blockDim.x + threadIdx.x] = x;
}
__global__ void treeOfFloats(const float *in, float *out, int rounds) {
  float x = in[blockIdx.x * blockDim.x + threadIdx.x];
  for (int r = 0; r < rounds; ++r)
    x = x * 0.5f - __shfl_sync(0xffffffff, sumByHand(x), 0) * 0.01f;
  out[blockIdx.x * blockDim.x + threadIdx.x] = x;
}
__global__ void scanOfInts(const int *in, int *out, int rounds) {
  int x = in[blockIdx.x * blockDim.x + threadIdx.x], lane = threadIdx.x % 32;
  for (int r = 0; r < rounds; ++r) {
    int v = x + r;
    for (int d = 1; d < 32; d *= 2) {
      int before = __shfl_up_sync(0xffffffff, v, d);
      if (lane >= d)
        v += before;
    }
    x ^= v;
  }
  out[blockIdx.x * blockDim.x + threadIdx.x] = x;
}
