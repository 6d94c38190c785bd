//===- lanes_maca.h - The lane primitives on MXMACA ---------------------------===//
//
// MXMACA is CUDA with 64 lanes and the vendor's names (seed 003). Its compiler
// is not to be had here: this header is checked against a stub of the
// documented names only (docs/runtime.md says so).
//
//===----------------------------------------------------------------------===//
#ifndef COOPIFY_DETAIL_LANES_MACA_H
#define COOPIFY_DETAIL_LANES_MACA_H

#include "lanes_indices.h"
#include "lanes_sync.h"

namespace coopify {
namespace detail {
namespace lanes {

COOPIFY_FN unsigned lane_id() {
  return (threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z)) % warp_lanes;
}
COOPIFY_FN unsigned count(lane_mask lanes) { return unsigned(__popcll(lanes)); }
COOPIFY_FN unsigned lowest(lane_mask lanes) { return unsigned(__ffsll(lanes)) - 1; }
COOPIFY_FN unsigned highest(lane_mask lanes) { return 63 - unsigned(__clzll(lanes)); }

} // namespace lanes
} // namespace detail
} // namespace coopify

#endif // COOPIFY_DETAIL_LANES_MACA_H
