// The numbers of threads and blocks, and the lanes of a wave.
#ifndef COOPIFY_HIP_BUILTINS_H
#define COOPIFY_HIP_BUILTINS_H

#include "hip/hip_vector_types.h"

// Properties, as in clang's __clang_cuda_builtin_vars.h.
#define COOPIFY_COORDINATE(FIELD)                                              \
  __declspec(property(get = __fetch_##FIELD)) unsigned int FIELD;              \
  static __device__ unsigned int __fetch_##FIELD();
#define COOPIFY_COORDINATES(NAME)                                              \
  struct __hip_builtin_##NAME##_t {                                            \
    COOPIFY_COORDINATE(x)                                                      \
    COOPIFY_COORDINATE(y)                                                      \
    COOPIFY_COORDINATE(z)                                                      \
    __device__ operator dim3() const { return dim3(x, y, z); }                 \
    __device__ operator uint3() const { return uint3(x, y, z); }               \
  };                                                                           \
  extern const __device__ __attribute__((weak)) __hip_builtin_##NAME##_t NAME;
COOPIFY_COORDINATES(threadIdx)
COOPIFY_COORDINATES(blockIdx)
COOPIFY_COORDINATES(blockDim)
COOPIFY_COORDINATES(gridDim)
#undef COOPIFY_COORDINATES
#undef COOPIFY_COORDINATE

// ROCm 7 has a run-time value; code of all versions before names it in constant
// expressions, and has to parse. The host pass takes the wider wave.
#ifndef COOPIFY_HIP_WARP_SIZE
#if defined(__HIP_DEVICE_COMPILE__) && !defined(__GFX9__) && !defined(__GFX8__) &&                  \
    (defined(__GFX10__) || defined(__GFX11__) || defined(__GFX12__))
#define COOPIFY_HIP_WARP_SIZE 32
#else
#define COOPIFY_HIP_WARP_SIZE 64
#endif
#endif
static constexpr int warpSize = COOPIFY_HIP_WARP_SIZE;

#ifndef __MACA__
#if COOPIFY_HIP_WARP_SIZE == 64
#define __AMDGCN_WAVEFRONT_SIZE__ 64
#else
#define __AMDGCN_WAVEFRONT_SIZE__ 32
#endif
#define __AMDGCN_WAVEFRONT_SIZE __AMDGCN_WAVEFRONT_SIZE__

#define hipThreadIdx_x threadIdx.x
#define hipThreadIdx_y threadIdx.y
#define hipThreadIdx_z threadIdx.z
#define hipBlockIdx_x blockIdx.x
#define hipBlockIdx_y blockIdx.y
#define hipBlockIdx_z blockIdx.z
#define hipBlockDim_x blockDim.x
#define hipBlockDim_y blockDim.y
#define hipBlockDim_z blockDim.z
#define hipGridDim_x gridDim.x
#define hipGridDim_y gridDim.y
#define hipGridDim_z gridDim.z
#endif

#endif
