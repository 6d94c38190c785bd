//===- extrema.h - minima and maxima of sums and of three ---------*- C++ -*-===//
//
// CUDA Math API, SIMD intrinsics of CUDA 12: __viaddmax_s32 and its kin.
//
//===----------------------------------------------------------------------===//
#ifndef COOPIFY_SIMT_PRELUDE_EXTREMA_H
#define COOPIFY_SIMT_PRELUDE_EXTREMA_H

#include "math.h"
#include "packed.h"

// Of whole words, signed and unsigned.
#define SIMT_EXTREMA(_T, WHICH, TYPE)                                                              \
  SIMT_DEVICE _T __viadd##WHICH##_##TYPE(_T _A, _T _B, _T _C) {                                    \
    return WHICH((_T)((unsigned)_A + (unsigned)_B), _C);                                           \
  }                                                                                                \
  SIMT_DEVICE _T __vi##WHICH##3_##TYPE(_T _A, _T _B, _T _C) { return WHICH(WHICH(_A, _B), _C); }
#define SIMT_EXTREMA_RELU(WHICH)                                                                   \
  SIMT_DEVICE int __vi##WHICH##_s32_relu(int _A, int _B) { return max(WHICH(_A, _B), 0); }         \
  SIMT_DEVICE int __vi##WHICH##3_s32_relu(int _A, int _B, int _C) {                                \
    return max(__vi##WHICH##3_s32(_A, _B, _C), 0);                                                 \
  }                                                                                                \
  SIMT_DEVICE int __viadd##WHICH##_s32_relu(int _A, int _B, int _C) {                              \
    return max(__viadd##WHICH##_s32(_A, _B, _C), 0);                                               \
  }
SIMT_EXTREMA(int, max, s32)
SIMT_EXTREMA(int, min, s32)
SIMT_EXTREMA(unsigned, max, u32)
SIMT_EXTREMA(unsigned, min, u32)
SIMT_EXTREMA_RELU(max)
SIMT_EXTREMA_RELU(min)
#undef SIMT_EXTREMA_RELU
#undef SIMT_EXTREMA

// Of two halves in a word.
#define SIMT_EXTREMA2(WHICH, SIGN)                                                                 \
  SIMT_DEVICE unsigned __viadd##WHICH##_##SIGN##16x2(unsigned _A, unsigned _B, unsigned _C) {      \
    return __v##WHICH##SIGN##2(__vadd2(_A, _B), _C);                                               \
  }                                                                                                \
  SIMT_DEVICE unsigned __vi##WHICH##3_##SIGN##16x2(unsigned _A, unsigned _B, unsigned _C) {        \
    return __v##WHICH##SIGN##2(__v##WHICH##SIGN##2(_A, _B), _C);                                   \
  }
#define SIMT_EXTREMA2_RELU(WHICH)                                                                  \
  SIMT_DEVICE unsigned __vi##WHICH##_s16x2_relu(unsigned _A, unsigned _B) {                        \
    return __vmaxs2(__v##WHICH##s2(_A, _B), 0);                                                    \
  }                                                                                                \
  SIMT_DEVICE unsigned __vi##WHICH##3_s16x2_relu(unsigned _A, unsigned _B, unsigned _C) {          \
    return __vmaxs2(__vi##WHICH##3_s16x2(_A, _B, _C), 0);                                          \
  }                                                                                                \
  SIMT_DEVICE unsigned __viadd##WHICH##_s16x2_relu(unsigned _A, unsigned _B, unsigned _C) {        \
    return __vmaxs2(__viadd##WHICH##_s16x2(_A, _B, _C), 0);                                        \
  }
SIMT_EXTREMA2(max, s)
SIMT_EXTREMA2(min, s)
SIMT_EXTREMA2(max, u)
SIMT_EXTREMA2(min, u)
SIMT_EXTREMA2_RELU(max)
SIMT_EXTREMA2_RELU(min)
#undef SIMT_EXTREMA2_RELU
#undef SIMT_EXTREMA2

// And which of the two it was: true where the first is no worse.
#define SIMT_CHOICE(_T, WHICH, TYPE, NO_WORSE)                                                     \
  SIMT_DEVICE _T __vib##WHICH##_##TYPE(_T _A, _T _B, bool *IsFirst) {                              \
    *IsFirst = _A NO_WORSE _B;                                                                     \
    return WHICH(_A, _B);                                                                          \
  }
#define SIMT_CHOICE2(WHICH, SIGN, CMP)                                                             \
  SIMT_DEVICE unsigned __vib##WHICH##_##SIGN##16x2(unsigned _A, unsigned _B, bool *IsHighFirst,    \
                                                   bool *IsLowFirst) {                             \
    unsigned Choice = __vset##CMP##SIGN##2(_A, _B);                                                \
    *IsHighFirst = Choice >> 16, *IsLowFirst = Choice & 1;                                         \
    return __v##WHICH##SIGN##2(_A, _B);                                                            \
  }
SIMT_CHOICE(int, max, s32, >=)
SIMT_CHOICE(int, min, s32, <=)
SIMT_CHOICE(unsigned, max, u32, >=)
SIMT_CHOICE(unsigned, min, u32, <=)
SIMT_CHOICE2(max, s, ge)
SIMT_CHOICE2(min, s, le)
SIMT_CHOICE2(max, u, ge)
SIMT_CHOICE2(min, u, le)
#undef SIMT_CHOICE2
#undef SIMT_CHOICE

#endif
