//===- keywords.h - CUDA's keywords as attributes ----------------*- C++ -*-===//
#ifndef COOPIFY_SIMT_PRELUDE_KEYWORDS_H
#define COOPIFY_SIMT_PRELUDE_KEYWORDS_H

#include <host_defines.h>

#undef __managed__
#undef __shared__
#undef __forceinline__
#undef __grid_constant__
// One variable for both sides; clang knows the attribute for HIP only, so the pass (HostPass.cpp,
// Units.cpp) makes it one.
#define __managed__ __attribute__((device, annotate("simt_managed")))
// The IR has no other mark of them: a CPU has one kind of memory.
#define __shared__ __attribute__((shared, annotate("simt_shared")))
// Inlining would not change what a kernel does here, only hide frames.
#define __forceinline__ inline
// Nor is coopify's runtime inlined: it would be three quarters of the time that its tests compile.
#define COOPIFY_FN __device__ inline
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
#define SIMT_QUIET inline __attribute__((always_inline, nodebug, no_sanitize("thread")))
#define SIMT_DEVICE static __device__ SIMT_QUIET
#define SIMT_BOTH_SIDES static __host__ __device__ SIMT_QUIET
#define SIMT_MACHINE extern "C" __device__

#ifdef __CUDA_ARCH__
// Machine and objects must agree; the machine checks.
static __device__ __attribute__((used, section("simt_warp_size")))
const unsigned simt_object_warp_size = COOPIFY_WARP_SIZE;
#ifdef COOPIFY_POST_DOMINATORS
static __device__ __attribute__((used, section("simt_post_dominators")))
const unsigned simt_object_post_dominators = 1;
#endif
#define SIMT_HERE __device__
#else
#define SIMT_HERE
#endif
// To the pass: a part of a whole program, which unit's, and whether its device code is linked with
// that of other units.
#ifdef COOPIFY_UNIT
static SIMT_HERE __attribute__((used, section("simt_unit"))) const char simt_unit_name[] =
    COOPIFY_UNIT;
#ifdef CUDA_API_PER_THREAD_DEFAULT_STREAM // --default-stream=per-thread
static SIMT_HERE __attribute__((used, section("simt_per_thread")))
const unsigned simt_streams_are_per_thread = 1;
#endif
#ifdef COOPIFY_RELOCATABLE
static SIMT_HERE __attribute__((used, section("simt_relocatable")))
const unsigned simt_unit_is_relocatable = 1;
#endif
#endif
#undef SIMT_HERE

#endif
