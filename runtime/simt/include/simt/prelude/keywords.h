//===- keywords.h - CUDA's keywords as attributes ----------------*- C++ -*-===//
#ifndef COOPIFY_SIMT_PRELUDE_KEYWORDS_H
#define COOPIFY_SIMT_PRELUDE_KEYWORDS_H

#define __device__ __attribute__((device))
#define __host__ __attribute__((host))
#define __global__ __attribute__((global))
#define __constant__ __attribute__((constant))
#define __shared__ __attribute__((shared))
#define __managed__
// Inlining would not change what a kernel does here, only hide frames.
#define __forceinline__ inline
// Nor is coopify's runtime inlined: it would be three quarters of the time that its tests compile.
#define COOPIFY_FN __device__ inline
#define __noinline__ __attribute__((noinline))
#define __launch_bounds__(...) __attribute__((launch_bounds(__VA_ARGS__)))
#define __align__(n) __attribute__((aligned(n)))
#define __builtin_align__(n) __align__(n)
#define __grid_constant__

#ifndef __CUDACC__
#define __CUDACC__ 1
#endif
#ifndef CUDART_VERSION
#define CUDART_VERSION 13000
#endif
#ifndef CUDA_VERSION
#define CUDA_VERSION CUDART_VERSION
#endif

// Device functions of this prelude leave no trace in the kernel: no frame, no
// line of their own, no scheduling point but those of the machine's calls.
#define SIMT_DEVICE                                                                                \
  static __device__ inline __attribute__((always_inline, nodebug, no_sanitize("thread")))
#define SIMT_MACHINE extern "C" __device__

// Machine and objects must agree; the machine checks.
static __device__ __attribute__((used, section("simt_warp_size")))
const unsigned simt_object_warp_size = COOPIFY_WARP_SIZE;
#ifdef COOPIFY_POST_DOMINATORS
static __device__ __attribute__((used, section("simt_post_dominators")))
const unsigned simt_object_post_dominators = 1;
#endif

#endif
