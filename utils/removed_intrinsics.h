// What CUDA 13 no longer declares: a file may keep it where coopify refused to touch it.
#pragma once
#ifdef __CUDACC__
template <typename T> __device__ T __shfl(T, int, int = 32);
template <typename T> __device__ T __shfl_up(T, unsigned, int = 32);
template <typename T> __device__ T __shfl_down(T, unsigned, int = 32);
template <typename T> __device__ T __shfl_xor(T, int, int = 32);
#endif
