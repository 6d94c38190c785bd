#ifndef KERNELS_CUH
#define KERNELS_CUH

#define LEVELS 64

// sums.cu
__global__ void sumKernel(const float *x, int n, float *result);
__global__ void dotKernel(const float *x, const float *y, int n, float *result);
__global__ void scanKernel(const int *x, int n, int *out);

// filter.cu
__global__ void keepAbove(const float *x, int n, float limit, float *out, int *count);
__global__ void keepIndices(const float *x, int n, float limit, int *out, int *count);
__global__ void checkRange(const float *x, int n, float low, float high, int *warpOk);

// histogram.cu: adds up the values of the grid. All threads of the block must call it!
__device__ void blockHistogram(const int *x, int n, int *histogram);

// levels.cu
__global__ void countLevels(const int *x, int n, int *histogram);
__global__ void countAndSum(const int *x, int n, int *histogram, int *total);

// rows.cu
__global__ void weightRows(const int *start, const int *column, const float *weight, int rows,
                           float *out);

#endif
