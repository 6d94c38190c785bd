//===- integers.h - integer functions --------------------------*- C++ -*-===//
#ifndef COOPIFY_SIMT_PRELUDE_INTEGERS_H
#define COOPIFY_SIMT_PRELUDE_INTEGERS_H

#include "packed_calls.h"
#include <vector_types.h>

SIMT_DEVICE int __mul24(int _X, int _Y) {
  return (int)(((unsigned)((int)((unsigned)_X << 8) >> 8)) *
               (unsigned)((int)((unsigned)_Y << 8) >> 8));
}
SIMT_DEVICE unsigned __umul24(unsigned _X, unsigned _Y) {
  return (_X & 0xffffff) * (_Y & 0xffffff);
}
SIMT_DEVICE int __mulhi(int _X, int _Y) { return (int)((long long)_X * _Y >> 32); }
SIMT_DEVICE unsigned __umulhi(unsigned _X, unsigned _Y) {
  return (unsigned)((unsigned long long)_X * _Y >> 32);
}
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
  return (_X < _Y ? (unsigned)_Y - (unsigned)_X : (unsigned)_X - (unsigned)_Y) + _Z;
}
// Halves of sums that may need a bit more.
SIMT_DEVICE int __hadd(int _X, int _Y) { return (int)(((long long)_X + _Y) >> 1); }
SIMT_DEVICE int __rhadd(int _X, int _Y) { return (int)(((long long)_X + _Y + 1) >> 1); }
SIMT_DEVICE unsigned __uhadd(unsigned _X, unsigned _Y) {
  return (unsigned)(((unsigned long long)_X + _Y) >> 1);
}
SIMT_DEVICE unsigned __urhadd(unsigned _X, unsigned _Y) {
  return (unsigned)(((unsigned long long)_X + _Y + 1) >> 1);
}

// --- products of packed bytes and halves, with a sum (sm_61) -------------------

#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 610 // for older ones programs have their own
#define SIMT_PACK4(_V)                                                                             \
  ((unsigned)(_V).x & 0xff) | ((unsigned)(_V).y & 0xff) << 8 | ((unsigned)(_V).z & 0xff) << 16 |   \
      ((unsigned)(_V).w & 0xff) << 24
#define SIMT_PACK2(_V) ((unsigned)(_V).x & 0xffff) | ((unsigned)(_V).y & 0xffff) << 16
#define SIMT_DOTS(_T, IS_SIGNED, BYTES4, HALVES2)                                                  \
  SIMT_DEVICE _T __dp4a(_T _X, _T _Y, _T _Z) {                                                     \
    return (_T)simt_dot4(IS_SIGNED, IS_SIGNED, (unsigned)_X, (unsigned)_Y, (unsigned)_Z);          \
  }                                                                                                \
  SIMT_DEVICE _T __dp4a(BYTES4 _X, BYTES4 _Y, _T _Z) {                                             \
    return __dp4a((_T)(SIMT_PACK4(_X)), (_T)(SIMT_PACK4(_Y)), _Z);                                 \
  }                                                                                                \
  SIMT_DOT2(_T, __dp2a_lo, IS_SIGNED, 0, BYTES4, HALVES2)                                          \
  SIMT_DOT2(_T, __dp2a_hi, IS_SIGNED, 1, BYTES4, HALVES2)
#define SIMT_DOT2(_T, NAME, IS_SIGNED, IS_HIGH, BYTES4, HALVES2)                                   \
  SIMT_DEVICE _T NAME(_T _X, _T _Y, _T _Z) {                                                       \
    return (_T)simt_dot2(IS_SIGNED, IS_SIGNED, IS_HIGH, (unsigned)_X, (unsigned)_Y, (unsigned)_Z); \
  }                                                                                                \
  SIMT_DEVICE _T NAME(HALVES2 _X, BYTES4 _Y, _T _Z) {                                              \
    return NAME((_T)(SIMT_PACK2(_X)), (_T)(SIMT_PACK4(_Y)), _Z);                                   \
  }
SIMT_DOTS(int, 1, char4, short2)
SIMT_DOTS(unsigned, 0, uchar4, ushort2)
#undef SIMT_DOTS
#undef SIMT_DOT2
#undef SIMT_PACK2
#undef SIMT_PACK4
#endif

#endif
