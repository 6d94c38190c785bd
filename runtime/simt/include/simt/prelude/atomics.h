//===- atomics.h - atomic functions and plain bit functions ------*- C++ -*-===//
#ifndef COOPIFY_SIMT_PRELUDE_ATOMICS_H
#define COOPIFY_SIMT_PRELUDE_ATOMICS_H

#include "warp.h"

#define SIMT_ATOMIC_AS(_T, TYPE, SUFFIX, OP)                                                       \
  SIMT_DEVICE _T atomic##SUFFIX(_T *Address, _T Value) {                                           \
    return simt_from_bits<_T>(simt_atomic(OP, TYPE, Address, simt_to_bits(Value), 0));             \
  }                                                                                                \
  SIMT_DEVICE _T atomic##SUFFIX##_block(_T *Address, _T Value) {                                   \
    return atomic##SUFFIX(Address, Value);                                                         \
  }                                                                                                \
  SIMT_DEVICE _T atomic##SUFFIX##_system(_T *Address, _T Value) {                                  \
    return atomic##SUFFIX(Address, Value);                                                         \
  }
#define SIMT_ATOMIC_INTEGER(_T, TYPE)                                                              \
  SIMT_ATOMIC_AS(_T, TYPE, Add, simt_add)                                                          \
  SIMT_ATOMIC_AS(_T, TYPE, Sub, simt_sub)                                                          \
  SIMT_ATOMIC_AS(_T, TYPE, Exch, simt_exch)                                                        \
  SIMT_ATOMIC_AS(_T, TYPE, Min, simt_min)                                                          \
  SIMT_ATOMIC_AS(_T, TYPE, Max, simt_max)                                                          \
  SIMT_ATOMIC_AS(_T, TYPE, And, simt_and)                                                          \
  SIMT_ATOMIC_AS(_T, TYPE, Or, simt_or)                                                            \
  SIMT_ATOMIC_AS(_T, TYPE, Xor, simt_xor)                                                          \
  SIMT_DEVICE _T atomicCAS(_T *Address, _T Compare, _T Value) {                                    \
    return simt_from_bits<_T>(                                                                     \
        simt_atomic(simt_cas, TYPE, Address, simt_to_bits(Compare), simt_to_bits(Value)));         \
  }
SIMT_ATOMIC_INTEGER(int, simt_i32)
SIMT_ATOMIC_INTEGER(unsigned, simt_u32)
SIMT_ATOMIC_INTEGER(unsigned long long, simt_u64)
SIMT_ATOMIC_AS(long long, simt_i64, Min, simt_min)
SIMT_ATOMIC_AS(long long, simt_i64, Max, simt_max)
SIMT_ATOMIC_AS(unsigned, simt_u32, Inc, simt_inc)
SIMT_ATOMIC_AS(unsigned, simt_u32, Dec, simt_dec)
SIMT_ATOMIC_AS(float, simt_f32, Add, simt_add)
SIMT_ATOMIC_AS(float, simt_f32, Exch, simt_exch)
SIMT_ATOMIC_AS(double, simt_f64, Add, simt_add)
#undef SIMT_ATOMIC_INTEGER
#undef SIMT_ATOMIC_AS

// --- bits -------------------------------------------------------------------

SIMT_DEVICE int __popc(unsigned _V) { return __builtin_popcount(_V); }
SIMT_DEVICE int __popcll(unsigned long long _V) { return __builtin_popcountll(_V); }
SIMT_DEVICE int __ffs(int _V) { return __builtin_ffs(_V); }
SIMT_DEVICE int __ffsll(long long _V) { return __builtin_ffsll(_V); }
SIMT_DEVICE int __clz(int _V) { return _V ? __builtin_clz((unsigned)_V) : 32; }
SIMT_DEVICE int __clzll(long long _V) { return _V ? __builtin_clzll((unsigned long long)_V) : 64; }
SIMT_DEVICE unsigned __brev(unsigned _V) { return __builtin_bitreverse32(_V); }
SIMT_DEVICE unsigned long long __brevll(unsigned long long _V) {
  return __builtin_bitreverse64(_V);
}
/// The position of the Offset-th set bit of the value, counted from Base upwards (or
/// downwards where negative); all ones where there is none.
SIMT_DEVICE unsigned __fns(unsigned _V, unsigned Base, int Offset) {
  int Step = Offset < 0 ? -1 : 1, Left = Offset < 0 ? -Offset : Offset;
  if (Left == 0)
    return _V >> (Base & 31) & 1 ? Base : ~0u;
  for (int Bit = (int)Base; Bit >= 0 && Bit < 32; Bit += Step)
    if (_V >> Bit & 1 && --Left == 0)
      return (unsigned)Bit;
  return ~0u;
}
SIMT_DEVICE unsigned __byte_perm(unsigned _A, unsigned _B, unsigned Selector) {
  unsigned long long Bytes = (unsigned long long)_B << 32 | _A;
  unsigned Result = 0;
  for (int _I = 0; _I < 4; ++_I)
    Result |= (unsigned)(Bytes >> 8 * (Selector >> 4 * _I & 7) & 0xff) << 8 * _I;
  return Result;
}
SIMT_DEVICE unsigned __funnelshift_l(unsigned Lo, unsigned Hi, unsigned Shift) {
  return (unsigned)((((unsigned long long)Hi << 32 | Lo) << (Shift & 31)) >> 32);
}
SIMT_DEVICE unsigned __funnelshift_r(unsigned Lo, unsigned Hi, unsigned Shift) {
  return (unsigned)(((unsigned long long)Hi << 32 | Lo) >> (Shift & 31));
}

SIMT_DEVICE int __float_as_int(float _V) { return __builtin_bit_cast(int, _V); }
SIMT_DEVICE unsigned __float_as_uint(float _V) { return __builtin_bit_cast(unsigned, _V); }
SIMT_DEVICE float __int_as_float(int _V) { return __builtin_bit_cast(float, _V); }
SIMT_DEVICE float __uint_as_float(unsigned _V) { return __builtin_bit_cast(float, _V); }
SIMT_DEVICE long long __double_as_longlong(double _V) { return __builtin_bit_cast(long long, _V); }
SIMT_DEVICE double __longlong_as_double(long long _V) { return __builtin_bit_cast(double, _V); }
SIMT_DEVICE int __double2hiint(double _V) { return (int)(__double_as_longlong(_V) >> 32); }
SIMT_DEVICE int __double2loint(double _V) { return (int)__double_as_longlong(_V); }
SIMT_DEVICE double __hiloint2double(int Hi, int Lo) {
  return __longlong_as_double((long long)((unsigned long long)(unsigned)Hi << 32 | (unsigned)Lo));
}
// A plain read, in the caller's function, with the caller's scheduling point.
template <class _T> static __device__ inline __attribute__((always_inline)) _T __ldg(const _T *_P) {
  return *_P;
}

#endif
