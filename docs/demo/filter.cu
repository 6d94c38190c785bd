#include "kernels.cuh"

// One atomic for all lanes that come here together.
__device__ int nextSlot(int *counter)
{
    unsigned int mask = __ballot(1);
    int lane = threadIdx.x & 31;
    int leader = __ffs(mask) - 1;
    int base = 0;
    if (lane == leader)
        base = atomicAdd(counter, __popc(mask));
    base = __shfl(base, leader);
    return base + __popc(mask & ((1u << lane) - 1));
}

__global__ void keepAbove(const float *x, int n, float limit, float *out, int *count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && x[i] > limit)
        out[nextSlot(count)] = x[i];
}

// Stream compaction: the order is kept inside of a warp.
__global__ void keepIndices(const float *x, int n, float limit, int *out, int *count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int lane = threadIdx.x & 31;
    bool keep = i < n && x[i] > limit;

    unsigned int kept = __ballot(keep);
    int base = 0;
    if (lane == 0)
        base = atomicAdd(count, __popc(kept));
    base = __shfl(base, 0);
    if (keep)
        out[base + __popc(kept & ((1u << lane) - 1))] = i;
}

__global__ void checkRange(const float *x, int n, float low, float high, int *warpOk)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int ok = __all(x[i] >= low && x[i] <= high);
    if ((threadIdx.x & 31) == 0)
        warpOk[i / 32] = ok;
}
