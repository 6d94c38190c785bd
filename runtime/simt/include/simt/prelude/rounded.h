//===- rounded.h - operations with a rounding mode -------------*- C++ -*-===//
#ifndef COOPIFY_SIMT_PRELUDE_ROUNDED_H
#define COOPIFY_SIMT_PRELUDE_ROUNDED_H

#include "machine_calls.h"

// To nearest is what the CPU does anyway.
#define SIMT_ROUNDED(_T, NAME, PARAMETERS, NEAREST, WHAT, ...)                                     \
  SIMT_DEVICE _T NAME##_rn PARAMETERS { return NEAREST; }                                          \
  SIMT_ROUNDED_TO(_T, NAME, rz, PARAMETERS, WHAT, __VA_ARGS__)                                     \
  SIMT_ROUNDED_TO(_T, NAME, ru, PARAMETERS, WHAT, __VA_ARGS__)                                     \
  SIMT_ROUNDED_TO(_T, NAME, rd, PARAMETERS, WHAT, __VA_ARGS__)
#define SIMT_ROUNDED_TO(_T, NAME, MODE, PARAMETERS, WHAT, ...)                                     \
  SIMT_DEVICE _T NAME##_##MODE PARAMETERS {                                                        \
    return simt_##_T##_arithmetic(simt_##WHAT, simt_##MODE, __VA_ARGS__);                          \
  }
#define SIMT_ROUNDED_FOR(PREFIX, SUFFIX, _T)                                                       \
  SIMT_ROUNDED(_T, PREFIX##add, (_T _X, _T _Y), _X + _Y, plus, _X, _Y, 0)                          \
  SIMT_ROUNDED(_T, PREFIX##sub, (_T _X, _T _Y), _X - _Y, minus, _X, _Y, 0)                         \
  SIMT_ROUNDED(_T, PREFIX##mul, (_T _X, _T _Y), _X *_Y, times, _X, _Y, 0)                          \
  SIMT_ROUNDED(_T, PREFIX##div, (_T _X, _T _Y), _X / _Y, over, _X, _Y, 0)                          \
  SIMT_ROUNDED(_T, PREFIX##rcp, (_T _X), 1 / _X, over, 1, _X, 0)                                   \
  SIMT_ROUNDED(_T, PREFIX##sqrt, (_T _X), __builtin_sqrt##SUFFIX(_X), root, _X, 0, 0)              \
  SIMT_ROUNDED(_T, __fma##SUFFIX, (_T _X, _T _Y, _T _Z), __builtin_fma##SUFFIX(_X, _Y, _Z), fused, \
               _X, _Y, _Z)
SIMT_ROUNDED_FOR(__f, f, float)
SIMT_ROUNDED_FOR(__d, , double)
// With denormals, which are never flushed here.
SIMT_ROUNDED(float, __fmaf_ieee, (float _X, float _Y, float _Z), __builtin_fmaf(_X, _Y, _Z), fused,
             _X, _Y, _Z)
#undef SIMT_ROUNDED_FOR
#undef SIMT_ROUNDED
#undef SIMT_ROUNDED_TO
SIMT_DEVICE float __frsqrt_rn(float _X) { return simt_rsqrt_nearest(_X); }

// --- floating point to integers; the pass (SimtPass.cpp) makes the casts saturate --------------

#define SIMT_TO(_T, NAME, FROM, SUFFIX)                                                            \
  SIMT_DEVICE _T NAME##_rn(FROM _X) { return (_T)__builtin_rint##SUFFIX(_X); }                     \
  SIMT_DEVICE _T NAME##_rz(FROM _X) { return (_T)_X; }                                             \
  SIMT_DEVICE _T NAME##_ru(FROM _X) { return (_T)__builtin_ceil##SUFFIX(_X); }                     \
  SIMT_DEVICE _T NAME##_rd(FROM _X) { return (_T)__builtin_floor##SUFFIX(_X); }
SIMT_TO(int, __float2int, float, f)
SIMT_TO(unsigned, __float2uint, float, f)
SIMT_TO(long long, __float2ll, float, f)
SIMT_TO(unsigned long long, __float2ull, float, f)
SIMT_TO(int, __double2int, double, )
SIMT_TO(unsigned, __double2uint, double, )
SIMT_TO(long long, __double2ll, double, )
SIMT_TO(unsigned long long, __double2ull, double, )
#undef SIMT_TO

// --- and to it ----------------------------------------------------------------------------------

#define SIMT_FROM(_T, NAME, FROM, CALL)                                                            \
  SIMT_DEVICE _T NAME##_rn(FROM _X) { return (_T)_X; }                                             \
  SIMT_DEVICE _T NAME##_rz(FROM _X) { return CALL(simt_rz, _X); }                                  \
  SIMT_DEVICE _T NAME##_ru(FROM _X) { return CALL(simt_ru, _X); }                                  \
  SIMT_DEVICE _T NAME##_rd(FROM _X) { return CALL(simt_rd, _X); }
SIMT_FROM(float, __int2float, int, simt_float_from_i64)
SIMT_FROM(float, __uint2float, unsigned, simt_float_from_u64)
SIMT_FROM(float, __ll2float, long long, simt_float_from_i64)
SIMT_FROM(float, __ull2float, unsigned long long, simt_float_from_u64)
SIMT_FROM(float, __double2float, double, simt_float_from_double)
SIMT_FROM(double, __ll2double, long long, simt_double_from_i64)
SIMT_FROM(double, __ull2double, unsigned long long, simt_double_from_u64)
#undef SIMT_FROM
SIMT_DEVICE double __int2double_rn(int _X) { return (double)_X; }
SIMT_DEVICE double __uint2double_rn(unsigned _X) { return (double)_X; }

#endif
