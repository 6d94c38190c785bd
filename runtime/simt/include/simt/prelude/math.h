//===- math.h - device math: the C library's ---------------------*- C++ -*-===//
#ifndef COOPIFY_SIMT_PRELUDE_MATH_H
#define COOPIFY_SIMT_PRELUDE_MATH_H

#include "keywords.h"

// CUDA's and glibc's last bits differ; kernels here are compared with each
// other, not with a GPU's output.
#define SIMT_MATH1(NAME)                                                                           \
  SIMT_DEVICE float NAME##f(float _X) { return __builtin_##NAME##f(_X); }                          \
  SIMT_DEVICE double NAME(double _X) { return __builtin_##NAME(_X); }
#define SIMT_MATH2(NAME)                                                                           \
  SIMT_DEVICE float NAME##f(float _X, float _Y) { return __builtin_##NAME##f(_X, _Y); }            \
  SIMT_DEVICE double NAME(double _X, double _Y) { return __builtin_##NAME(_X, _Y); }
#define SIMT_FLOAT1(NAME)                                                                          \
  SIMT_DEVICE float NAME(float _X) { return __builtin_##NAME##f(_X); }
#define SIMT_BOTH1(NAME) SIMT_MATH1(NAME) SIMT_FLOAT1(NAME)

SIMT_BOTH1(sqrt)
SIMT_BOTH1(cbrt)
SIMT_BOTH1(exp)
SIMT_BOTH1(exp2)
SIMT_BOTH1(expm1)
SIMT_BOTH1(log)
SIMT_BOTH1(log2)
SIMT_BOTH1(log10)
SIMT_BOTH1(log1p)
SIMT_BOTH1(sin)
SIMT_BOTH1(cos)
SIMT_BOTH1(tan)
SIMT_BOTH1(asin)
SIMT_BOTH1(acos)
SIMT_BOTH1(atan)
SIMT_BOTH1(sinh)
SIMT_BOTH1(cosh)
SIMT_BOTH1(tanh)
SIMT_BOTH1(floor)
SIMT_BOTH1(ceil)
SIMT_BOTH1(round)
SIMT_BOTH1(rint)
SIMT_BOTH1(trunc)
SIMT_BOTH1(fabs)
SIMT_BOTH1(erf)
SIMT_BOTH1(erfc)
SIMT_BOTH1(tgamma)
SIMT_BOTH1(lgamma)
SIMT_MATH2(fmin)
SIMT_MATH2(fmax)
SIMT_MATH2(fmod)
SIMT_MATH2(pow)
SIMT_MATH2(atan2)
SIMT_MATH2(hypot)
SIMT_MATH2(copysign)
SIMT_DEVICE float pow(float _X, float _Y) { return __builtin_powf(_X, _Y); }
SIMT_DEVICE float fmaf(float _X, float _Y, float _Z) { return __builtin_fmaf(_X, _Y, _Z); }
SIMT_DEVICE double fma(double _X, double _Y, double _Z) { return __builtin_fma(_X, _Y, _Z); }
SIMT_BOTH_SIDES float rsqrtf(float _X) { return 1.0f / __builtin_sqrtf(_X); }
SIMT_BOTH_SIDES double rsqrt(double _X) { return 1.0 / __builtin_sqrt(_X); }
SIMT_DEVICE float __expf(float _X) { return __builtin_expf(_X); }
SIMT_DEVICE float __logf(float _X) { return __builtin_logf(_X); }
SIMT_DEVICE float __sinf(float _X) { return __builtin_sinf(_X); }
SIMT_DEVICE float __cosf(float _X) { return __builtin_cosf(_X); }
SIMT_DEVICE float __powf(float _X, float _Y) { return __builtin_powf(_X, _Y); }
SIMT_DEVICE float __fdividef(float _X, float _Y) { return _X / _Y; }
SIMT_DEVICE float __saturatef(float _X) { return _X > 0 ? (_X < 1 ? _X : 1) : 0; }
#undef SIMT_BOTH1
#undef SIMT_FLOAT1
#undef SIMT_MATH2
#undef SIMT_MATH1

#define SIMT_MINMAX(_T)                                                                            \
  SIMT_BOTH_SIDES _T min(_T _X, _T _Y) { return _Y < _X ? _Y : _X; }                               \
  SIMT_BOTH_SIDES _T max(_T _X, _T _Y) { return _X < _Y ? _Y : _X; }
SIMT_MINMAX(int)
SIMT_MINMAX(unsigned)
SIMT_MINMAX(long)
SIMT_MINMAX(unsigned long)
SIMT_MINMAX(long long)
SIMT_MINMAX(unsigned long long)
#undef SIMT_MINMAX
// Of two types, as CUDA's headers have them.
#define SIMT_MIXED(_R, _A, _B)                                                                     \
  SIMT_BOTH_SIDES _R min(_A _X, _B _Y) { return min((_R)_X, (_R)_Y); }                             \
  SIMT_BOTH_SIDES _R max(_A _X, _B _Y) { return max((_R)_X, (_R)_Y); }
SIMT_MIXED(unsigned, unsigned, int)
SIMT_MIXED(unsigned, int, unsigned)
SIMT_MIXED(unsigned long, unsigned long, long)
SIMT_MIXED(unsigned long, long, unsigned long)
SIMT_MIXED(unsigned long long, unsigned long long, long long)
SIMT_MIXED(unsigned long long, long long, unsigned long long)
// CUDA's min and max of floating point are fmin and fmax: a NaN loses.
SIMT_BOTH_SIDES float min(float _X, float _Y) { return __builtin_fminf(_X, _Y); }
SIMT_BOTH_SIDES float max(float _X, float _Y) { return __builtin_fmaxf(_X, _Y); }
SIMT_BOTH_SIDES double min(double _X, double _Y) { return __builtin_fmin(_X, _Y); }
SIMT_BOTH_SIDES double max(double _X, double _Y) { return __builtin_fmax(_X, _Y); }
SIMT_MIXED(double, float, double)
SIMT_MIXED(double, double, float)
#undef SIMT_MIXED
SIMT_DEVICE int abs(int _X) { return _X < 0 ? -_X : _X; }
SIMT_DEVICE long abs(long _X) { return _X < 0 ? -_X : _X; }
SIMT_DEVICE long long abs(long long _X) { return _X < 0 ? -_X : _X; }
SIMT_DEVICE float abs(float _X) { return __builtin_fabsf(_X); }
SIMT_DEVICE double abs(double _X) { return __builtin_fabs(_X); }
SIMT_DEVICE bool isnan(float _X) { return _X != _X; }
SIMT_DEVICE bool isnan(double _X) { return _X != _X; }

#endif
