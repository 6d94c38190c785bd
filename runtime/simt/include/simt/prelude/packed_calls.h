//===- packed_calls.h - what the library computes of packed words -*- C++ -*-===//
#ifndef COOPIFY_SIMT_PRELUDE_PACKED_CALLS_H
#define COOPIFY_SIMT_PRELUDE_PACKED_CALLS_H

#include "machine_calls.h"

enum simt_part { simt_s8, simt_u8, simt_s16, simt_u16_part };
enum simt_packed {
  simt_packed_add,
  simt_packed_sub,
  simt_packed_add_sat,
  simt_packed_sub_sat,
  simt_packed_difference,
  simt_packed_average,
  simt_packed_half_sum,
  simt_packed_min,
  simt_packed_max,
  simt_packed_eq,
  simt_packed_ne,
  simt_packed_lt,
  simt_packed_le,
  simt_packed_gt,
  simt_packed_ge
};

SIMT_MACHINE unsigned simt_packed_values(simt_packed, simt_part, unsigned _A, unsigned _B);
// 1 becomes a part of ones.
SIMT_MACHINE unsigned simt_packed_masks(simt_packed, simt_part, unsigned _A, unsigned _B);
SIMT_MACHINE unsigned simt_packed_sad(simt_part, unsigned _A, unsigned _B);
SIMT_MACHINE unsigned simt_dot4(int IsASigned, int IsBSigned, unsigned _A, unsigned _B,
                                unsigned _C);
SIMT_MACHINE unsigned simt_dot2(int IsASigned, int IsBSigned, int IsHigh, unsigned _A, unsigned _B,
                                unsigned _C);
SIMT_MACHINE unsigned simt_permute(unsigned _A, unsigned _B, unsigned Selector);

#endif
