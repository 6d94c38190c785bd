//===- lanes_sync.h - Lane primitives by the _sync intrinsics ----------------===//
//
// CUDA 9 and later, MXMACA and the CPU machine share them.
//
//===----------------------------------------------------------------------===//
#ifndef COOPIFY_DETAIL_LANES_SYNC_H
#define COOPIFY_DETAIL_LANES_SYNC_H

namespace coopify {
namespace detail {
namespace lanes {

COOPIFY_FN lane_mask active() { return __activemask(); }
COOPIFY_FN lane_mask ballot(lane_mask members, int predicate) {
  return __ballot_sync(members, predicate);
}
COOPIFY_FN unsigned shuffle(lane_mask members, unsigned word, unsigned source, unsigned width) {
  return __shfl_sync(members, word, int(source), int(width));
}
COOPIFY_FN unsigned shuffle_up(lane_mask members, unsigned word, unsigned delta, unsigned width) {
  return __shfl_up_sync(members, word, delta, int(width));
}
COOPIFY_FN unsigned shuffle_down(lane_mask members, unsigned word, unsigned delta, unsigned width) {
  return __shfl_down_sync(members, word, delta, int(width));
}
COOPIFY_FN unsigned shuffle_xor(lane_mask members, unsigned word, unsigned bits, unsigned width) {
  return __shfl_xor_sync(members, word, int(bits), int(width));
}
COOPIFY_FN void sync(lane_mask members) { __syncwarp(members); }

COOPIFY_FN unsigned broadcast(lane_mask members, unsigned word, unsigned source) {
  return shuffle(members, word, source, warp_lanes);
}

COOPIFY_FN void block_sync() { __syncthreads(); }
COOPIFY_FN void block_fence() { __threadfence_block(); }
COOPIFY_FN unsigned fetch_add(unsigned *word, unsigned addend) { return atomicAdd(word, addend); }

} // namespace lanes
} // namespace detail
} // namespace coopify

#endif // COOPIFY_DETAIL_LANES_SYNC_H
