// A stand-in for MXMACA's runtime header: no compiler for it is to be had, so the runtime is checked
// against the names that its guide documents (seed 003) and CUDA's spellings of the intrinsics,
// with masks of 64 lanes. Declarations only: nothing compiled with it can run.
#ifndef MC_RUNTIME_STUB_H
#define MC_RUNTIME_STUB_H

#define __MACA__ 1
#define __device__ __attribute__((device))
#define __global__ __attribute__((global))
#define __host__ __attribute__((host))
#define __shared__ __attribute__((shared))
#define __forceinline__ inline __attribute__((always_inline))
#define __restrict__ __restrict

using size_t = __SIZE_TYPE__;

struct dim3 {
  unsigned x, y, z;
  __host__ __device__ constexpr dim3(unsigned x = 1, unsigned y = 1, unsigned z = 1)
      : x(x), y(y), z(z) {}
};
extern __device__ const dim3 threadIdx, blockIdx, blockDim, gridDim;

using mc_mask = unsigned long long;
__device__ mc_mask __activemask();
__device__ mc_mask __ballot_sync(mc_mask mask, int predicate);
__device__ unsigned __shfl_sync(mc_mask mask, unsigned value, int lane, int width = 64);
__device__ unsigned __shfl_up_sync(mc_mask mask, unsigned value, unsigned delta, int width = 64);
__device__ unsigned __shfl_down_sync(mc_mask mask, unsigned value, unsigned delta, int width = 64);
__device__ unsigned __shfl_xor_sync(mc_mask mask, unsigned value, int bits, int width = 64);
__device__ void __syncwarp(mc_mask mask = ~0ull);
__device__ void __syncthreads();
__device__ void __threadfence_block();
__device__ int __popcll(unsigned long long word);
__device__ int __ffsll(long long word);
__device__ int __clzll(long long word);
__device__ unsigned atomicAdd(unsigned *where, unsigned value);
__device__ void __trap();
extern "C" __device__ int printf(const char *format, ...);

// Launches (seed 003, 2.6 and 2.7).
enum mcError_t { mcSuccess };
enum mcDeviceAttribute_t { mcDevAttrCooperativeLaunch, mcDevAttrCooperativeMultiDeviceLaunch };
struct mcDeviceProp {
  int multiProcessorCount;
};
using mcStream_t = struct mcStream *;
struct mcLaunchParams {
  void *func;
  dim3 gridDim, blockDim;
  void **args;
  size_t sharedMem;
  mcStream_t stream;
};
mcError_t mcGetDeviceProperties(mcDeviceProp *properties, int device);
mcError_t mcDeviceGetAttribute(int *value, mcDeviceAttribute_t attribute, int device);
template <typename Kernel>
mcError_t mcOccupancyMaxActiveBlocksPerMultiProcessor(int *blocks, Kernel kernel, int threads,
                                                      size_t shared);
mcError_t mcLaunchCooperativeKernel(const void *kernel, dim3 grid, dim3 block, void **arguments,
                                    size_t shared = 0, mcStream_t stream = nullptr);
mcError_t mcLaunchCooperativeKernelMultiDevice(mcLaunchParams *launches, unsigned devices);

#endif // MC_RUNTIME_STUB_H
