// Device random numbers: the generators and distributions that kernels call.
#ifndef COOPIFY_CUDA_CURAND_KERNEL_H
#define COOPIFY_CUDA_CURAND_KERNEL_H

#include "cuda_runtime.h"

struct curandStateXORWOW { unsigned int d, v[5]; int boxmuller_flag; float boxmuller_extra; };
struct curandStateMRG32k3a { unsigned int s1[3], s2[3]; };
struct curandStatePhilox4_32_10 { uint4 ctr, output; uint2 key; unsigned int STATE; };
struct curandStateSobol32 { unsigned int i, x, c; };
struct curandStateMtgp32 { unsigned int s[1024]; int offset, pIdx; };
typedef curandStateXORWOW curandState_t, curandState, curandStateXORWOW_t;
typedef curandStateMRG32k3a curandStateMRG32k3a_t;
typedef curandStatePhilox4_32_10 curandStatePhilox4_32_10_t;
typedef curandStateSobol32 curandStateSobol32_t;
typedef curandStateMtgp32 curandStateMtgp32_t;

template <class S>
__device__ void curand_init(unsigned long long seed, unsigned long long subsequence,
                            unsigned long long offset, S *state);
template <class S> __device__ unsigned int curand(S *state);
template <class S> __device__ uint4 curand4(S *state);
template <class S> __device__ float curand_uniform(S *state);
template <class S> __device__ double curand_uniform_double(S *state);
template <class S> __device__ float4 curand_uniform4(S *state);
template <class S> __device__ float curand_normal(S *state);
template <class S> __device__ double curand_normal_double(S *state);
template <class S> __device__ float2 curand_normal2(S *state);
template <class S> __device__ float4 curand_normal4(S *state);
template <class S> __device__ float curand_log_normal(S *state, float mean, float stddev);
template <class S> __device__ unsigned int curand_poisson(S *state, double lambda);
template <class S> __device__ void skipahead(unsigned long long n, S *state);

#endif
