//===- lanes_ptx.h - Lane primitives by PTX without .sync ---------------------===//
//
// For toolkits before CUDA 9, which lack the _sync intrinsics, and GPUs whose
// lanes move together.
//
//===----------------------------------------------------------------------===//
#ifndef COOPIFY_DETAIL_LANES_PTX_H
#define COOPIFY_DETAIL_LANES_PTX_H

namespace coopify {
namespace detail {
namespace lanes {

/// The c operand of shfl (PTX ISA): segment mask in bits 8 to 12, clamp in bits 0 to 4.
COOPIFY_FN unsigned shuffle_clamp(unsigned width, unsigned clamp) {
  return ((32 - width) << 8) | clamp;
}

COOPIFY_FN lane_mask ballot(lane_mask members, int predicate) {
  unsigned lanes;
  asm volatile("{ .reg .pred p; setp.ne.s32 p, %1, 0; vote.ballot.b32 %0, p; }"
               : "=r"(lanes)
               : "r"(predicate));
  return lanes & members;
}
COOPIFY_FN lane_mask active() { return ballot(all_lanes, 1); }

#define COOPIFY_DETAIL_SHUFFLE(name, mode, clamp)                                                  \
  COOPIFY_FN unsigned name(lane_mask, unsigned word, unsigned operand, unsigned width) {           \
    unsigned result;                                                                               \
    asm volatile("shfl." mode ".b32 %0, %1, %2, %3;"                                               \
                 : "=r"(result)                                                                    \
                 : "r"(word), "r"(operand), "r"(shuffle_clamp(width, clamp)));                     \
    return result;                                                                                 \
  }
COOPIFY_DETAIL_SHUFFLE(shuffle, "idx", 31)
COOPIFY_DETAIL_SHUFFLE(shuffle_up, "up", 0)
COOPIFY_DETAIL_SHUFFLE(shuffle_down, "down", 31)
COOPIFY_DETAIL_SHUFFLE(shuffle_xor, "bfly", 31)
#undef COOPIFY_DETAIL_SHUFFLE

// Lanes move together and a warp's accesses stay in order, so only the compiler must be held
// (bar.warp.sync assembles to nothing here).
COOPIFY_FN void sync(lane_mask) { asm volatile("" ::: "memory"); }

COOPIFY_FN unsigned broadcast(lane_mask members, unsigned word, unsigned source) {
  return shuffle(members, word, source, warp_lanes);
}

COOPIFY_FN void block_sync() { __syncthreads(); }
COOPIFY_FN void block_fence() { __threadfence_block(); }
COOPIFY_FN unsigned fetch_add(unsigned *word, unsigned addend) { return atomicAdd(word, addend); }

} // namespace lanes
} // namespace detail
} // namespace coopify

#endif // COOPIFY_DETAIL_LANES_PTX_H
