//===- special.h - mathematics that the C library has not --------*- C++ -*-===//
//
// CUDA's headers have most of them for host code, too.
//
//===----------------------------------------------------------------------===//
#ifndef COOPIFY_SIMT_PRELUDE_SPECIAL_H
#define COOPIFY_SIMT_PRELUDE_SPECIAL_H

#include "more_math.h"

#define SIMT_SPECIAL extern "C" __host__ __device__ double
SIMT_SPECIAL simt_erfinv(double);
SIMT_SPECIAL simt_erfcinv(double);
SIMT_SPECIAL simt_erfcx(double);
SIMT_SPECIAL simt_bessel_i(int, double);
SIMT_SPECIAL simt_bessel_j(int, double);
SIMT_SPECIAL simt_bessel_y(int, double);
SIMT_SPECIAL simt_sinpi(double);
SIMT_SPECIAL simt_cospi(double);
#undef SIMT_SPECIAL

// The name, with f, and for floats without it.
#define SIMT_SPECIAL1(NAME, RESULT)                                                                \
  SIMT_BOTH_SIDES double NAME(double _X) { return RESULT; }                                        \
  SIMT_BOTH_SIDES float NAME##f(float _V) {                                                        \
    double _X = _V;                                                                                \
    return (float)(RESULT);                                                                        \
  }                                                                                                \
  SIMT_BOTH_SIDES float NAME(float _X) { return NAME##f(_X); }
SIMT_SPECIAL1(erfinv, simt_erfinv(_X))
SIMT_SPECIAL1(erfcinv, simt_erfcinv(_X))
SIMT_SPECIAL1(erfcx, simt_erfcx(_X))
SIMT_SPECIAL1(normcdf, __builtin_erfc(_X * -0.70710678118654752440) / 2)
SIMT_SPECIAL1(normcdfinv, -1.41421356237309504880 * simt_erfcinv(2 * _X))
SIMT_SPECIAL1(cyl_bessel_i0, simt_bessel_i(0, _X))
SIMT_SPECIAL1(cyl_bessel_i1, simt_bessel_i(1, _X))
SIMT_SPECIAL1(sinpi, simt_sinpi(_X))
SIMT_SPECIAL1(cospi, simt_cospi(_X))
SIMT_SPECIAL1(rcbrt, 1 / __builtin_cbrt(_X))
#undef SIMT_SPECIAL1
SIMT_BOTH_SIDES float rsqrt(float _X) { return rsqrtf(_X); }
SIMT_BOTH_SIDES void sincospi(double _X, double *_Sin, double *_Cos) {
  *_Sin = simt_sinpi(_X), *_Cos = simt_cospi(_X);
}
SIMT_BOTH_SIDES void sincospif(float _X, float *_Sin, float *_Cos) {
  *_Sin = sinpif(_X), *_Cos = cospif(_X);
}
SIMT_BOTH_SIDES void sincospi(float _X, float *_Sin, float *_Cos) { sincospif(_X, _Sin, _Cos); }

// --- lengths: hypot neither overflows nor underflows on the way ----------------

#define SIMT_LENGTHS(_T, F)                                                                        \
  SIMT_BOTH_SIDES _T rhypot##F(_T _A, _T _B) { return 1 / __builtin_hypot##F(_A, _B); }            \
  SIMT_BOTH_SIDES _T norm3d##F(_T _A, _T _B, _T _C) {                                              \
    return __builtin_hypot##F(__builtin_hypot##F(_A, _B), _C);                                     \
  }                                                                                                \
  SIMT_BOTH_SIDES _T norm4d##F(_T _A, _T _B, _T _C, _T _D) {                                       \
    return __builtin_hypot##F(__builtin_hypot##F(_A, _B), __builtin_hypot##F(_C, _D));             \
  }                                                                                                \
  SIMT_BOTH_SIDES _T rnorm3d##F(_T _A, _T _B, _T _C) { return 1 / norm3d##F(_A, _B, _C); }         \
  SIMT_BOTH_SIDES _T rnorm4d##F(_T _A, _T _B, _T _C, _T _D) {                                      \
    return 1 / norm4d##F(_A, _B, _C, _D);                                                          \
  }                                                                                                \
  static __host__ __device__ inline __attribute__((nodebug)) _T norm##F(int Count,                 \
                                                                        const _T *Values) {        \
    _T _Length = 0;                                                                                \
    for (int _I = 0; _I < Count; ++_I)                                                             \
      _Length = __builtin_hypot##F(_Length, Values[_I]);                                           \
    return _Length;                                                                                \
  }                                                                                                \
  static __host__ __device__ inline __attribute__((nodebug)) _T rnorm##F(int Count,                \
                                                                         const _T *Values) {       \
    return 1 / norm##F(Count, Values);                                                             \
  }
SIMT_LENGTHS(float, f)
SIMT_LENGTHS(double, )
#undef SIMT_LENGTHS

// --- the C library's, for kernels ----------------------------------------------

#define SIMT_BESSEL(KIND)                                                                          \
  SIMT_DEVICE double KIND##n(int _N, double _X) { return simt_bessel_##KIND(_N, _X); }             \
  SIMT_DEVICE double KIND##0(double _X) { return simt_bessel_##KIND(0, _X); }                      \
  SIMT_DEVICE double KIND##1(double _X) { return simt_bessel_##KIND(1, _X); }                      \
  SIMT_DEVICE float KIND##nf(int _N, float _X) { return (float)KIND##n(_N, _X); }                  \
  SIMT_DEVICE float KIND##0f(float _X) { return (float)KIND##0(_X); }                              \
  SIMT_DEVICE float KIND##1f(float _X) { return (float)KIND##1(_X); }
SIMT_BESSEL(j)
SIMT_BESSEL(y)
#undef SIMT_BESSEL
#define SIMT_LIBRARY(_T, NAME, PARAMETERS, ...)                                                    \
  SIMT_DEVICE _T NAME PARAMETERS { return __builtin_##NAME(__VA_ARGS__); }
SIMT_LIBRARY(float, scalblnf, (float _X, long _N), _X, _N)
SIMT_LIBRARY(double, scalbln, (double _X, long _N), _X, _N)
SIMT_LIBRARY(float, remquof, (float _X, float _Y, int *_Q), _X, _Y, _Q)
SIMT_LIBRARY(double, remquo, (double _X, double _Y, int *_Q), _X, _Y, _Q)
SIMT_LIBRARY(long, labs, (long _X), _X)
SIMT_LIBRARY(long long, llabs, (long long _X), _X)
#undef SIMT_LIBRARY
SIMT_DEVICE float nanf(const char *) { return __builtin_nanf(""); }
SIMT_DEVICE double nan(const char *) { return __builtin_nan(""); }
SIMT_DEVICE float exp10(float _X) { return exp10f(_X); }
SIMT_DEVICE void sincos(float _X, float *_Sin, float *_Cos) { sincosf(_X, _Sin, _Cos); }
SIMT_DEVICE float fdividef(float _X, float _Y) { return _X / _Y; }
SIMT_DEVICE float __tanhf(float _X) { return __builtin_tanhf(_X); }

#endif
