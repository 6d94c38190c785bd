//===- packed.h - several small integers in a word ---------------*- C++ -*-===//
//
// CUDA Math API, SIMD intrinsics: __vadd2 and its kin.
//
//===----------------------------------------------------------------------===//
#ifndef COOPIFY_SIMT_PRELUDE_PACKED_H
#define COOPIFY_SIMT_PRELUDE_PACKED_H

#include "packed_calls.h"

// Of halves and of bytes; where the sign counts, as two functions.
#define SIMT_PACKED(NAME, CALL, WHAT, HALF, BYTE)                                                  \
  SIMT_DEVICE unsigned NAME##2(unsigned _A, unsigned _B) {                                         \
    return CALL(simt_packed_##WHAT, HALF, _A, _B);                                                 \
  }                                                                                                \
  SIMT_DEVICE unsigned NAME##4(unsigned _A, unsigned _B) {                                         \
    return CALL(simt_packed_##WHAT, BYTE, _A, _B);                                                 \
  }
#define SIMT_PACKED_SIGNED(NAME, CALL, WHAT) SIMT_PACKED(NAME, CALL, WHAT, simt_s16, simt_s8)
#define SIMT_PACKED_UNSIGNED(NAME, CALL, WHAT) SIMT_PACKED(NAME, CALL, WHAT, simt_u16_part, simt_u8)
#define SIMT_PACKED_BOTH(NAME, CALL, WHAT)                                                         \
  SIMT_PACKED_SIGNED(NAME##s, CALL, WHAT)                                                          \
  SIMT_PACKED_UNSIGNED(NAME##u, CALL, WHAT)
SIMT_PACKED_UNSIGNED(__vadd, simt_packed_values, add)
SIMT_PACKED_UNSIGNED(__vsub, simt_packed_values, sub)
SIMT_PACKED_SIGNED(__vaddss, simt_packed_values, add_sat)
SIMT_PACKED_UNSIGNED(__vaddus, simt_packed_values, add_sat)
SIMT_PACKED_SIGNED(__vsubss, simt_packed_values, sub_sat)
SIMT_PACKED_UNSIGNED(__vsubus, simt_packed_values, sub_sat)
SIMT_PACKED_BOTH(__vabsdiff, simt_packed_values, difference)
SIMT_PACKED_BOTH(__vavg, simt_packed_values, average)
SIMT_PACKED_UNSIGNED(__vhaddu, simt_packed_values, half_sum)
SIMT_PACKED_BOTH(__vmin, simt_packed_values, min)
SIMT_PACKED_BOTH(__vmax, simt_packed_values, max)
SIMT_PACKED_UNSIGNED(__vcmpeq, simt_packed_masks, eq)
SIMT_PACKED_UNSIGNED(__vcmpne, simt_packed_masks, ne)
SIMT_PACKED_UNSIGNED(__vseteq, simt_packed_values, eq)
SIMT_PACKED_UNSIGNED(__vsetne, simt_packed_values, ne)
#define SIMT_PACKED_COMPARISON(WHAT)                                                               \
  SIMT_PACKED_BOTH(__vcmp##WHAT, simt_packed_masks, WHAT)                                          \
  SIMT_PACKED_BOTH(__vset##WHAT, simt_packed_values, WHAT)
SIMT_PACKED_COMPARISON(lt)
SIMT_PACKED_COMPARISON(le)
SIMT_PACKED_COMPARISON(gt)
SIMT_PACKED_COMPARISON(ge)
#undef SIMT_PACKED_COMPARISON
#undef SIMT_PACKED_BOTH
#undef SIMT_PACKED_UNSIGNED
#undef SIMT_PACKED_SIGNED
#undef SIMT_PACKED

// What is made of those: 0 - a, and its larger one with a.
#define SIMT_PACKED_OF_ONE(N, PART)                                                                \
  SIMT_DEVICE unsigned __vneg##N(unsigned _A) { return __vsub##N(0, _A); }                         \
  SIMT_DEVICE unsigned __vnegss##N(unsigned _A) { return __vsubss##N(0, _A); }                     \
  SIMT_DEVICE unsigned __vabs##N(unsigned _A) { return __vabsdiffs##N(_A, 0); }                    \
  SIMT_DEVICE unsigned __vabsss##N(unsigned _A) { return __vmaxs##N(_A, __vnegss##N(_A)); }        \
  SIMT_DEVICE unsigned __vsads##N(unsigned _A, unsigned _B) {                                      \
    return simt_packed_sad(simt_s##PART, _A, _B);                                                  \
  }
SIMT_PACKED_OF_ONE(2, 16)
SIMT_PACKED_OF_ONE(4, 8)
#undef SIMT_PACKED_OF_ONE
SIMT_DEVICE unsigned __vsadu2(unsigned _A, unsigned _B) {
  return simt_packed_sad(simt_u16_part, _A, _B);
}
SIMT_DEVICE unsigned __vsadu4(unsigned _A, unsigned _B) { return simt_packed_sad(simt_u8, _A, _B); }

#endif
