#include "kernels.cuh"

// One row per lane; the warp keeps the 32 weights in its registers. Right only while all rows of a
// warp have the same length: a lane that has left the loop no longer gives its weight away.
__global__ void weightRows(const int *start, const int *column, const float *weight, int rows,
                           float *out)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows)
        return;
    float mine = weight[threadIdx.x & 31];
    float sum = 0;
    for (int i = start[row]; i < start[row + 1]; ++i)
    {
        if (column[i] < 0) // the rest of the row is padding
            break;
        sum += __shfl(mine, column[i] & 31);
    }
    out[row] = sum;
}
