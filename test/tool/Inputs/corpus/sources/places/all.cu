// Not a place: __shfl(in a comment, 0), nor in the string of 'print'.
#include <stdio.h>
#if 0
#include "never_read.cuh"
#endif
#define FIRST(v) __shfl(v, 0)

__device__ float2 __shfl(float2 v, int lane) { return v; }

#if 0
__device__ int dead(int v) { return __all(v); }
#endif

template <class T> __device__ T unused(T v) { return __shfl_up(v, 1); }

__global__ void kernel(int *out, float2 *pairs) {
  int v = out[threadIdx.x];
  out[threadIdx.x] = FIRST(v) + __any // of the warp
      (v); pairs[0] = __shfl(pairs[threadIdx.x], 3);
  out[1] = __shfl_down(v, 1, 3);
}
void print(int *out) {
  printf("__ballot(x)");
  kernel<<<1, 32>>>(out, nullptr);
}
