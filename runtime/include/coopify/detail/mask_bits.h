//===- mask_bits.h - Ranks within a lane mask ---------------------------------===//
//
// A coalesced group numbers its lanes 0, 1, 2, ... from the lowest; these
// functions go between such ranks and lanes. They need no other lane.
//
//===----------------------------------------------------------------------===//
#ifndef COOPIFY_DETAIL_MASK_BITS_H
#define COOPIFY_DETAIL_MASK_BITS_H

#include "lanes.h"

namespace coopify {
namespace detail {

/// The lane of rank `rank`, which must be less than count(members): halves the lanes in question,
/// five steps of a population count for 32 lanes.
COOPIFY_FN unsigned lane_of_rank(lane_mask members, unsigned rank) {
  unsigned lane = 0;
  for (unsigned half = warp_lanes / 2; half > 0; half /= 2) {
    const unsigned below = lanes::count((members >> lane) & first_lanes(half));
    if (rank >= below) {
      rank -= below;
      lane += half;
    }
  }
  return lane;
}

/// The members of ranks [first, first + count), as far as there are any.
COOPIFY_FN lane_mask members_of_ranks(lane_mask members, unsigned first, unsigned count) {
  lane_mask picked = 0;
  for (unsigned rank = 0; members != 0 && rank < first + count; ++rank) {
    const lane_mask lane = members & (~members + 1);
    if (rank >= first)
      picked |= lane;
    members &= ~lane;
  }
  return picked;
}

/// `bits`, a subset of `members`, with the bit of each lane moved to the lane's rank.
COOPIFY_FN lane_mask pack(lane_mask members, lane_mask bits) {
  if (members == all_lanes)
    return bits;
  lane_mask packed = 0;
  while (bits != 0) {
    const lane_mask lane = bits & (~bits + 1);
    packed |= lane_mask(1) << lanes::count(members & (lane - 1));
    bits &= ~lane;
  }
  return packed;
}

} // namespace detail
} // namespace coopify

#endif // COOPIFY_DETAIL_MASK_BITS_H
