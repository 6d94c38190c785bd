//===- old_names.h - what CUDA called its functions once ---------*- C++ -*-===//
//
// Templates, so that a program's own functions of these names are others, and come first.
//
//===----------------------------------------------------------------------===//
#ifndef COOPIFY_SIMT_PRELUDE_OLD_NAMES_H
#define COOPIFY_SIMT_PRELUDE_OLD_NAMES_H

#include "block.h"
#include "integers.h"
#include "warp.h"

// In the headers of CUDA up to 8, without underscores. Programs have variables and classes of these
// names, so they are there only for those that ask.
#ifdef SIMT_OLD_NAMES
template <int = 0> SIMT_DEVICE int any(int _Predicate) { return __any(_Predicate); }
template <int = 0> SIMT_DEVICE int all(int _Predicate) { return __all(_Predicate); }
template <int = 0> SIMT_DEVICE void syncthreads() { __syncthreads(); }
#endif

#define SIMT_OLD(_R, NAME, PARAMETERS, RESULT)                                                     \
  template <int = 0> SIMT_DEVICE _R NAME PARAMETERS { return RESULT; }
SIMT_OLD(int, syncthreads_count, (int _P), __syncthreads_count(_P))
SIMT_OLD(int, syncthreads_and, (int _P), __syncthreads_and(_P))
SIMT_OLD(int, syncthreads_or, (int _P), __syncthreads_or(_P))
SIMT_OLD(int, mulhi, (int _X, int _Y), __mulhi(_X, _Y))
SIMT_OLD(unsigned, mulhi, (unsigned _X, unsigned _Y), __umulhi(_X, _Y))
SIMT_OLD(long long, mul64hi, (long long _X, long long _Y), __mul64hi(_X, _Y))
SIMT_OLD(int, mul24, (int _X, int _Y), __mul24(_X, _Y))
SIMT_OLD(unsigned, umul24, (unsigned _X, unsigned _Y), __umul24(_X, _Y))
SIMT_OLD(int, float_as_int, (float _X), __float_as_int(_X))
SIMT_OLD(float, int_as_float, (int _X), __int_as_float(_X))
SIMT_OLD(float, saturate, (float _X), __saturatef(_X))
SIMT_OLD(float, fdivide, (float _X, float _Y), _X / _Y)
SIMT_OLD(double, dadd, (double _X, double _Y), _X + _Y)
SIMT_OLD(double, dsub, (double _X, double _Y), _X - _Y)
SIMT_OLD(double, dmul, (double _X, double _Y), _X *_Y)
SIMT_OLD(int, float2int, (float _X), (int)_X)
SIMT_OLD(unsigned, float2uint, (float _X), (unsigned)_X)
SIMT_OLD(float, int2float, (int _X), (float)_X)
SIMT_OLD(float, uint2float, (unsigned _X), (float)_X)
SIMT_OLD(int, double2int, (double _X), (int)_X)
SIMT_OLD(unsigned, double2uint, (double _X), (unsigned)_X)
SIMT_OLD(long long, double2ll, (double _X), (long long)_X)
SIMT_OLD(unsigned long long, double2ull, (double _X), (unsigned long long)_X)
SIMT_OLD(double, uint2double, (unsigned _X), (double)_X)
SIMT_OLD(double, ll2double, (long long _X), (double)_X)
SIMT_OLD(double, ull2double, (unsigned long long _X), (double)_X)
SIMT_OLD(double, float2double, (float _X), (double)_X)
SIMT_OLD(double, int2double, (int _X), (double)_X)
#undef SIMT_OLD

// The integer forms that min and max stand for.
#define SIMT_OLD_MINMAX(PREFIX, _T)                                                                \
  template <int = 0> SIMT_DEVICE _T PREFIX##min(_T _X, _T _Y) { return _Y < _X ? _Y : _X; }        \
  template <int = 0> SIMT_DEVICE _T PREFIX##max(_T _X, _T _Y) { return _X < _Y ? _Y : _X; }
SIMT_OLD_MINMAX(u, unsigned)
SIMT_OLD_MINMAX(ll, long long)
SIMT_OLD_MINMAX(ull, unsigned long long)
#undef SIMT_OLD_MINMAX

#endif
