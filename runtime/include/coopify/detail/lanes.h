//===- lanes.h - The lane primitives ----------------------------------------===//
//
// All groups are written once over the functions declared here; each target
// defines them in a header of its own. Common preconditions:
//
//   * A lane that calls a function with `members` must be named in it.
//   * With independent lanes (sm_70 and later, the CPU machine) all non-exited lanes of `members`
//     must make the same call; it waits for them. Below, the lanes that are here together take
//     part, and `members` only selects among them: nothing waits for a mask there, and PTX
//     would not let a mask name a lane that is elsewhere (semantics 0.10).
//   * Results are valid in the calling lane only if the lane it reads from takes part.
//
//===----------------------------------------------------------------------===//
#ifndef COOPIFY_DETAIL_LANES_H
#define COOPIFY_DETAIL_LANES_H

#include "target.h"

namespace coopify {

/// One bit for each lane of a warp, lane 0 the lowest.
#if COOPIFY_WARP_SIZE == 64
using lane_mask = unsigned long long;
#else
using lane_mask = unsigned int;
#endif

/// The number of lanes of a warp, known when compiling (CUDA's warpSize is not).
constexpr unsigned warp_lanes = COOPIFY_WARP_SIZE;

namespace detail {

constexpr lane_mask all_lanes = ~lane_mask(0);

/// Numbers of a thread or block in the three directions.
struct index3 {
  unsigned x, y, z;
};

namespace lanes {

/// The caller's lane, [0, warp_lanes).
COOPIFY_FN unsigned lane_id();
/// Some lanes that are here together with the caller, the caller among them.
COOPIFY_FN lane_mask active();
/// The lanes of `members` whose predicate is not 0. Bits of lanes that have exited are 0.
COOPIFY_FN lane_mask ballot(lane_mask members, int predicate);

/// PTX ISA `shfl`: `width` is a power of two up to warp_lanes and cuts the warp into segments.
/// idx: lane `source` mod width of the caller's segment.
COOPIFY_FN unsigned shuffle(lane_mask members, unsigned word, unsigned source, unsigned width);
/// The word of lane `source`, which all lanes that are here must pass alike.
COOPIFY_FN unsigned broadcast(lane_mask members, unsigned word, unsigned source);
/// up/down: the lane `delta` (mod warp_lanes) below/above; outside the segment, the own value.
COOPIFY_FN unsigned shuffle_up(lane_mask members, unsigned word, unsigned delta, unsigned width);
COOPIFY_FN unsigned shuffle_down(lane_mask members, unsigned word, unsigned delta, unsigned width);
/// bfly: lane ^ `bits`; a lane of an earlier segment is read too, one of a later segment is not
/// (the own value then; PTX ISA: j <= maxLane).
COOPIFY_FN unsigned shuffle_xor(lane_mask members, unsigned word, unsigned bits, unsigned width);

/// Waits for `members`; what they wrote to memory before is visible to them afterwards.
COOPIFY_FN void sync(lane_mask members);

/// The barrier of the thread block, for all its threads that have not exited.
COOPIFY_FN void block_sync();
/// Orders the caller's memory accesses as the block sees them; waits for nobody.
COOPIFY_FN void block_fence();

/// Adds to a word in shared memory and gives what was there; atomic within the block.
COOPIFY_FN unsigned fetch_add(unsigned *word, unsigned addend);

COOPIFY_FN index3 thread_index();
COOPIFY_FN index3 block_dim();
COOPIFY_FN index3 block_index();
COOPIFY_FN index3 grid_dim();

/// Bits of a lane mask: how many, and the lowest and highest one's number (undefined for 0). The
/// highest costs one instruction on CUDA, the lowest two, each at a quarter of an addition's rate.
COOPIFY_FN unsigned count(lane_mask lanes);
COOPIFY_FN unsigned lowest(lane_mask lanes);
COOPIFY_FN unsigned highest(lane_mask lanes);

} // namespace lanes
} // namespace detail
} // namespace coopify

#if COOPIFY_TARGET_SIMT
#include "lanes_simt.h"
#elif COOPIFY_TARGET_HIP
#include "lanes_hip.h"
#elif COOPIFY_TARGET_MACA
#include "lanes_maca.h"
#else
#include "lanes_cuda.h"
#endif

namespace coopify {
namespace detail {

/// The lanes below the caller's.
COOPIFY_FN lane_mask lanes_below() { return (lane_mask(1) << lanes::lane_id()) - 1; }

/// `count` lanes, the lowest `count` of a warp.
COOPIFY_FN constexpr lane_mask first_lanes(unsigned count) {
  return count >= warp_lanes ? all_lanes : (lane_mask(1) << (count % warp_lanes)) - 1;
}

/// The thread's number in its block, x fastest; lanes are numbered so too.
COOPIFY_FN unsigned block_rank_of_thread() {
  const index3 i = lanes::thread_index(), n = lanes::block_dim();
  return (i.z * n.y + i.y) * n.x + i.x;
}

COOPIFY_FN unsigned block_size() {
  const index3 n = lanes::block_dim();
  return n.x * n.y * n.z;
}

} // namespace detail
} // namespace coopify

#endif // COOPIFY_DETAIL_LANES_H
