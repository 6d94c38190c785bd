//===- cuda_fp16.h - half precision ----------------------------------- -*- C++ -*-===//
//
// For kernels and host code. Results are those of a GPU, bit for bit, of + - * / fma sqrt, of
// conversions and comparisons; the others are rounded from double.
//
//===----------------------------------------------------------------------===//
#ifndef COOPIFY_SIMT_CUDA_FP16_H
#define COOPIFY_SIMT_CUDA_FP16_H

// The guards of the toolkit's own, by which programs ask.
#define __CUDA_FP16_H__
#define __CUDA_FP16_HPP__
#define __CUDA_FP16_TYPES_EXIST__

#ifdef __cplusplus
#include "simt/narrow/begin.h"

#define SIMT_T __half
#define SIMT_T2 __half2
#define SIMT_RAW __half_raw
#define SIMT_RAW2 __half2_raw
#define SIMT_N half
#define SIMT_F simt_half
#define SIMT_ADD_SINCE 700
#define SIMT_ADD2_SINCE 600
#ifdef __CUDA_NO_HALF_CONVERSIONS__
#define SIMT_CONVERSIONS 0
#else
#define SIMT_CONVERSIONS 1
#endif
#ifdef __CUDA_NO_HALF_OPERATORS__
#define SIMT_OPERATORS 0
#else
#define SIMT_OPERATORS 1
#endif
#ifdef __CUDA_NO_HALF2_OPERATORS__
#define SIMT_OPERATORS2 0
#else
#define SIMT_OPERATORS2 1
#endif
#include "simt/narrow/types.h"

#include "simt/narrow/convert.h"
#include "simt/narrow/functions.h"

#include "simt/narrow/compare.h"
#include "simt/narrow/device.h"
#include "simt/narrow/end.h"

#ifndef CUDA_NO_HALF
typedef __half half;
typedef __half2 half2;
typedef __half __nv_half;
typedef __half2 __nv_half2;
typedef __half nv_half;
typedef __half2 nv_half2;
typedef __half_raw __nv_half_raw;
typedef __half2_raw __nv_half2_raw;
#endif
#endif // __cplusplus

#endif
