//===- begin.h - words of the headers beside it -------------------*- C++ -*-===//
//
// cuda_fp16.h and cuda_bf16.h are the same functions of two types. Each includes the headers of
// this folder with these defined:
//
//   SIMT_T, SIMT_T2          the type, and that of two of them
//   SIMT_RAW, SIMT_RAW2      what of it is C
//   SIMT_N                   what functions call it: half, bfloat16
//   SIMT_F                   what the library calls it
//   SIMT_ADD_SINCE, SIMT_ADD2_SINCE  the architectures that have atomicAdd() of them
//   SIMT_CONVERSIONS, SIMT_OPERATORS, SIMT_OPERATORS2  0 where the program wants none
//
//===----------------------------------------------------------------------===//
#ifndef COOPIFY_SIMT_NARROW_BEGIN_H
#define COOPIFY_SIMT_NARROW_BEGIN_H

#include "calls.h"
#include <cuda_runtime.h>

#define SIMT_JOIN_AS(_A, _B, _C) _A##_B##_C
#define SIMT_JOIN(_A, _B, _C) SIMT_JOIN_AS(_A, _B, _C)
// A function's name: __int2half_rn of (__int2, _rn), __half2int_rn of (__, 2int_rn).
#define SIMT_NAME(BEFORE, AFTER) SIMT_JOIN(BEFORE, SIMT_N, AFTER)

#ifdef __CUDA__
#define SIMT_NARROW_MEMBER                                                                         \
  __host__ __device__ inline __attribute__((always_inline, nodebug, no_sanitize("thread")))
#else
#define SIMT_NARROW_MEMBER inline
#endif
#define SIMT_NARROW_FUNCTION static SIMT_NARROW_MEMBER

#endif
