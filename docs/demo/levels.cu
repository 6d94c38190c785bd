#include "kernels.cuh"
#include "warp.cuh"

__global__ void countLevels(const int *x, int n, int *histogram)
{
    blockHistogram(x, n, histogram);
}

__global__ void countAndSum(const int *x, int n, int *histogram, int *total)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int sum = blockSum(i < n ? x[i] : 0);
    if (threadIdx.x == 0)
        atomicAdd(total, sum);
    blockHistogram(x, n, histogram);
}
