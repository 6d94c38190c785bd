//===- lanes_cuda.h - The lane primitives on CUDA -----------------------------===//
//
// The _sync intrinsics. Below sm_70 the assembler drops their mask (bare SHFL;
// VOTE and a bitwise and: semantics 0.10, and test/runtime checks it), so that
// lanes that have exited or are elsewhere do no harm. Toolkits before CUDA 9 do
// not have them and get the PTX instructions that they replaced.
//
//===----------------------------------------------------------------------===//
#ifndef COOPIFY_DETAIL_LANES_CUDA_H
#define COOPIFY_DETAIL_LANES_CUDA_H

#include "lanes_indices.h"

#if !COOPIFY_DEVICE_PASS
#include "lanes_host.h"
#else
#if COOPIFY_SYNC_INTRINSICS
#include "lanes_sync.h"
#else
#include "lanes_ptx.h"
#endif

namespace coopify {
namespace detail {
namespace lanes {

COOPIFY_FN unsigned lane_id() {
  unsigned lane;
  asm("mov.u32 %0, %%laneid;" : "=r"(lane));
  return lane;
}

COOPIFY_FN unsigned count(lane_mask lanes) { return unsigned(__popc(lanes)); }
COOPIFY_FN unsigned lowest(lane_mask lanes) { return unsigned(__ffs(int(lanes))) - 1; }
COOPIFY_FN unsigned highest(lane_mask lanes) { return 31 - unsigned(__clz(int(lanes))); }

#if COOPIFY_HARDWARE_MATCH
COOPIFY_FN lane_mask match_any(lane_mask members, unsigned key) {
  return __match_any_sync(members, key);
}
COOPIFY_FN lane_mask match_all(lane_mask members, unsigned key, int *predicate) {
  return __match_all_sync(members, key, predicate);
}
COOPIFY_FN lane_mask match_all(lane_mask members, unsigned long long key, int *predicate) {
  return __match_all_sync(members, key, predicate);
}
#endif

} // namespace lanes
} // namespace detail
} // namespace coopify

#endif // COOPIFY_DEVICE_PASS

#endif // COOPIFY_DETAIL_LANES_CUDA_H
