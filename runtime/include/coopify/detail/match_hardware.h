//===- match_hardware.h - match-any where there is an instruction for it ----------===//
//
// match.sync takes time for each distinct key, for 64-bit keys twice as much as
// for 32-bit ones (sm_90, test/runtime/gpu/match_bench.cu). In whole warps the
// 32-bit instruction on a hash, and the proof that it told all keys apart, is
// faster from 2 distinct keys on (32 of them: 0.54 of the time; one: 1.3).
// Under a mask that is not known when compiling each shuffle and vote is
// guarded, which eats that up: there the 64-bit instruction stays.
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

COOPIFY_FN unsigned long long as_one(const unsigned (&key)[2]) {
  return static_cast<unsigned long long>(key[1]) << 32 | key[0];
}

COOPIFY_FN lane_mask match_any_in_hardware(lane_mask members, const unsigned (&key)[1]) {
  return lanes::match_any(members, key[0]);
}
COOPIFY_FN lane_mask match_any_in_hardware(lane_mask members, const unsigned (&key)[2]) {
  if (members == all_lanes)
    return match_by_hash(all_lanes, key, match_by_instruction());
  return lanes::match_any(members, as_one(key));
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
  return lanes::match_all(members, as_one(key), predicate);
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
