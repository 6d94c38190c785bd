// Barriers, votes, shuffles, matches: "HIP C++ language extensions". MXMACA has
// the same for its 64 lanes.
#ifndef COOPIFY_HIP_WARP_H
#define COOPIFY_HIP_WARP_H

#include "coopify_hip_builtins.h"

__device__ void __syncthreads();
__device__ int __syncthreads_count(int predicate);
__device__ int __syncthreads_and(int predicate);
__device__ int __syncthreads_or(int predicate);
__device__ void __threadfence();
__device__ void __threadfence_block();
__device__ void __threadfence_system();

__device__ unsigned int __lane_id();
__device__ unsigned long long __lanemask_lt();
__device__ unsigned long long __lanemask_le();
__device__ unsigned long long __lanemask_eq();
__device__ unsigned long long __lanemask_ge();
__device__ unsigned long long __lanemask_gt();

__device__ int __all(int predicate);
__device__ int __any(int predicate);
__device__ unsigned long long __ballot(int predicate);
__device__ unsigned long long __ballot64(int predicate);
__device__ unsigned long long __activemask();
template <class T> __device__ unsigned long long __match_any(T value);
template <class T> __device__ unsigned long long __match_all(T value, int *pred);

// Shuffles: the distance of __shfl_up and __shfl_down is unsigned.
#define COOPIFY_SHUFFLES(T)                                                    \
  __device__ T __shfl(T value, int lane, int width = warpSize);                \
  __device__ T __shfl_up(T value, unsigned int delta, int width = warpSize);   \
  __device__ T __shfl_down(T value, unsigned int delta, int width = warpSize); \
  __device__ T __shfl_xor(T value, int lanes, int width = warpSize);
COOPIFY_SHUFFLES(int)
COOPIFY_SHUFFLES(unsigned int)
COOPIFY_SHUFFLES(long)
COOPIFY_SHUFFLES(unsigned long)
COOPIFY_SHUFFLES(long long)
COOPIFY_SHUFFLES(unsigned long long)
COOPIFY_SHUFFLES(float)
COOPIFY_SHUFFLES(double)
#undef COOPIFY_SHUFFLES

// With masks, which are to be 64 bits wide; here any integer parses.
#ifndef HIP_DISABLE_WARP_SYNC_BUILTINS
__device__ void __syncwarp();
template <class MaskT> __device__ void __syncwarp(MaskT mask);
template <class MaskT> __device__ int __all_sync(MaskT mask, int predicate);
template <class MaskT> __device__ int __any_sync(MaskT mask, int predicate);
template <class MaskT> __device__ unsigned long long __ballot_sync(MaskT mask, int predicate);
template <class MaskT, class T> __device__ unsigned long long __match_any_sync(MaskT mask, T value);
template <class MaskT, class T>
__device__ unsigned long long __match_all_sync(MaskT mask, T value, int *pred);
template <class MaskT, class T>
__device__ T __shfl_sync(MaskT mask, T value, int lane, int width = warpSize);
template <class MaskT, class T>
__device__ T __shfl_up_sync(MaskT mask, T value, unsigned int delta, int width = warpSize);
template <class MaskT, class T>
__device__ T __shfl_down_sync(MaskT mask, T value, unsigned int delta, int width = warpSize);
template <class MaskT, class T>
__device__ T __shfl_xor_sync(MaskT mask, T value, int lanes, int width = warpSize);
#define COOPIFY_REDUCE(NAME)                                                   \
  template <class MaskT, class T> __device__ T __reduce_##NAME##_sync(MaskT mask, T value);
COOPIFY_REDUCE(add)
COOPIFY_REDUCE(min)
COOPIFY_REDUCE(max)
COOPIFY_REDUCE(and)
COOPIFY_REDUCE(or)
COOPIFY_REDUCE(xor)
#undef COOPIFY_REDUCE
#endif

#ifndef __MACA__
// The instructions behind them, by AMD's names.
__device__ int __hip_ds_bpermute(int index, int value);
__device__ float __hip_ds_bpermutef(int index, float value);
__device__ int __hip_ds_permute(int index, int value);
__device__ float __hip_ds_permutef(int index, float value);
#define __hip_ds_swizzle(value, pattern) __hip_ds_swizzle_N<(pattern)>((value))
#define __hip_ds_swizzlef(value, pattern) __hip_ds_swizzlef_N<(pattern)>((value))
#define __hip_move_dpp(value, dpp, rows, banks, bound)                         \
  __hip_move_dpp_N<(dpp), (rows), (banks), (bound)>((value))
template <int Pattern> __device__ int __hip_ds_swizzle_N(int value);
template <int Pattern> __device__ float __hip_ds_swizzlef_N(float value);
template <int Dpp, int Rows, int Banks, bool Bound> __device__ int __hip_move_dpp_N(int value);

__device__ unsigned int __smid();
#endif

#endif
