//===- warp.h - shuffles, votes, matches, reductions -------------*- C++ -*-===//
#ifndef COOPIFY_SIMT_PRELUDE_WARP_H
#define COOPIFY_SIMT_PRELUDE_WARP_H

#include "machine_calls.h"

#if COOPIFY_WARP_SIZE == 64
typedef unsigned long long simt_mask_t;
#else
typedef unsigned simt_mask_t;
#endif
typedef unsigned long long simt_bits_t;

// --- values as 64 bits and back ---------------------------------------------

SIMT_DEVICE simt_bits_t simt_to_bits(int _V) { return (unsigned)_V; }
SIMT_DEVICE simt_bits_t simt_to_bits(unsigned _V) { return _V; }
SIMT_DEVICE simt_bits_t simt_to_bits(long _V) { return (simt_bits_t)_V; }
SIMT_DEVICE simt_bits_t simt_to_bits(unsigned long _V) { return _V; }
SIMT_DEVICE simt_bits_t simt_to_bits(long long _V) { return (simt_bits_t)_V; }
SIMT_DEVICE simt_bits_t simt_to_bits(unsigned long long _V) { return _V; }
SIMT_DEVICE simt_bits_t simt_to_bits(float _V) { return __builtin_bit_cast(unsigned, _V); }
SIMT_DEVICE simt_bits_t simt_to_bits(double _V) { return __builtin_bit_cast(simt_bits_t, _V); }
template <class _T> SIMT_DEVICE _T simt_from_bits(simt_bits_t Bits) {
  if constexpr (__is_same(_T, float))
    return __builtin_bit_cast(float, (unsigned)Bits);
  else if constexpr (__is_same(_T, double))
    return __builtin_bit_cast(double, Bits);
  else
    return (_T)Bits;
}

// --- shuffles: the eight types of CUDA's sm_30_intrinsics.h -----------------

#define SIMT_SHUFFLE_AS(_T, NAME, KIND, B_TYPE)                                                    \
  SIMT_DEVICE _T __##NAME(_T Value, B_TYPE _B, int Width = COOPIFY_WARP_SIZE) {                    \
    return simt_from_bits<_T>(                                                                     \
        simt_legacy_shuffle(KIND, simt_to_bits(Value), (unsigned)_B, Width));                      \
  }                                                                                                \
  SIMT_DEVICE _T __##NAME##_sync(simt_mask_t Mask, _T Value, B_TYPE _B,                            \
                                 int Width = COOPIFY_WARP_SIZE) {                                  \
    return simt_from_bits<_T>(                                                                     \
        simt_sync_shuffle(KIND, Mask, simt_to_bits(Value), (unsigned)_B, Width));                  \
  }
#define SIMT_SHUFFLE(_T)                                                                           \
  SIMT_SHUFFLE_AS(_T, shfl, simt_idx, int)                                                         \
  SIMT_SHUFFLE_AS(_T, shfl_up, simt_up, unsigned)                                                  \
  SIMT_SHUFFLE_AS(_T, shfl_down, simt_down, unsigned)                                              \
  SIMT_SHUFFLE_AS(_T, shfl_xor, simt_bfly, int)
SIMT_SHUFFLE(int)
SIMT_SHUFFLE(unsigned)
SIMT_SHUFFLE(long)
SIMT_SHUFFLE(unsigned long)
SIMT_SHUFFLE(long long)
SIMT_SHUFFLE(unsigned long long)
SIMT_SHUFFLE(float)
SIMT_SHUFFLE(double)
#undef SIMT_SHUFFLE
#undef SIMT_SHUFFLE_AS

// --- votes ------------------------------------------------------------------

SIMT_DEVICE simt_mask_t __ballot(int _P) { return (simt_mask_t)simt_legacy_vote(simt_ballot, _P); }
SIMT_DEVICE int __any(int _P) { return (int)simt_legacy_vote(simt_any, _P); }
SIMT_DEVICE int __all(int _P) { return (int)simt_legacy_vote(simt_all, _P); }
SIMT_DEVICE simt_mask_t __activemask() { return (simt_mask_t)simt_legacy_vote(simt_active, 1); }
SIMT_DEVICE simt_mask_t __ballot_sync(simt_mask_t Mask, int _P) {
  return (simt_mask_t)simt_sync_vote(simt_ballot, Mask, _P);
}
SIMT_DEVICE int __any_sync(simt_mask_t Mask, int _P) {
  return (int)simt_sync_vote(simt_any, Mask, _P);
}
SIMT_DEVICE int __all_sync(simt_mask_t Mask, int _P) {
  return (int)simt_sync_vote(simt_all, Mask, _P);
}
SIMT_DEVICE int __uni_sync(simt_mask_t Mask, int _P) {
  return (int)simt_sync_vote(simt_uni, Mask, _P);
}
SIMT_DEVICE void __syncwarp(simt_mask_t Mask = ~(simt_mask_t)0) { simt_syncwarp(Mask); }

// --- HIP's names, where warps are as wide as its GPUs' ------------------------

#if COOPIFY_WARP_SIZE == 64
SIMT_DEVICE unsigned __lane_id() { return simt_laneid(); }
SIMT_DEVICE simt_mask_t __lanemask_lt() { return simt_lanemask(simt_mask_lt); }
SIMT_DEVICE simt_mask_t __ballot64(int _P) { return __ballot(_P); }
#endif

// --- matches: the eight types of crt/sm_70_rt.h, compared by their bits ------

#define SIMT_MATCH(_T)                                                                             \
  SIMT_DEVICE simt_mask_t __match_any_sync(simt_mask_t Mask, _T Value) {                           \
    return (simt_mask_t)simt_sync_match(simt_match_any, Mask, simt_to_bits(Value));                \
  }                                                                                                \
  SIMT_DEVICE simt_mask_t __match_all_sync(simt_mask_t Mask, _T Value, int *Predicate) {           \
    simt_mask_t Peers = (simt_mask_t)simt_sync_match(simt_match_all, Mask, simt_to_bits(Value));   \
    *Predicate = simt_last_predicate();                                                            \
    return Peers;                                                                                  \
  }
SIMT_MATCH(unsigned)
SIMT_MATCH(int)
SIMT_MATCH(unsigned long)
SIMT_MATCH(long)
SIMT_MATCH(unsigned long long)
SIMT_MATCH(long long)
SIMT_MATCH(float)
SIMT_MATCH(double)
#undef SIMT_MATCH

// --- reductions -------------------------------------------------------------

#define SIMT_REDUCE(_T, NAME, OP, TYPE)                                                            \
  SIMT_DEVICE _T __reduce_##NAME##_sync(simt_mask_t Mask, _T Value) {                              \
    return simt_from_bits<_T>(simt_sync_reduce(OP, TYPE, Mask, simt_to_bits(Value)));              \
  }
SIMT_REDUCE(unsigned, add, simt_add, simt_u32)
SIMT_REDUCE(unsigned, min, simt_min, simt_u32)
SIMT_REDUCE(unsigned, max, simt_max, simt_u32)
SIMT_REDUCE(int, add, simt_add, simt_i32)
SIMT_REDUCE(int, min, simt_min, simt_i32)
SIMT_REDUCE(int, max, simt_max, simt_i32)
SIMT_REDUCE(unsigned, and, simt_and, simt_u32)
SIMT_REDUCE(unsigned, or, simt_or, simt_u32)
SIMT_REDUCE(unsigned, xor, simt_xor, simt_u32)
#undef SIMT_REDUCE

#endif
