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

namespace coopify {
namespace detail {
namespace lanes {

#if COOPIFY_DEVICE_PASS

COOPIFY_FN unsigned lane_id() {
  unsigned lane;
  asm("mov.u32 %0, %%laneid;" : "=r"(lane));
  return lane;
}

/// The c operand of shfl (PTX ISA): segment mask in bits 8 to 12, clamp in bits 0 to 4.
COOPIFY_FN unsigned shuffle_clamp(unsigned width, unsigned clamp) {
  return ((32 - width) << 8) | clamp;
}

#if COOPIFY_SYNC_INTRINSICS

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

#else

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

#endif // COOPIFY_SYNC_INTRINSICS

COOPIFY_FN void block_sync() { __syncthreads(); }
COOPIFY_FN void block_fence() { __threadfence_block(); }
COOPIFY_FN unsigned fetch_add(unsigned *word, unsigned addend) { return atomicAdd(word, addend); }

COOPIFY_FN unsigned count(lane_mask lanes) { return unsigned(__popc(lanes)); }
COOPIFY_FN unsigned lowest(lane_mask lanes) { return unsigned(__ffs(int(lanes))) - 1; }
COOPIFY_FN unsigned highest(lane_mask lanes) { return 31 - unsigned(__clz(int(lanes))); }

COOPIFY_FN unsigned broadcast(lane_mask members, unsigned word, unsigned source) {
  return shuffle(members, word, source, 32);
}

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

#else // the host pass: parsed, never called

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

#endif // COOPIFY_DEVICE_PASS

COOPIFY_FN index3 thread_index() { return {threadIdx.x, threadIdx.y, threadIdx.z}; }
COOPIFY_FN index3 block_dim() { return {blockDim.x, blockDim.y, blockDim.z}; }
COOPIFY_FN index3 block_index() { return {blockIdx.x, blockIdx.y, blockIdx.z}; }
COOPIFY_FN index3 grid_dim() { return {gridDim.x, gridDim.y, gridDim.z}; }

} // namespace lanes
} // namespace detail
} // namespace coopify

#endif // COOPIFY_DETAIL_LANES_CUDA_H
