//===- block_tile_memory.h - Shared memory for tiles of several warps -----------===//
//
// CUDA guide 11.4.2.1.3; seed 004, 4.2.1.3.
//
//===----------------------------------------------------------------------===//
#ifndef COOPIFY_BLOCK_TILE_MEMORY_H
#define COOPIFY_BLOCK_TILE_MEMORY_H

#include "detail/target.h"

#if COOPIFY_HAS_TARGET

#include "detail/multi_warp_tile.h"
#include "thread_block.h"

namespace coopify {

/// Shared memory for tiles of more than a warp, in a block of at most MaxBlockSize threads: declare
/// one `__shared__` object and hand it to this_thread_block().
template <unsigned MaxBlockSize = detail::largest_block> struct block_tile_memory {
  static constexpr unsigned warps = (MaxBlockSize + warp_lanes - 1) / warp_lanes;

  detail::tile_memory memory;
  detail::warp_barrier barriers[2 * warps]; // of the classes of 2, 4, 8... warps
  alignas(16) unsigned char values[warps * detail::bytes_per_warp];
};

/// The block of the caller, which can be cut into tiles of more than a warp. Must be called by all
/// threads of the block; waits for them.
template <unsigned MaxBlockSize>
COOPIFY_FN thread_block this_thread_block(block_tile_memory<MaxBlockSize> &memory) {
  using memory_t = block_tile_memory<MaxBlockSize>;
  if (detail::block_rank_of_thread() == 0) {
    memory.memory = {memory_t::warps, memory.barriers, memory.values};
    for (detail::warp_barrier &barrier : memory.barriers)
      barrier = {0, 0};
  }
  detail::lanes::block_sync();
  detail::group_state state = detail::state_of(detail::group_kind::block);
  state.memory = &memory.memory;
  return detail::access::make<thread_block>(state);
}

} // namespace coopify

#endif // COOPIFY_HAS_TARGET

#endif // COOPIFY_BLOCK_TILE_MEMORY_H
