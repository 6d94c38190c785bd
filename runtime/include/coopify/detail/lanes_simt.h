//===- lanes_simt.h - The lane primitives on the CPU machine ------------------===//
//
// The machine (runtime/simt) checks each mask and waits for its lanes, as sm_70
// does; its prelude has the intrinsics.
//
//===----------------------------------------------------------------------===//
#ifndef COOPIFY_DETAIL_LANES_SIMT_H
#define COOPIFY_DETAIL_LANES_SIMT_H

namespace coopify {
namespace detail {
namespace lanes {

COOPIFY_FN unsigned lane_id() {
  return (threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z)) % warp_lanes;
}
COOPIFY_FN lane_mask active() { return __activemask(); }
COOPIFY_FN lane_mask ballot(lane_mask members, int predicate) {
  return __ballot_sync(members, predicate);
}
COOPIFY_FN unsigned shuffle(lane_mask members, unsigned word, unsigned source, unsigned width) {
  return __shfl_sync(members, word, int(source), int(width));
}
COOPIFY_FN unsigned broadcast(lane_mask members, unsigned word, unsigned source) {
  return shuffle(members, word, source, warp_lanes);
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
COOPIFY_FN void block_sync() { __syncthreads(); }
COOPIFY_FN void block_fence() { __threadfence_block(); }
COOPIFY_FN unsigned fetch_add(unsigned *word, unsigned addend) { return atomicAdd(word, addend); }

COOPIFY_FN index3 thread_index() { return {threadIdx.x, threadIdx.y, threadIdx.z}; }
COOPIFY_FN index3 block_dim() { return {blockDim.x, blockDim.y, blockDim.z}; }
COOPIFY_FN index3 block_index() { return {blockIdx.x, blockIdx.y, blockIdx.z}; }
COOPIFY_FN index3 grid_dim() { return {gridDim.x, gridDim.y, gridDim.z}; }

COOPIFY_FN unsigned count(lane_mask lanes) { return unsigned(__builtin_popcountll(lanes)); }
COOPIFY_FN unsigned lowest(lane_mask lanes) { return unsigned(__builtin_ctzll(lanes)); }
COOPIFY_FN unsigned highest(lane_mask lanes) { return 63 - unsigned(__builtin_clzll(lanes)); }

} // namespace lanes
} // namespace detail
} // namespace coopify

#endif // COOPIFY_DETAIL_LANES_SIMT_H
