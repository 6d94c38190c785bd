//===- lanes_hip.h - The lane primitives on AMD GPUs --------------------------===//
//
// Clang's AMDGPU builtins, so that neither the ROCm headers nor its device
// library are needed. A wave moves together: as below sm_70 the lanes that are
// here take part, and `members` selects among them.
//
//===----------------------------------------------------------------------===//
#ifndef COOPIFY_DETAIL_LANES_HIP_H
#define COOPIFY_DETAIL_LANES_HIP_H

#if !COOPIFY_DEVICE_PASS
#include "lanes_host.h"
#endif

namespace coopify {
namespace detail {
namespace lanes {

#if COOPIFY_DEVICE_PASS

COOPIFY_FN unsigned lane_id() {
#if COOPIFY_WARP_SIZE == 64
  return __builtin_amdgcn_mbcnt_hi(~0u, __builtin_amdgcn_mbcnt_lo(~0u, 0u));
#else
  return __builtin_amdgcn_mbcnt_lo(~0u, 0u);
#endif
}

COOPIFY_FN lane_mask ballot(lane_mask members, int predicate) {
#if COOPIFY_WARP_SIZE == 64
  return __builtin_amdgcn_ballot_w64(predicate != 0) & members;
#else
  return __builtin_amdgcn_ballot_w32(predicate != 0) & members;
#endif
}
COOPIFY_FN lane_mask active() { return ballot(all_lanes, 1); }

/// The word of another lane; a lane that is elsewhere gives no useful value.
COOPIFY_FN unsigned read_lane(unsigned word, unsigned lane) {
  return unsigned(__builtin_amdgcn_ds_bpermute(int(lane * 4), int(word)));
}

/// A scalar register then; the lanes that are elsewhere keep their words, so that any may be named.
COOPIFY_FN unsigned broadcast(lane_mask, unsigned word, unsigned source) {
  return unsigned(__builtin_amdgcn_readlane(int(word), int(source)));
}

// HIP's rules for segments, written out: AMD's instruction has none. They are those of PTX, but
// that a distance is not taken modulo the warp: one that leads out of the segment gives the own
// value (HIP documentation, warp shuffle functions). Its header counts in int, so that of negative
// distances those of up and down lead the other way: one that leads out on that side is not kept.
COOPIFY_FN unsigned shuffle(lane_mask, unsigned word, unsigned source, unsigned width) {
  return read_lane(word, (lane_id() & ~(width - 1)) | (source & (width - 1)));
}
COOPIFY_FN unsigned shuffle_up(lane_mask, unsigned word, unsigned delta, unsigned width) {
  const int lane = int(lane_id()), source = int(unsigned(lane) - delta);
  return read_lane(word, unsigned(source < (lane & -int(width)) ? lane : source));
}
COOPIFY_FN unsigned shuffle_down(lane_mask, unsigned word, unsigned delta, unsigned width) {
  const unsigned lane = lane_id();
  const bool leaves = int((lane & (width - 1)) + delta) >= int(width);
  return read_lane(word, leaves ? lane : lane + delta);
}
COOPIFY_FN unsigned shuffle_xor(lane_mask, unsigned word, unsigned bits, unsigned width) {
  const unsigned lane = lane_id(), source = lane ^ bits;
  return read_lane(word, int(source) <= int(lane | (width - 1)) ? source : lane);
}

COOPIFY_FN void sync(lane_mask) {
  __builtin_amdgcn_fence(__ATOMIC_RELEASE, "wavefront");
  __builtin_amdgcn_wave_barrier();
  __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "wavefront");
}
COOPIFY_FN void block_sync() {
  __builtin_amdgcn_fence(__ATOMIC_RELEASE, "workgroup");
  __builtin_amdgcn_s_barrier();
  __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "workgroup");
}
COOPIFY_FN void block_fence() { __builtin_amdgcn_fence(__ATOMIC_SEQ_CST, "workgroup"); }
COOPIFY_FN unsigned fetch_add(unsigned *word, unsigned addend) {
  return __atomic_fetch_add(word, addend, __ATOMIC_RELAXED);
}

COOPIFY_FN index3 thread_index() {
  return {__builtin_amdgcn_workitem_id_x(), __builtin_amdgcn_workitem_id_y(),
          __builtin_amdgcn_workitem_id_z()};
}
COOPIFY_FN index3 block_dim() {
  return {__builtin_amdgcn_workgroup_size_x(), __builtin_amdgcn_workgroup_size_y(),
          __builtin_amdgcn_workgroup_size_z()};
}
COOPIFY_FN index3 block_index() {
  return {__builtin_amdgcn_workgroup_id_x(), __builtin_amdgcn_workgroup_id_y(),
          __builtin_amdgcn_workgroup_id_z()};
}
COOPIFY_FN index3 grid_dim() { // AMD counts the grid in threads
  const index3 n = block_dim();
  return {__builtin_amdgcn_grid_size_x() / n.x, __builtin_amdgcn_grid_size_y() / n.y,
          __builtin_amdgcn_grid_size_z() / n.z};
}

COOPIFY_FN unsigned count(lane_mask lanes) { return unsigned(__builtin_popcountll(lanes)); }
COOPIFY_FN unsigned lowest(lane_mask lanes) { return unsigned(__builtin_ctzll(lanes)); }
COOPIFY_FN unsigned highest(lane_mask lanes) { return 63 - unsigned(__builtin_clzll(lanes)); }

#else // the host pass: parsed, never called

COOPIFY_FN index3 thread_index() { return {}; }
COOPIFY_FN index3 block_dim() { return {1, 1, 1}; }
COOPIFY_FN index3 block_index() { return {}; }
COOPIFY_FN index3 grid_dim() { return {1, 1, 1}; }

#endif // COOPIFY_DEVICE_PASS

} // namespace lanes
} // namespace detail
} // namespace coopify

#endif // COOPIFY_DETAIL_LANES_HIP_H
