//===- lanes_simt.h - The lane primitives on the CPU machine ------------------===//
//
// The machine (runtime/simt) checks each mask and waits for its lanes, as sm_70
// does; its prelude has the intrinsics.
//
//===----------------------------------------------------------------------===//
#ifndef COOPIFY_DETAIL_LANES_SIMT_H
#define COOPIFY_DETAIL_LANES_SIMT_H

#include "lanes_indices.h"
#include "lanes_sync.h"

namespace coopify {
namespace detail {
namespace lanes {

COOPIFY_FN unsigned lane_id() {
  return (threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z)) % warp_lanes;
}

COOPIFY_FN bool can_sync_grid() { return simt_is_cooperative(); }
/// As CUDA's: the first thread of each block waits for the others'.
COOPIFY_FN void grid_sync() {
  block_sync();
  if (threadIdx.x + threadIdx.y + threadIdx.z == 0)
    for (const unsigned ticket = simt_grid_arrive(); !simt_grid_is_open(ticket);)
      ;
  block_sync();
}

COOPIFY_FN unsigned count(lane_mask lanes) { return unsigned(__builtin_popcountll(lanes)); }
COOPIFY_FN unsigned lowest(lane_mask lanes) { return unsigned(__builtin_ctzll(lanes)); }
COOPIFY_FN unsigned highest(lane_mask lanes) { return 63 - unsigned(__builtin_clzll(lanes)); }

} // namespace lanes
} // namespace detail
} // namespace coopify

#endif // COOPIFY_DETAIL_LANES_SIMT_H
