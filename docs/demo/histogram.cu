#include "kernels.cuh"

__device__ void blockHistogram(const int *x, int n, int *histogram)
{
    __shared__ int bins[LEVELS];
    for (int b = threadIdx.x; b < LEVELS; b += blockDim.x)
        bins[b] = 0;
    __syncthreads();

    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
        atomicAdd(&bins[x[i]], 1);
    __syncthreads();

    for (int b = threadIdx.x; b < LEVELS; b += blockDim.x)
        atomicAdd(&histogram[b], bins[b]);
}
