//===- atomics.h - atomic functions and plain bit functions ------*- C++ -*-===//
#ifndef COOPIFY_SIMT_PRELUDE_ATOMICS_H
#define COOPIFY_SIMT_PRELUDE_ATOMICS_H

#include "warp.h"

#define SIMT_ATOMIC_AS(T, TYPE, SUFFIX, OP)                                                        \
  SIMT_DEVICE T atomic##SUFFIX(T *Address, T Value) {                                              \
    return simt_from_bits<T>(simt_atomic(OP, TYPE, Address, simt_to_bits(Value), 0));              \
  }                                                                                                \
  SIMT_DEVICE T atomic##SUFFIX##_block(T *Address, T Value) {                                      \
    return atomic##SUFFIX(Address, Value);                                                         \
  }                                                                                                \
  SIMT_DEVICE T atomic##SUFFIX##_system(T *Address, T Value) {                                     \
    return atomic##SUFFIX(Address, Value);                                                         \
  }
#define SIMT_ATOMIC_INTEGER(T, TYPE)                                                               \
  SIMT_ATOMIC_AS(T, TYPE, Add, simt_add)                                                           \
  SIMT_ATOMIC_AS(T, TYPE, Sub, simt_sub)                                                           \
  SIMT_ATOMIC_AS(T, TYPE, Exch, simt_exch)                                                         \
  SIMT_ATOMIC_AS(T, TYPE, Min, simt_min)                                                           \
  SIMT_ATOMIC_AS(T, TYPE, Max, simt_max)                                                           \
  SIMT_ATOMIC_AS(T, TYPE, And, simt_and)                                                           \
  SIMT_ATOMIC_AS(T, TYPE, Or, simt_or)                                                             \
  SIMT_ATOMIC_AS(T, TYPE, Xor, simt_xor)                                                           \
  SIMT_DEVICE T atomicCAS(T *Address, T Compare, T Value) {                                        \
    return simt_from_bits<T>(                                                                      \
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

SIMT_DEVICE int __popc(unsigned V) { return __builtin_popcount(V); }
SIMT_DEVICE int __popcll(unsigned long long V) { return __builtin_popcountll(V); }
SIMT_DEVICE int __ffs(int V) { return __builtin_ffs(V); }
SIMT_DEVICE int __ffsll(long long V) { return __builtin_ffsll(V); }
SIMT_DEVICE int __clz(int V) { return V ? __builtin_clz((unsigned)V) : 32; }
SIMT_DEVICE int __clzll(long long V) { return V ? __builtin_clzll((unsigned long long)V) : 64; }
SIMT_DEVICE unsigned __brev(unsigned V) { return __builtin_bitreverse32(V); }
SIMT_DEVICE unsigned long long __brevll(unsigned long long V) { return __builtin_bitreverse64(V); }
/// The position of the Offset-th set bit of V, counted from Base upwards (or
/// downwards where negative); all ones where there is none.
SIMT_DEVICE unsigned __fns(unsigned V, unsigned Base, int Offset) {
  int Step = Offset < 0 ? -1 : 1, Left = Offset < 0 ? -Offset : Offset;
  if (Left == 0)
    return V >> (Base & 31) & 1 ? Base : ~0u;
  for (int Bit = (int)Base; Bit >= 0 && Bit < 32; Bit += Step)
    if (V >> Bit & 1 && --Left == 0)
      return (unsigned)Bit;
  return ~0u;
}
SIMT_DEVICE unsigned __byte_perm(unsigned A, unsigned B, unsigned Selector) {
  unsigned long long Bytes = (unsigned long long)B << 32 | A;
  unsigned Result = 0;
  for (int I = 0; I < 4; ++I)
    Result |= (unsigned)(Bytes >> 8 * (Selector >> 4 * I & 7) & 0xff) << 8 * I;
  return Result;
}
SIMT_DEVICE unsigned __funnelshift_l(unsigned Lo, unsigned Hi, unsigned Shift) {
  return (unsigned)((((unsigned long long)Hi << 32 | Lo) << (Shift & 31)) >> 32);
}
SIMT_DEVICE unsigned __funnelshift_r(unsigned Lo, unsigned Hi, unsigned Shift) {
  return (unsigned)(((unsigned long long)Hi << 32 | Lo) >> (Shift & 31));
}

SIMT_DEVICE int __float_as_int(float V) { return __builtin_bit_cast(int, V); }
SIMT_DEVICE unsigned __float_as_uint(float V) { return __builtin_bit_cast(unsigned, V); }
SIMT_DEVICE float __int_as_float(int V) { return __builtin_bit_cast(float, V); }
SIMT_DEVICE float __uint_as_float(unsigned V) { return __builtin_bit_cast(float, V); }
SIMT_DEVICE long long __double_as_longlong(double V) { return __builtin_bit_cast(long long, V); }
SIMT_DEVICE double __longlong_as_double(long long V) { return __builtin_bit_cast(double, V); }
SIMT_DEVICE int __double2hiint(double V) { return (int)(__double_as_longlong(V) >> 32); }
SIMT_DEVICE int __double2loint(double V) { return (int)__double_as_longlong(V); }
SIMT_DEVICE double __hiloint2double(int Hi, int Lo) {
  return __longlong_as_double((long long)((unsigned long long)(unsigned)Hi << 32 | (unsigned)Lo));
}
// A plain read, in the caller's function, with the caller's scheduling point.
template <class T> static __device__ inline __attribute__((always_inline)) T __ldg(const T *P) {
  return *P;
}

#endif
