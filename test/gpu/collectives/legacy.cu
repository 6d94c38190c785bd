// The end of a block's sum, as the CUDA SDK had it; collectives.py makes coopify rewrite it.
__global__ void tailOfInts(const int *in, int *out, int rounds) {
  __shared__ int sdata[96];
  int tid = threadIdx.x, x = in[blockIdx.x * blockDim.x + tid];
  for (int r = 0; r < rounds; ++r) {
    sdata[tid] = x + r;
    __syncthreads();
    if (tid < 32) {
      volatile int *s = sdata;
      s[tid] += s[tid + 32];
      s[tid] += s[tid + 16];
      s[tid] += s[tid + 8];
      s[tid] += s[tid + 4];
      s[tid] += s[tid + 2];
      s[tid] += s[tid + 1];
    }
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
    if (tid < 32) {
      volatile float *s = sdata;
      s[tid] += s[tid + 32];
      s[tid] += s[tid + 16];
      s[tid] += s[tid + 8];
      s[tid] += s[tid + 4];
      s[tid] += s[tid + 2];
      s[tid] += s[tid + 1];
    }
    __syncthreads();
    x = x * 0.5f - sdata[0] * 0.01f;
    __syncthreads();
  }
  out[blockIdx.x * blockDim.x + tid] = x;
}
__global__ void treeOfInts(const int *in, int *out, int rounds) {
  int x = in[blockIdx.x * blockDim.x + threadIdx.x];
  for (int r = 0; r < rounds; ++r) {
    int v = x + r;
    for (int d = 16; d > 0; d /= 2)
      v += __shfl_down(v, d);
    x ^= __shfl(v, 0);
  }
  out[blockIdx.x * blockDim.x + threadIdx.x] = x;
}
__global__ void treeOfFloats(const float *in, float *out, int rounds) {
  float x = in[blockIdx.x * blockDim.x + threadIdx.x];
  for (int r = 0; r < rounds; ++r) {
    float v = x;
    for (int d = 16; d > 0; d /= 2)
      v += __shfl_down(v, d);
    x = x * 0.5f - __shfl(v, 0) * 0.01f;
  }
  out[blockIdx.x * blockDim.x + threadIdx.x] = x;
}
__global__ void scanOfInts(const int *in, int *out, int rounds) {
  int x = in[blockIdx.x * blockDim.x + threadIdx.x], lane = threadIdx.x % 32;
  for (int r = 0; r < rounds; ++r) {
    int v = x + r;
    for (int d = 1; d < 32; d *= 2) {
      int before = __shfl_up(v, d);
      if (lane >= d)
        v += before;
    }
    x ^= v;
  }
  out[blockIdx.x * blockDim.x + threadIdx.x] = x;
}
#ifndef BENCH
int main() {
  tailOfInts<<<1, 64>>>(nullptr, nullptr, 1);
  tailOfFloats<<<1, 64>>>(nullptr, nullptr, 1);
  treeOfInts<<<1, 64>>>(nullptr, nullptr, 1);
  treeOfFloats<<<1, 64>>>(nullptr, nullptr, 1);
  scanOfInts<<<1, 64>>>(nullptr, nullptr, 1);
}
#endif
