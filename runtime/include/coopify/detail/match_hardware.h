//===- match_hardware.h - match-any where there is an instruction for it ----------===//
//
// match.sync takes time for each distinct key, for 64-bit keys twice as much as
// for 32-bit ones (sm_90, test/runtime/gpu/match_bench.cu). Two matches of the
// halves cost the same where both halves have many values, and half of it where
// one has few: pointers, indices, small numbers. So the 64-bit form is not used.
//
//===----------------------------------------------------------------------===//
#ifndef COOPIFY_DETAIL_MATCH_HARDWARE_H
#define COOPIFY_DETAIL_MATCH_HARDWARE_H

#include "match_algorithms.h"

#if COOPIFY_HARDWARE_MATCH

namespace coopify {
namespace detail {

struct match_by_instruction {
  COOPIFY_FN lane_mask operator()(lane_mask members, unsigned key) const {
    return lanes::match_any(members, key);
  }
};

COOPIFY_FN lane_mask match_any_in_hardware(lane_mask members, const unsigned (&key)[1]) {
  return lanes::match_any(members, key[0]);
}
COOPIFY_FN lane_mask match_any_in_hardware(lane_mask members, const unsigned (&key)[2]) {
  return lanes::match_any(members, key[0]) & lanes::match_any(members, key[1]);
}
template <unsigned Words>
COOPIFY_FN lane_mask match_any_in_hardware(lane_mask members, const unsigned (&key)[Words]) {
  return match_by_hash(members, key, match_by_instruction());
}

COOPIFY_FN lane_mask match_all_in_hardware(lane_mask members, const unsigned (&key)[1],
                                           int *predicate) {
  return lanes::match_all(members, key[0], predicate);
}
COOPIFY_FN lane_mask match_all_in_hardware(lane_mask members, const unsigned (&key)[2],
                                           int *predicate) {
  const unsigned long long both = static_cast<unsigned long long>(key[1]) << 32 | key[0];
  return lanes::match_all(members, both, predicate);
}
template <unsigned Words>
COOPIFY_FN lane_mask match_all_in_hardware(lane_mask members, const unsigned (&key)[Words],
                                           int *predicate) {
  return match_all_in_software(members, key, predicate);
}

} // namespace detail
} // namespace coopify

#endif // COOPIFY_HARDWARE_MATCH

#endif // COOPIFY_DETAIL_MATCH_HARDWARE_H
