//===- atomics.h - atomic functions ------------------------------*- C++ -*-===//
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
#define SIMT_ATOMIC_CAS(_T, TYPE, NAME)                                                            \
  SIMT_DEVICE _T NAME(_T *Address, _T Compare, _T Value) {                                         \
    return simt_from_bits<_T>(                                                                     \
        simt_atomic(simt_cas, TYPE, Address, simt_to_bits(Compare), simt_to_bits(Value)));         \
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
  SIMT_ATOMIC_CAS(_T, TYPE, atomicCAS)                                                             \
  SIMT_ATOMIC_CAS(_T, TYPE, atomicCAS_block)                                                       \
  SIMT_ATOMIC_CAS(_T, TYPE, atomicCAS_system)
SIMT_ATOMIC_INTEGER(int, simt_i32)
SIMT_ATOMIC_INTEGER(unsigned, simt_u32)
SIMT_ATOMIC_INTEGER(unsigned long long, simt_u64)
SIMT_ATOMIC_AS(long long, simt_i64, Min, simt_min)
SIMT_ATOMIC_AS(long long, simt_i64, Max, simt_max)
SIMT_ATOMIC_AS(long long, simt_i64, And, simt_and)
SIMT_ATOMIC_AS(long long, simt_i64, Or, simt_or)
SIMT_ATOMIC_AS(long long, simt_i64, Xor, simt_xor)
SIMT_ATOMIC_AS(unsigned, simt_u32, Inc, simt_inc)
SIMT_ATOMIC_AS(unsigned, simt_u32, Dec, simt_dec)
SIMT_ATOMIC_AS(float, simt_f32, Add, simt_add)
SIMT_ATOMIC_AS(float, simt_f32, Exch, simt_exch)
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 600 // for older ones programs have their own
SIMT_ATOMIC_AS(double, simt_f64, Add, simt_add)
#endif
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 700
SIMT_ATOMIC_CAS(unsigned short, simt_u16, atomicCAS)
SIMT_ATOMIC_CAS(unsigned short, simt_u16, atomicCAS_block)
SIMT_ATOMIC_CAS(unsigned short, simt_u16, atomicCAS_system)
#endif
#undef SIMT_ATOMIC_INTEGER
#undef SIMT_ATOMIC_CAS
#undef SIMT_ATOMIC_AS

#endif
