//===- lanes_host.h - Lane primitives in a host pass -------------------------===//
//
// Parsed, never called: only device functions use them.
//
//===----------------------------------------------------------------------===//
#ifndef COOPIFY_DETAIL_LANES_HOST_H
#define COOPIFY_DETAIL_LANES_HOST_H

namespace coopify {
namespace detail {
namespace lanes {

COOPIFY_FN unsigned lane_id() { return 0; }
COOPIFY_FN lane_mask active() { return 0; }
COOPIFY_FN lane_mask ballot(lane_mask, int) { return 0; }
COOPIFY_FN unsigned shuffle(lane_mask, unsigned, unsigned, unsigned) { return 0; }
COOPIFY_FN unsigned shuffle_up(lane_mask, unsigned, unsigned, unsigned) { return 0; }
COOPIFY_FN unsigned shuffle_down(lane_mask, unsigned, unsigned, unsigned) { return 0; }
COOPIFY_FN unsigned shuffle_xor(lane_mask, unsigned, unsigned, unsigned) { return 0; }
COOPIFY_FN void sync(lane_mask) {}
COOPIFY_FN void block_sync() {}
COOPIFY_FN void block_fence() {}
COOPIFY_FN unsigned fetch_add(unsigned *, unsigned) { return 0; }
COOPIFY_FN unsigned count(lane_mask) { return 0; }
COOPIFY_FN unsigned lowest(lane_mask) { return 0; }
COOPIFY_FN unsigned highest(lane_mask) { return 0; }
COOPIFY_FN unsigned broadcast(lane_mask, unsigned, unsigned) { return 0; }

} // namespace lanes
} // namespace detail
} // namespace coopify

#endif // COOPIFY_DETAIL_LANES_HOST_H
