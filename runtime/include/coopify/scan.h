//===- scan.h - Prefix sums over a group ----------------------------------------===//
//
// CUDA guide 11.6.3.3; seed 004, 6.3.3. The association is that of NVIDIA's
// header, so that floating-point results are equal bit for bit: step d combines
// a thread's value with that of d ranks before, d = 1, 2, 4, ...; of several warps
// within each and then over them.
//
//===----------------------------------------------------------------------===//
#ifndef COOPIFY_SCAN_H
#define COOPIFY_SCAN_H

#include "detail/target.h"

#if COOPIFY_HAS_TARGET

#include "coalesced_group.h"
#include "functional.h"
#include "thread_block_tile.h"

namespace coopify {
namespace detail {

template <typename Group, typename T, typename Op>
COOPIFY_FN T scan_in_warp(const Group &group, T value, Op op) {
  const unsigned rank = group.thread_rank(), size = group.num_threads();
  for (unsigned distance = 1; distance < size; distance *= 2) {
    const T before = group.shfl_up(value, distance);
    if (distance <= rank)
      value = op(value, before);
  }
  return value;
}

template <typename Group, typename T> COOPIFY_FN T shift_up(const Group &group, T value) {
  const T before = group.shfl_up(value, 1);
  return group.thread_rank() == 0 ? T() : before;
}

/// Scans of a tile: within a warp, or over several warps.
template <unsigned Size, bool InOneWarp = (Size <= warp_lanes)> struct tile_scan {
  template <typename Tile, typename T, typename Op>
  COOPIFY_FN static T inclusive(const Tile &tile, T value, Op op) {
    return scan_in_warp(tile, value, op);
  }
  template <typename Tile, typename T, typename Op>
  COOPIFY_FN static T exclusive(const Tile &tile, T value, Op op) {
    return shift_up(tile, scan_in_warp(tile, value, op));
  }
};

template <unsigned Size> struct tile_scan<Size, false> {
  template <typename Tile, typename T, typename Op>
  COOPIFY_FN static T inclusive(const Tile &tile, T value, Op op) {
    const auto warp = tiled_partition<warp_lanes>(tile);
    const T scanned = scan_in_warp(warp, value, op);
    bool found;
    const T before = tile.fold_before(warp.shfl(scanned, warp_lanes - 1), op, found);
    return found ? op(scanned, before) : scanned;
  }
  template <typename Tile, typename T, typename Op>
  COOPIFY_FN static T exclusive(const Tile &tile, T value, Op op) {
    const auto warp = tiled_partition<warp_lanes>(tile);
    const T scanned = scan_in_warp(warp, value, op);
    const T shifted = shift_up(warp, scanned);
    bool found;
    const T before = tile.fold_before(warp.shfl(scanned, warp_lanes - 1), op, found);
    if (!found)
      return shifted;
    return warp.thread_rank() == 0 ? before : op(shifted, before);
  }
};

} // namespace detail

/// What the caller's value and those of all lower ranks combine to. `op` must be associative.
template <typename T, typename Op>
COOPIFY_FN T inclusive_scan(const coalesced_group &group, T value, Op op) {
  return detail::scan_in_warp(group, value, op);
}
template <unsigned Size, typename Parent, typename T, typename Op>
COOPIFY_FN T inclusive_scan(const thread_block_tile<Size, Parent> &tile, T value, Op op) {
  return detail::tile_scan<Size>::inclusive(tile, value, op);
}
template <typename Group, typename T> COOPIFY_FN T inclusive_scan(const Group &group, T value) {
  return inclusive_scan(group, value, plus<T>());
}

/// What the values of all lower ranks combine to; T() for rank 0.
template <typename T, typename Op>
COOPIFY_FN T exclusive_scan(const coalesced_group &group, T value, Op op) {
  return detail::shift_up(group, inclusive_scan(group, value, op));
}
template <unsigned Size, typename Parent, typename T, typename Op>
COOPIFY_FN T exclusive_scan(const thread_block_tile<Size, Parent> &tile, T value, Op op) {
  return detail::tile_scan<Size>::exclusive(tile, value, op);
}
template <typename Group, typename T> COOPIFY_FN T exclusive_scan(const Group &group, T value) {
  return exclusive_scan(group, value, plus<T>());
}

} // namespace coopify

#endif // COOPIFY_HAS_TARGET

#endif // COOPIFY_SCAN_H
