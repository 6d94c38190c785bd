//===- more_math.h - device math that fewer programs use ---------*- C++ -*-===//
#ifndef COOPIFY_SIMT_PRELUDE_MORE_MATH_H
#define COOPIFY_SIMT_PRELUDE_MORE_MATH_H

#include "math.h"

#define SIMT_MATH(_R, NAME, PARAMETERS, ARGUMENTS)                                                 \
  SIMT_DEVICE _R NAME PARAMETERS { return __builtin_##NAME ARGUMENTS; }
#define SIMT_MORE1(NAME)                                                                           \
  SIMT_MATH(float, NAME##f, (float _X), (_X))                                                      \
  SIMT_MATH(double, NAME, (double _X), (_X))
#define SIMT_MORE2(NAME)                                                                           \
  SIMT_MATH(float, NAME##f, (float _X, float _Y), (_X, _Y))                                        \
  SIMT_MATH(double, NAME, (double _X, double _Y), (_X, _Y))
#define SIMT_MORE_TO(_R, NAME)                                                                     \
  SIMT_MATH(_R, NAME##f, (float _X), (_X))                                                         \
  SIMT_MATH(_R, NAME, (double _X), (_X))
SIMT_MORE1(asinh)
SIMT_MORE1(acosh)
SIMT_MORE1(atanh)
SIMT_MORE1(logb)
SIMT_MORE1(nearbyint)
SIMT_MORE2(fdim)
SIMT_MORE2(remainder)
SIMT_MORE2(nextafter)
SIMT_MORE_TO(int, ilogb)
SIMT_MORE_TO(long, lrint)
SIMT_MORE_TO(long, lround)
SIMT_MORE_TO(long long, llrint)
SIMT_MORE_TO(long long, llround)
SIMT_MATH(float, ldexpf, (float _X, int _N), (_X, _N))
SIMT_MATH(double, ldexp, (double _X, int _N), (_X, _N))
SIMT_MATH(float, scalbnf, (float _X, int _N), (_X, _N))
SIMT_MATH(double, scalbn, (double _X, int _N), (_X, _N))
SIMT_MATH(float, frexpf, (float _X, int *_N), (_X, _N))
SIMT_MATH(double, frexp, (double _X, int *_N), (_X, _N))
SIMT_MATH(float, modff, (float _X, float *_N), (_X, _N))
SIMT_MATH(double, modf, (double _X, double *_N), (_X, _N))
#undef SIMT_MORE_TO
#undef SIMT_MORE2
#undef SIMT_MORE1
#undef SIMT_MATH

SIMT_DEVICE void sincosf(float _X, float *_Sin, float *_Cos) {
  *_Sin = __builtin_sinf(_X), *_Cos = __builtin_cosf(_X);
}
SIMT_DEVICE void sincos(double _X, double *_Sin, double *_Cos) {
  *_Sin = __builtin_sin(_X), *_Cos = __builtin_cos(_X);
}
SIMT_DEVICE void __sincosf(float _X, float *_Sin, float *_Cos) { sincosf(_X, _Sin, _Cos); }
SIMT_DEVICE float __tanf(float _X) { return __builtin_tanf(_X); }
SIMT_DEVICE float __log2f(float _X) { return __builtin_log2f(_X); }
SIMT_DEVICE float __log10f(float _X) { return __builtin_log10f(_X); }
SIMT_DEVICE float __exp10f(float _X) { return __builtin_exp10f(_X); }
SIMT_DEVICE float exp10f(float _X) { return __builtin_exp10f(_X); }
SIMT_DEVICE double exp10(double _X) { return __builtin_exp10(_X); }
SIMT_DEVICE float rcbrtf(float _X) { return 1.0f / __builtin_cbrtf(_X); }
SIMT_DEVICE double rcbrt(double _X) { return 1.0 / __builtin_cbrt(_X); }
SIMT_DEVICE float sinpif(float _X) { return __builtin_sinf(_X * 3.14159265f); }
SIMT_DEVICE float cospif(float _X) { return __builtin_cosf(_X * 3.14159265f); }
SIMT_DEVICE double sinpi(double _X) { return __builtin_sin(_X * 3.141592653589793); }
SIMT_DEVICE double cospi(double _X) { return __builtin_cos(_X * 3.141592653589793); }
SIMT_DEVICE bool isinf(float _X) { return __builtin_isinf(_X); }
SIMT_DEVICE bool isinf(double _X) { return __builtin_isinf(_X); }
SIMT_DEVICE bool isfinite(float _X) { return __builtin_isfinite(_X); }
SIMT_DEVICE bool isfinite(double _X) { return __builtin_isfinite(_X); }
SIMT_DEVICE bool signbit(float _X) { return __builtin_signbit(_X); }
SIMT_DEVICE bool signbit(double _X) { return __builtin_signbit(_X); }

// --- operations with a rounding mode: all of them are to nearest here ---------------------------

#define SIMT_ROUNDED(NAME, _T, PARAMETERS, RESULT)                                                 \
  SIMT_DEVICE _T NAME##_rn PARAMETERS { return RESULT; }                                           \
  SIMT_DEVICE _T NAME##_rz PARAMETERS { return RESULT; }                                           \
  SIMT_DEVICE _T NAME##_ru PARAMETERS { return RESULT; }                                           \
  SIMT_DEVICE _T NAME##_rd PARAMETERS { return RESULT; }
#define SIMT_ROUNDED_FOR(PREFIX, SUFFIX, _T)                                                       \
  SIMT_ROUNDED(PREFIX##div, _T, (_T _X, _T _Y), _X / _Y)                                           \
  SIMT_ROUNDED(PREFIX##rcp, _T, (_T _X), 1 / _X)                                                   \
  SIMT_ROUNDED(PREFIX##sqrt, _T, (_T _X), __builtin_sqrt##SUFFIX(_X))
SIMT_ROUNDED_FOR(__f, f, float)
SIMT_ROUNDED_FOR(__d, , double)
SIMT_ROUNDED(__fmaf, float, (float _X, float _Y, float _Z), __builtin_fmaf(_X, _Y, _Z))
SIMT_ROUNDED(__fma, double, (double _X, double _Y, double _Z), __builtin_fma(_X, _Y, _Z))
SIMT_ROUNDED(__dadd, double, (double _X, double _Y), _X + _Y)
SIMT_ROUNDED(__dsub, double, (double _X, double _Y), _X - _Y)
SIMT_ROUNDED(__dmul, double, (double _X, double _Y), _X *_Y)
SIMT_ROUNDED(__fsub, float, (float _X, float _Y), _X - _Y)
#undef SIMT_ROUNDED_FOR
#undef SIMT_ROUNDED

SIMT_DEVICE unsigned __float2uint_rz(float _X) { return (unsigned)_X; }
SIMT_DEVICE unsigned __float2uint_rn(float _X) { return (unsigned)__builtin_rintf(_X); }
SIMT_DEVICE int __float2int_rd(float _X) { return (int)__builtin_floorf(_X); }
SIMT_DEVICE int __float2int_ru(float _X) { return (int)__builtin_ceilf(_X); }
SIMT_DEVICE float __uint2float_rn(unsigned _X) { return (float)_X; }
SIMT_DEVICE float __uint2float_rz(unsigned _X) { return (float)_X; }
SIMT_DEVICE float __int2float_rz(int _X) { return (float)_X; }
SIMT_DEVICE int __double2int_rn(double _X) { return (int)__builtin_rint(_X); }
SIMT_DEVICE int __double2int_rz(double _X) { return (int)_X; }
SIMT_DEVICE float __double2float_rn(double _X) { return (float)_X; }
SIMT_DEVICE double __int2double_rn(int _X) { return (double)_X; }
SIMT_DEVICE double __uint2double_rn(unsigned _X) { return (double)_X; }
SIMT_DEVICE long long __mul64hi(long long _X, long long _Y) {
  return (long long)((__int128)_X * _Y >> 64);
}
SIMT_DEVICE unsigned long long __umul64hi(unsigned long long _X, unsigned long long _Y) {
  return (unsigned long long)((unsigned __int128)_X * _Y >> 64);
}
SIMT_DEVICE unsigned __usad(unsigned _X, unsigned _Y, unsigned _Z) {
  return (_X < _Y ? _Y - _X : _X - _Y) + _Z;
}
SIMT_DEVICE unsigned __sad(int _X, int _Y, unsigned _Z) {
  return (unsigned)(_X < _Y ? _Y - _X : _X - _Y) + _Z;
}

#endif
