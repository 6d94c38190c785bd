//===- thread_block_tile.h - Runs of threads of a block, of a size known to the compiler =//
//
// CUDA guide 11.4.2.1; seed 003, 2.3.2.1; seed 004, 4.2.1.
//
//===----------------------------------------------------------------------===//
#ifndef COOPIFY_THREAD_BLOCK_TILE_H
#define COOPIFY_THREAD_BLOCK_TILE_H

#include "detail/target.h"

#if COOPIFY_HAS_TARGET

#include "detail/multi_warp_tile.h"
#include "detail/warp_tile.h"
#include "thread_block.h"

namespace coopify {

template <unsigned Size, typename Parent = void> class thread_block_tile;

namespace detail {

/// The collectives of a tile of `Size`, and what its handle must keep for them.
template <unsigned Size, bool InOneWarp = (Size <= warp_lanes)> struct tile_base;

template <unsigned Size> struct tile_base<Size, true> : warp_tile<Size> {
protected:
  COOPIFY_FN explicit tile_base(tile_memory *) {}
  COOPIFY_STATIC_FN tile_memory *memory() { return nullptr; }
  COOPIFY_STATIC_FN group_state state(unsigned meta_rank, unsigned meta_size) {
    return coalesced_state(warp_tile<Size>::members(), meta_rank, meta_size, true);
  }
};

template <unsigned Size> struct tile_base<Size, false> : multi_warp_tile<Size> {
protected:
  COOPIFY_FN explicit tile_base(tile_memory *memory) : multi_warp_tile<Size>(memory) {}
  COOPIFY_FN group_state state(unsigned meta_rank, unsigned meta_size) const {
    return {group_kind::multi_warp_tile,    true, 0, Size, meta_rank, meta_size,
            multi_warp_tile<Size>::memory()};
  }
};

} // namespace detail

/// Size consecutive threads of a block, Size a power of two; above a warp's size the block needs a
/// block_tile_memory. Made by tiled_partition<Size>(parent). The type names the parent, so that
/// the handle of a tile within a warp holds nothing.
template <unsigned Size, typename Parent> class thread_block_tile : public detail::tile_base<Size> {
public:
  /// Which of the parent's tiles this is, and how many there are.
  COOPIFY_STATIC_FN unsigned meta_group_rank() { return Parent::thread_rank() / Size; }
  COOPIFY_STATIC_FN unsigned meta_group_size() {
    return detail::rounded_up(Parent::num_threads(), Size);
  }

  COOPIFY_FN operator thread_block_tile<Size, void>() const {
    return detail::access::make<thread_block_tile<Size, void>>(
        this->memory(), this->state(meta_group_rank(), meta_group_size()));
  }

private:
  friend struct detail::access;

  COOPIFY_FN explicit thread_block_tile(detail::tile_memory *memory)
      : detail::tile_base<Size>(memory) {}
};

/// The same where the type does not name the parent: the handle remembers which tile it is, and
/// converts to thread_group.
template <unsigned Size>
class thread_block_tile<Size, void> : public detail::tile_base<Size>, public thread_group {
public:
  using detail::tile_base<Size>::sync;
  using detail::tile_base<Size>::size;
  using detail::tile_base<Size>::num_threads;
  using detail::tile_base<Size>::thread_rank;

  COOPIFY_FN unsigned meta_group_rank() const { return state_.meta_rank; }
  COOPIFY_FN unsigned meta_group_size() const { return state_.meta_size; }

private:
  friend struct detail::access;

  COOPIFY_FN thread_block_tile(detail::tile_memory *memory, const detail::group_state &state)
      : detail::tile_base<Size>(memory), thread_group(state) {}
};

/// The caller alone (CUDA guide 11.4.2.1.2).
COOPIFY_FN thread_block_tile<1> this_thread() {
  using tile = thread_block_tile<1>;
  detail::tile_memory *const no_memory = nullptr;
  const lane_mask self = lane_mask(1) << detail::lanes::lane_id();
  return detail::access::make<tile>(no_memory, detail::coalesced_state(self, 0, 1, true));
}

/// Cuts a thread_block or a tile into tiles of Size threads, whose number must divide the parent's.
/// Must be called by all threads of the parent; waits for nobody.
template <unsigned Size, typename Parent>
COOPIFY_FN thread_block_tile<Size, Parent> tiled_partition(const Parent &parent) {
  return detail::access::make<thread_block_tile<Size, Parent>>(detail::access::memory(parent));
}

} // namespace coopify

#endif // COOPIFY_HAS_TARGET

#endif // COOPIFY_THREAD_BLOCK_TILE_H
