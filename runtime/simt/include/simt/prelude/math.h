//===- math.h - device math: the C library's ---------------------*- C++ -*-===//
#ifndef COOPIFY_SIMT_PRELUDE_MATH_H
#define COOPIFY_SIMT_PRELUDE_MATH_H

#include "keywords.h"

// CUDA's and glibc's last bits differ; kernels here are compared with each
// other, not with a GPU's output.
#define SIMT_MATH1(NAME)                                                                           \
  SIMT_DEVICE float NAME##f(float X) { return __builtin_##NAME##f(X); }                            \
  SIMT_DEVICE double NAME(double X) { return __builtin_##NAME(X); }
#define SIMT_MATH2(NAME)                                                                           \
  SIMT_DEVICE float NAME##f(float X, float Y) { return __builtin_##NAME##f(X, Y); }                \
  SIMT_DEVICE double NAME(double X, double Y) { return __builtin_##NAME(X, Y); }
#define SIMT_FLOAT1(NAME)                                                                          \
  SIMT_DEVICE float NAME(float X) { return __builtin_##NAME##f(X); }
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
SIMT_DEVICE float pow(float X, float Y) { return __builtin_powf(X, Y); }
SIMT_DEVICE float fmaf(float X, float Y, float Z) { return __builtin_fmaf(X, Y, Z); }
SIMT_DEVICE double fma(double X, double Y, double Z) { return __builtin_fma(X, Y, Z); }
SIMT_DEVICE float rsqrtf(float X) { return 1.0f / __builtin_sqrtf(X); }
SIMT_DEVICE double rsqrt(double X) { return 1.0 / __builtin_sqrt(X); }
SIMT_DEVICE float __expf(float X) { return __builtin_expf(X); }
SIMT_DEVICE float __logf(float X) { return __builtin_logf(X); }
SIMT_DEVICE float __sinf(float X) { return __builtin_sinf(X); }
SIMT_DEVICE float __cosf(float X) { return __builtin_cosf(X); }
SIMT_DEVICE float __powf(float X, float Y) { return __builtin_powf(X, Y); }
SIMT_DEVICE float __fdividef(float X, float Y) { return X / Y; }
SIMT_DEVICE float __fadd_rn(float X, float Y) { return X + Y; }
SIMT_DEVICE float __fmul_rn(float X, float Y) { return X * Y; }
SIMT_DEVICE float __saturatef(float X) { return X > 0 ? (X < 1 ? X : 1) : 0; }
SIMT_DEVICE int __mul24(int X, int Y) { return (X << 8 >> 8) * (Y << 8 >> 8); }
SIMT_DEVICE unsigned __umul24(unsigned X, unsigned Y) { return (X & 0xffffff) * (Y & 0xffffff); }
SIMT_DEVICE int __mulhi(int X, int Y) { return (int)((long long)X * Y >> 32); }
SIMT_DEVICE unsigned __umulhi(unsigned X, unsigned Y) {
  return (unsigned)((unsigned long long)X * Y >> 32);
}
SIMT_DEVICE int __float2int_rn(float X) { return (int)__builtin_rintf(X); }
SIMT_DEVICE int __float2int_rz(float X) { return (int)X; }
SIMT_DEVICE float __int2float_rn(int X) { return (float)X; }
#undef SIMT_BOTH1
#undef SIMT_FLOAT1
#undef SIMT_MATH2
#undef SIMT_MATH1

#define SIMT_MINMAX(T)                                                                             \
  SIMT_DEVICE T min(T X, T Y) { return Y < X ? Y : X; }                                            \
  SIMT_DEVICE T max(T X, T Y) { return X < Y ? Y : X; }
SIMT_MINMAX(int)
SIMT_MINMAX(unsigned)
SIMT_MINMAX(long)
SIMT_MINMAX(unsigned long)
SIMT_MINMAX(long long)
SIMT_MINMAX(unsigned long long)
#undef SIMT_MINMAX
// CUDA's min and max of floating point are fmin and fmax: a NaN loses.
SIMT_DEVICE float min(float X, float Y) { return __builtin_fminf(X, Y); }
SIMT_DEVICE float max(float X, float Y) { return __builtin_fmaxf(X, Y); }
SIMT_DEVICE double min(double X, double Y) { return __builtin_fmin(X, Y); }
SIMT_DEVICE double max(double X, double Y) { return __builtin_fmax(X, Y); }
SIMT_DEVICE int abs(int X) { return X < 0 ? -X : X; }
SIMT_DEVICE long abs(long X) { return X < 0 ? -X : X; }
SIMT_DEVICE long long abs(long long X) { return X < 0 ? -X : X; }
SIMT_DEVICE float abs(float X) { return __builtin_fabsf(X); }
SIMT_DEVICE double abs(double X) { return __builtin_fabs(X); }
SIMT_DEVICE bool isnan(float X) { return X != X; }
SIMT_DEVICE bool isnan(double X) { return X != X; }

#endif
