//===- reduce.h - Combining one value of each thread ----------------------------===//
//
// CUDA guide 11.6.3.1; seed 004, 6.3.1. The association is that of NVIDIA's
// header, so that floating-point results are equal bit for bit: a butterfly from
// the half of the tile down to 1, of several warps within each and then over
// them; in a coalesced group that is not a whole warp, the last rank's inclusive
// scan.
//
//===----------------------------------------------------------------------===//
#ifndef COOPIFY_REDUCE_H
#define COOPIFY_REDUCE_H

#include "detail/target.h"

#if COOPIFY_HAS_TARGET

#include "scan.h"

namespace coopify {
namespace detail {

template <unsigned Size, typename T, typename Op>
COOPIFY_FN T butterfly(lane_mask members, T value, Op op) {
  for (unsigned distance = Size / 2; distance > 0; distance /= 2)
    value = op(value, shuffle_xor(members, value, distance, Size));
  return value;
}

template <unsigned Size, bool InOneWarp = (Size <= warp_lanes)> struct tile_reduce {
  template <typename Tile, typename T, typename Op>
  COOPIFY_FN static T reduce(const Tile &tile, T value, Op op) {
    return butterfly<Size>(access::members(tile), value, op);
  }
};

template <unsigned Size> struct tile_reduce<Size, false> {
  template <typename Tile, typename T, typename Op>
  COOPIFY_FN static T reduce(const Tile &tile, T value, Op op) {
    return tile.fold(butterfly<warp_lanes>(all_lanes, value, op), op);
  }
};

} // namespace detail

/// What the values of all threads combine to, in every thread. `op` must be associative and
/// commutative; none of the group's threads may have exited.
template <unsigned Size, typename Parent, typename T, typename Op>
COOPIFY_FN T reduce(const thread_block_tile<Size, Parent> &tile, T value, Op op) {
  return detail::tile_reduce<Size>::reduce(tile, value, op);
}
template <typename T, typename Op>
COOPIFY_FN T reduce(const coalesced_group &group, T value, Op op) {
  const lane_mask members = detail::access::members(group);
  if (members == detail::all_lanes)
    return detail::butterfly<warp_lanes>(members, value, op);
  return group.shfl(inclusive_scan(group, value, op), int(group.num_threads()) - 1);
}

} // namespace coopify

#endif // COOPIFY_HAS_TARGET

#endif // COOPIFY_REDUCE_H
