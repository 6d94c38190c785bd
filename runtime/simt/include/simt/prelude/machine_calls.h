//===- machine_calls.h - what the prelude asks the machine -------*- C++ -*-===//
//
// The C interface between compiled kernels and the machine; the library
// includes it too. All values travel as 64 bits.
//
//===----------------------------------------------------------------------===//
#ifndef COOPIFY_SIMT_PRELUDE_MACHINE_CALLS_H
#define COOPIFY_SIMT_PRELUDE_MACHINE_CALLS_H

#include "simt/arithmetic.h"

#ifdef __CUDA__
#include "keywords.h"
#else // the machine itself
#define SIMT_MACHINE extern "C"
#endif

enum simt_shuffle { simt_idx, simt_up, simt_down, simt_bfly };
enum simt_vote { simt_ballot, simt_any, simt_all, simt_uni, simt_active };
enum simt_match { simt_match_any, simt_match_all };
enum simt_op {
  simt_add,
  simt_sub,
  simt_min,
  simt_max,
  simt_and,
  simt_or,
  simt_xor,
  simt_exch,
  simt_inc,
  simt_dec,
  simt_cas
};
enum simt_type {
  simt_i32,
  simt_u32,
  simt_i64,
  simt_u64,
  simt_f32,
  simt_f64,
  simt_u16,
  simt_half_1, // the types of narrow/
  simt_half_2,
  simt_bfloat_1,
  simt_bfloat_2
};
enum simt_space { simt_generic, simt_global, simt_shared, simt_constant, simt_local };
enum simt_lanes { simt_mask_eq, simt_mask_lt, simt_mask_le, simt_mask_gt, simt_mask_ge };

// Legacy: with the lanes that stand at the same call.
SIMT_MACHINE unsigned long long simt_legacy_shuffle(simt_shuffle, unsigned long long Value,
                                                    unsigned _B, int Width);
SIMT_MACHINE unsigned long long simt_legacy_vote(simt_vote, int Predicate);
// With the lanes that the mask names.
SIMT_MACHINE unsigned long long simt_sync_shuffle(simt_shuffle, unsigned long long Mask,
                                                  unsigned long long Value, unsigned _B, int Width);
SIMT_MACHINE unsigned long long simt_sync_vote(simt_vote, unsigned long long Mask, int Predicate);
SIMT_MACHINE unsigned long long simt_sync_match(simt_match, unsigned long long Mask,
                                                unsigned long long Value);
SIMT_MACHINE unsigned long long simt_sync_reduce(simt_op, simt_type, unsigned long long Mask,
                                                 unsigned long long Value);
// Inline PTX, with the instruction's own operands; legacy ones have no mask.
SIMT_MACHINE unsigned simt_ptx_shuffle(simt_shuffle, int IsSync, unsigned Value, unsigned _B,
                                       unsigned _C, unsigned Mask);
SIMT_MACHINE void simt_syncwarp(unsigned long long Mask);
// The predicate of the calling lane's last __match_all_sync or shfl.sync.
SIMT_MACHINE int simt_last_predicate();

SIMT_MACHINE void simt_syncthreads();
SIMT_MACHINE int simt_syncthreads_reduce(simt_op, int Predicate);
// Barriers with a number; Count 0: for all threads.
SIMT_MACHINE void simt_barrier(unsigned Id, unsigned Count);
SIMT_MACHINE void simt_barrier_arrive(unsigned Id, unsigned Count);
SIMT_MACHINE int simt_barrier_reduce(simt_op, unsigned Id, unsigned Count, int Predicate);
// The grid's barrier, for one thread of each block.
SIMT_MACHINE int simt_is_cooperative();
SIMT_MACHINE unsigned simt_grid_arrive();
SIMT_MACHINE int simt_grid_is_open(unsigned Ticket);
SIMT_MACHINE void simt_fence();
SIMT_MACHINE void simt_fence_block();
SIMT_MACHINE void simt_sleep(unsigned Nanoseconds); // a step that does nothing

SIMT_MACHINE unsigned simt_laneid();
SIMT_MACHINE unsigned simt_warpid();
SIMT_MACHINE unsigned long long simt_lanemask(simt_lanes);
SIMT_MACHINE long long simt_clock();
SIMT_MACHINE unsigned long long simt_atomic(simt_op, simt_type, volatile void *Address,
                                            unsigned long long _A, unsigned long long _B);
SIMT_MACHINE simt_space simt_space_of(const void *Address);
// Rounded as told, once. No step: they are arithmetic.
SIMT_MACHINE float simt_float_arithmetic(simt_arithmetic, simt_rounding, float, float, float);
SIMT_MACHINE double simt_double_arithmetic(simt_arithmetic, simt_rounding, double, double, double);
SIMT_MACHINE float simt_float_from_double(simt_rounding, double);
SIMT_MACHINE float simt_float_from_i64(simt_rounding, long long);
SIMT_MACHINE float simt_float_from_u64(simt_rounding, unsigned long long);
SIMT_MACHINE double simt_double_from_i64(simt_rounding, long long);
SIMT_MACHINE double simt_double_from_u64(simt_rounding, unsigned long long);
SIMT_MACHINE float simt_rsqrt_nearest(float);
SIMT_MACHINE int simt_printf(const char *Format, ...) __attribute__((format(printf, 1, 2)));
// A parameter that the launch did not copy: the kernel may access it.
SIMT_MACHINE void simt_parameter(const void *);
SIMT_MACHINE void simt_trap();
SIMT_MACHINE void simt_exit();
SIMT_MACHINE void simt_assert_fail(const char *Condition);
#ifdef __CUDA__ // host code that the device side drops
extern "C" __host__ void simt_assert_fail(const char *Condition);
#endif

#endif
