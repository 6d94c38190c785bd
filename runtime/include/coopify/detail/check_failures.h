//===- check_failures.h - The functions behind COOPIFY_ASSUME_* ----------------------===//
//
// Included with COOPIFY_CHECK only. One lane of a warp prints, before any traps: a
// message from every thread would overflow the buffer that devices print to.
//
//===----------------------------------------------------------------------===//
#ifndef COOPIFY_DETAIL_CHECK_FAILURES_H
#define COOPIFY_DETAIL_CHECK_FAILURES_H

#include "match_algorithms.h"
#include "words.h"

#include <stdio.h>

#if COOPIFY_TARGET_HIP // as ROCm's headers have it; clang makes the buffered call of it
extern "C" __device__ int printf(const char *format, ...);
#endif

namespace coopify {
namespace detail {

/// Whether the caller is the one that prints for the lanes that are here.
COOPIFY_FN bool speaks_for(lane_mask here) { return lanes::lane_id() == lanes::highest(here); }

/// Traps, after the lane that prints has done so.
COOPIFY_FN void stop(lane_mask here) {
  lanes::sync(here);
  COOPIFY_TRAP();
}

COOPIFY_FN void check_block(const char *file, int line, const char *assumption, bool holds) {
  if (holds)
    return;
  const index3 n = lanes::block_dim();
  const lane_mask here = lanes::active();
  if (speaks_for(here))
    printf("%s:%d: coopify: assumption %s does not hold: blockDim is (%u,%u,%u)\n", file, line,
           assumption, n.x, n.y, n.z);
  stop(here);
}

COOPIFY_FN void check_block_1d(const char *file, int line) {
  const index3 n = lanes::block_dim();
  check_block(file, line, "block-1d", n.y == 1 && n.z == 1);
}

COOPIFY_FN void check_block_multiple_of_32(const char *file, int line) {
  check_block(file, line, "block-multiple-of-32", lanes::block_dim().x % 32 == 0);
}

COOPIFY_FN void check_converged_callers(const char *file, int line) {
  const unsigned first = block_rank_of_thread() / warp_lanes * warp_lanes;
  const lane_mask existing = first_lanes(block_size() - first);
  const lane_mask here = lanes::active();
  if (here == existing)
    return;
  if (speaks_for(here))
    printf("%s:%d: coopify: assumption converged-callers does not hold: of the lanes 0x%llx only "
           "0x%llx are here\n",
           file, line, static_cast<unsigned long long>(existing),
           static_cast<unsigned long long>(here));
  stop(here);
}

COOPIFY_FN void check_uniform_arguments(const char *, int, int) {}

template <typename T, typename... Others>
COOPIFY_FN void check_uniform_arguments(const char *file, int line, int number, T argument,
                                        Others... others) {
  const lane_mask here = lanes::active();
  if (lanes::ballot(here, !has_key_of(here, words<T>(argument).word, lanes::highest(here))) != 0) {
    if (speaks_for(here))
      printf("%s:%d: coopify: assumption uniform-arguments does not hold: argument %d differs "
             "between lanes\n",
             file, line, number);
    stop(here);
  }
  check_uniform_arguments(file, line, number + 1, others...);
}

COOPIFY_FN void check_member(const char *file, int line, lane_mask members) {
  if (((members >> lanes::lane_id()) & 1) != 0)
    return;
  const lane_mask here = lanes::active();
  if (speaks_for(here))
    printf("%s:%d: coopify: the mask 0x%llx does not contain the caller, lane %u\n", file, line,
           static_cast<unsigned long long>(members), lanes::lane_id());
  stop(here);
}

} // namespace detail
} // namespace coopify

#endif // COOPIFY_DETAIL_CHECK_FAILURES_H
