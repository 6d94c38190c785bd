#include "kernels.cuh"
#include "warp.cuh"

__global__ void sumKernel(const float *x, int n, float *result)
{
    float sum = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
        sum += x[i];
    sum = blockSum(sum);
    if (threadIdx.x == 0)
        atomicAdd(result, sum);
}

__global__ void dotKernel(const float *x, const float *y, int n, float *result)
{
    float sum = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
        sum += x[i] * y[i];
    sum = blockSum(sum);
    if (threadIdx.x == 0)
        atomicAdd(result, sum);
}

// An inclusive scan of each block's part.
__global__ void scanKernel(const int *x, int n, int *out)
{
    __shared__ int warpTotal[32];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int lane = threadIdx.x & 31;
    int wid = threadIdx.x >> 5;

    int val = warpScan(i < n ? x[i] : 0);
    if (lane == 31)
        warpTotal[wid] = val;
    __syncthreads();

    if (wid == 0) {
        int total = lane < blockDim.x / 32 ? warpTotal[lane] : 0;
        warpTotal[lane] = warpScan(total);
    }
    __syncthreads();

    if (wid > 0)
        val += warpTotal[wid - 1];
    if (i < n)
        out[i] = val;
}
