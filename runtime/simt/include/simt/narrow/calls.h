//===- calls.h - what the library computes of halves and bfloats --*- C++ -*-===//
//
// Of both sides: host code calls them, too. A value travels as its 16 bits. A NaN that comes out is
// 0x7fff, as on a GPU (PTX ISA, half precision floating point instructions).
//
//===----------------------------------------------------------------------===//
#ifndef COOPIFY_SIMT_NARROW_CALLS_H
#define COOPIFY_SIMT_NARROW_CALLS_H

#include "simt/arithmetic.h"

#ifdef __CUDA__
#define SIMT_NARROW_CALL extern "C" __host__ __device__
#else
#define SIMT_NARROW_CALL extern "C"
#endif

enum simt_format { simt_half, simt_bfloat };
enum simt_narrow_function {
  simt_ceil,
  simt_cos,
  simt_exp,
  simt_exp10,
  simt_exp2,
  simt_floor,
  simt_log,
  simt_log10,
  simt_log2,
  simt_rcp,
  simt_rint,
  simt_rsqrt,
  simt_sin,
  simt_sqrt,
  simt_tanh,
  simt_trunc
};

SIMT_NARROW_CALL float simt_widen(simt_format, unsigned short);
SIMT_NARROW_CALL unsigned short simt_narrow(simt_format, simt_rounding, double);
SIMT_NARROW_CALL unsigned short simt_narrow_i64(simt_format, simt_rounding, long long);
SIMT_NARROW_CALL unsigned short simt_narrow_u64(simt_format, simt_rounding, unsigned long long);
// To an integer of so many bits; what is beyond is its nearest one. NaN is 0, of 64 bits the
// highest bit alone.
SIMT_NARROW_CALL long long simt_narrow_to_signed(simt_format, simt_rounding, unsigned short,
                                                 int Bits);
SIMT_NARROW_CALL unsigned long long simt_narrow_to_unsigned(simt_format, simt_rounding,
                                                            unsigned short, int Bits);
// Rounded once, to nearest.
SIMT_NARROW_CALL unsigned short simt_narrow_arithmetic(simt_format, simt_arithmetic,
                                                       unsigned short _A, unsigned short _B,
                                                       unsigned short _C);
SIMT_NARROW_CALL unsigned short simt_narrow_math(simt_format, simt_narrow_function, unsigned short);

#endif
