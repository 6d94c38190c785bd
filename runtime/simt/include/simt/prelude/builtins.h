//===- builtins.h - threadIdx and its kin ------------------------*- C++ -*-===//
#ifndef COOPIFY_SIMT_PRELUDE_BUILTINS_H
#define COOPIFY_SIMT_PRELUDE_BUILTINS_H

#include "keywords.h"
#include <vector_functions.h>

#ifdef __CUDA_ARCH__
// Properties, not memory: reading threadIdx is no scheduling point.
#define SIMT_INDEX(NAME)                                                                           \
  SIMT_MACHINE unsigned simt_##NAME(unsigned Axis);                                                \
  struct simt_##NAME##_t {                                                                         \
    __declspec(property(get = simt_x)) unsigned x;                                                 \
    __declspec(property(get = simt_y)) unsigned y;                                                 \
    __declspec(property(get = simt_z)) unsigned z;                                                 \
    SIMT_MEMBER unsigned simt_x() const { return simt_##NAME(0); }                                 \
    SIMT_MEMBER unsigned simt_y() const { return simt_##NAME(1); }                                 \
    SIMT_MEMBER unsigned simt_z() const { return simt_##NAME(2); }                                 \
    SIMT_MEMBER operator uint3() const { return {simt_x(), simt_y(), simt_z()}; }                  \
    SIMT_MEMBER operator dim3() const { return {simt_x(), simt_y(), simt_z()}; }                   \
  };                                                                                               \
  extern const __device__ __attribute__((weak)) simt_##NAME##_t NAME;
#define SIMT_MEMBER __device__ inline __attribute__((always_inline, nodebug, no_sanitize("thread")))

SIMT_INDEX(threadIdx)
SIMT_INDEX(blockIdx)
SIMT_INDEX(blockDim)
SIMT_INDEX(gridDim)
#undef SIMT_INDEX
#undef SIMT_MEMBER
#else // as CUDA's own are: host code may declare them once more
extern const __device__ __attribute__((weak)) uint3 threadIdx, blockIdx;
extern const __device__ __attribute__((weak)) dim3 blockDim, gridDim;
#endif

static __device__ const int warpSize = COOPIFY_WARP_SIZE;

#endif
