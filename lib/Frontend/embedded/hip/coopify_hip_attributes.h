// Attributes, as macros: those of HIP's host_defines.h. COOPIFY_GPU_UNIT is set by
// the preludes; a host unit (.cpp) that includes the API alone has empty ones.
#ifndef COOPIFY_HIP_ATTRIBUTES_H
#define COOPIFY_HIP_ATTRIBUTES_H

#if defined(__HIP__) && !defined(COOPIFY_GPU_UNIT)
#define COOPIFY_GPU_UNIT 1
#endif

#ifdef COOPIFY_GPU_UNIT
#undef __host__
#undef __device__
#undef __global__
#undef __shared__
#undef __constant__
#undef __managed__
#define __host__ __attribute__((host))
#define __device__ __attribute__((device))
#define __global__ __attribute__((global))
#define __shared__ __attribute__((shared))
#define __constant__ __attribute__((constant))
#define __managed__ __attribute__((managed))
#define __launch_bounds__(...) __attribute__((launch_bounds(__VA_ARGS__)))
#define __grid_constant__ // clang knows it for CUDA alone
#else
#define __host__
#define __device__
#define __global__
#define __shared__
#define __constant__
#define __managed__
#define __launch_bounds__(...)
#define __grid_constant__
#endif
#define __forceinline__ inline __attribute__((always_inline)) // __noinline__ is clang's keyword
#ifndef __align__
#define __align__(n) __attribute__((aligned(n)))
#endif
#ifndef __hip_pinned__
#define __hip_pinned__
#endif
#define __HOST_DEVICE__ __host__ __device__
#define HIP_INCLUDE_HIP_AMD_DETAIL_HOST_DEFINES_H
#define HIP_DYNAMIC_SHARED(type, var) extern __shared__ type var[];
#define HIP_DYNAMIC_SHARED_ATTRIBUTE

#endif
