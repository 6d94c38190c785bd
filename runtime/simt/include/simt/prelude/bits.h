//===- bits.h - functions of bits ------------------------------*- C++ -*-===//
#ifndef COOPIFY_SIMT_PRELUDE_BITS_H
#define COOPIFY_SIMT_PRELUDE_BITS_H

#include "packed_calls.h"

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
// CUDA Math API: only the low three bits of each selector count.
SIMT_DEVICE unsigned __byte_perm(unsigned _A, unsigned _B, unsigned Selector) {
  return simt_permute(_A, _B, Selector & 0x7777);
}
SIMT_DEVICE unsigned __nv_bswap32(unsigned _V) { return __builtin_bswap32(_V); }
SIMT_DEVICE unsigned short __nv_bswap16(unsigned short _V) { return __builtin_bswap16(_V); }
SIMT_DEVICE unsigned long long __nv_bswap64(unsigned long long _V) { return __builtin_bswap64(_V); }

// A shift of two words; _l and _r take the count modulo 32, _lc and _rc at most 32.
SIMT_DEVICE unsigned long long simt_funnel(unsigned Lo, unsigned Hi) {
  return (unsigned long long)Hi << 32 | Lo;
}
SIMT_DEVICE unsigned __funnelshift_lc(unsigned Lo, unsigned Hi, unsigned Shift) {
  return Shift >= 32 ? Lo : (unsigned)(simt_funnel(Lo, Hi) << Shift >> 32);
}
SIMT_DEVICE unsigned __funnelshift_rc(unsigned Lo, unsigned Hi, unsigned Shift) {
  return Shift >= 32 ? Hi : (unsigned)(simt_funnel(Lo, Hi) >> Shift);
}
SIMT_DEVICE unsigned __funnelshift_l(unsigned Lo, unsigned Hi, unsigned Shift) {
  return __funnelshift_lc(Lo, Hi, Shift & 31);
}
SIMT_DEVICE unsigned __funnelshift_r(unsigned Lo, unsigned Hi, unsigned Shift) {
  return __funnelshift_rc(Lo, Hi, Shift & 31);
}

// --- one type's bits as another's -----------------------------------------------

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

#endif
