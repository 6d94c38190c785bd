// What the examples test/rules/*/Inputs/matcher.cu name (utils/check_matchers.py).
#pragma GCC system_header
#define __global__ __attribute__((global))
#define __device__ __attribute__((device))
#define __shared__ __attribute__((shared))

struct Index {
  unsigned x, y, z;
};
extern const __device__ Index threadIdx, blockIdx, blockDim;

template <class T> __device__ T __shfl(T v, int lane, int width = 32);
template <class T> __device__ T __shfl_down(T v, unsigned distance, int width = 32);
template <class T> __device__ T __shfl_sync(unsigned mask, T v, int lane, int width = 32);
template <class T> __device__ T __shfl_down_sync(unsigned mask, T v, unsigned distance, int width = 32);
__device__ int __all_sync(unsigned mask, int);
__device__ unsigned __match_any_sync(unsigned mask, int);
__device__ unsigned __ballot(int);
__device__ int __any(int);
__device__ unsigned __ballot_sync(unsigned mask, int);
__device__ unsigned __activemask();
__device__ int __ffs(int);
__device__ void __syncthreads();
__device__ void __syncwarp(unsigned mask = ~0u);
__device__ int atomicAdd(int *, int);
__device__ int cudaDeviceSynchronize();

namespace cooperative_groups {
template <unsigned N> struct thread_block_tile {
  __device__ static void sync();
  template <class T> __device__ T shfl_down(T v, unsigned distance) const;
  __device__ unsigned thread_rank() const;
};
struct thread_block {
  __device__ unsigned size() const;
};
struct coalesced_group {
  __device__ unsigned size() const;
};
__device__ thread_block this_thread_block();
__device__ coalesced_group coalesced_threads();
struct thread_group {
  __device__ unsigned long long thread_rank() const;
};
template <unsigned N> __device__ thread_block_tile<N> tiled_partition(thread_block);
__device__ thread_group tiled_partition(thread_block, unsigned size);
struct multi_grid_group {
  __device__ void sync() const;
};
__device__ multi_grid_group this_multi_grid();
} // namespace cooperative_groups
