//===- cuda_bf16.h - bfloat16 ----------------------------------------- -*- C++ -*-===//
//
// For kernels and host code. Results are those of a GPU, bit for bit, of + - * / fma sqrt, of
// conversions and comparisons; the others are rounded from double.
//
//===----------------------------------------------------------------------===//
#ifndef COOPIFY_SIMT_CUDA_BF16_H
#define COOPIFY_SIMT_CUDA_BF16_H

// The guards of the toolkit's own, by which programs ask.
#define __CUDA_BF16_H__
#define __CUDA_BF16_HPP__
#define __CUDA_BF16_TYPES_EXIST__

#ifdef __cplusplus
#include "simt/narrow/begin.h"

#define SIMT_T __nv_bfloat16
#define SIMT_T2 __nv_bfloat162
#define SIMT_RAW __nv_bfloat16_raw
#define SIMT_RAW2 __nv_bfloat162_raw
#define SIMT_N bfloat16
#define SIMT_F simt_bfloat
#define SIMT_ADD_SINCE 800
#define SIMT_ADD2_SINCE 800
#ifdef __CUDA_NO_BFLOAT16_CONVERSIONS__
#define SIMT_CONVERSIONS 0
#else
#define SIMT_CONVERSIONS 1
#endif
#ifdef __CUDA_NO_BFLOAT16_OPERATORS__
#define SIMT_OPERATORS 0
#else
#define SIMT_OPERATORS 1
#endif
#ifdef __CUDA_NO_BFLOAT162_OPERATORS__
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

#ifndef CUDA_NO_BFLOAT16
typedef __nv_bfloat16 nv_bfloat16;
typedef __nv_bfloat162 nv_bfloat162;
#endif
#endif // __cplusplus

#endif
