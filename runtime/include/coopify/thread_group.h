//===- thread_group.h - A group of any kind ---------------------------------------===//
//
// The members of detail/group_base.h's thread_group, which must know all kinds.
// Seed 000; CUDA guide 11.4.
//
//===----------------------------------------------------------------------===//
#ifndef COOPIFY_THREAD_GROUP_H
#define COOPIFY_THREAD_GROUP_H

#include "detail/target.h"

#if COOPIFY_HAS_TARGET

#include "coalesced_group.h"
#include "grid_group.h"
#include "thread_block_tile.h"

namespace coopify {

COOPIFY_FN unsigned long long thread_group::num_threads() const {
  switch (state_.kind) {
  case detail::group_kind::grid:
    return grid_group::num_threads();
  case detail::group_kind::block:
    return thread_block::num_threads();
  case detail::group_kind::coalesced:
  case detail::group_kind::multi_warp_tile:
    break;
  }
  return state_.size;
}

COOPIFY_FN unsigned long long thread_group::size() const { return num_threads(); }

COOPIFY_FN unsigned long long thread_group::thread_rank() const {
  switch (state_.kind) {
  case detail::group_kind::grid:
    return grid_group::thread_rank();
  case detail::group_kind::block:
    return thread_block::thread_rank();
  case detail::group_kind::multi_warp_tile:
    return thread_block::thread_rank() & (state_.size - 1);
  case detail::group_kind::coalesced:
    break;
  }
  return detail::lanes::count(state_.members & detail::lanes_below());
}

COOPIFY_FN void thread_group::sync() const {
  switch (state_.kind) {
  case detail::group_kind::grid:
    return detail::sync_grid();
  case detail::group_kind::block:
    return thread_block::sync();
  case detail::group_kind::multi_warp_tile:
    return detail::sync_warps(*state_.memory, state_.size / warp_lanes);
  case detail::group_kind::coalesced:
    break;
  }
  detail::lanes::sync(state_.members);
}

} // namespace coopify

#endif // COOPIFY_HAS_TARGET

#endif // COOPIFY_THREAD_GROUP_H
