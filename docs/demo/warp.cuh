// What the kernels share. Blocks are one-dimensional.
#ifndef WARP_CUH
#define WARP_CUH

template <typename T>
__device__ T warpSum(T val)
{
    for (int offset = warpSize / 2; offset > 0; offset /= 2)
        val += __shfl_down(val, offset);
    return val;
}

// The sum over the block, valid in thread 0.
template <typename T>
__device__ T blockSum(T val)
{
    __shared__ T partial[32];
    int lane = threadIdx.x & 31;
    int wid = threadIdx.x >> 5;

    val = warpSum(val);
    if (lane == 0)
        partial[wid] = val;
    __syncthreads();

    if (wid == 0) {
        val = lane < blockDim.x / 32 ? partial[lane] : T(0);
        val = warpSum(val);
    }
    return val;
}

__device__ inline int warpScan(int val)
{
    int lane = threadIdx.x & 31;
    for (int d = 1; d < 32; d *= 2) {
        int below = __shfl_up(val, d);
        if (lane >= d)
            val += below;
    }
    return val;
}

#endif
