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
SIMT_DEVICE bool isinf(float _X) { return __builtin_isinf(_X); }
SIMT_DEVICE bool isinf(double _X) { return __builtin_isinf(_X); }
SIMT_DEVICE bool isfinite(float _X) { return __builtin_isfinite(_X); }
SIMT_DEVICE bool isfinite(double _X) { return __builtin_isfinite(_X); }
SIMT_DEVICE bool signbit(float _X) { return __builtin_signbit(_X); }
SIMT_DEVICE bool signbit(double _X) { return __builtin_signbit(_X); }

#endif
