//===- partition.h - Cutting groups into groups ---------------------------------===//
//
// CUDA guide 11.5; seed 003, 2.4; seed 004, 5. tiled_partition<Size> is in
// thread_block_tile.h. All of these must be called by all threads of the parent.
//
//===----------------------------------------------------------------------===//
#ifndef COOPIFY_PARTITION_H
#define COOPIFY_PARTITION_H

#include "detail/target.h"

#if COOPIFY_HAS_TARGET

#include "coalesced_group.h"
#include "thread_block_tile.h"

namespace coopify {
namespace detail {

COOPIFY_FN void require_tile_size(unsigned size) {
  if (!is_tile_size(size))
    COOPIFY_TRAP(); // CUDA's groups stop the kernel as well
}

/// A tile of a block: the last one of the block has only the threads that there are (the static
/// tiled_partition does not look).
COOPIFY_FN group_state tile_of_block(unsigned size) {
  require_tile_size(size);
  const unsigned rank = block_rank_of_thread(), first = rank & ~(size - 1);
  const unsigned left = block_size() - first;
  const lane_mask members = first_lanes(left < size ? left : size)
                            << (lanes::lane_id() & ~(size - 1));
  return coalesced_state(members, rank / size, rounded_up(block_size(), size), true);
}

COOPIFY_FN group_state part_of_coalesced(const group_state &parent, unsigned size) {
  require_tile_size(size);
  if (parent.size <= size)
    return parent;
  const unsigned rank = lanes::count(parent.members & lanes_below());
  const lane_mask members =
      parent.tiled ? parent.members & (first_lanes(size) << (lanes::lane_id() & ~(size - 1)))
                   : members_of_ranks(parent.members, rank / size * size, size);
  return coalesced_state(members, rank / size, rounded_up(parent.size, size), parent.tiled);
}

/// The lanes of `members` on the caller's side of the predicate. Lanes that have exited count on
/// the side of 0, as in CUDA, unless COOPIFY_PRESENT_ONLY.
template <typename Group>
COOPIFY_FN coalesced_group split_in_two(const Group &group, bool predicate) {
  const lane_mask members = access::members(group);
  const lane_mask yes = lanes::ballot(members, predicate);
#if COOPIFY_PRESENT_ONLY
  const lane_mask no = lanes::ballot(members, !predicate);
#else
  const lane_mask no = members & ~yes;
#endif
  if (yes == 0 || no == 0)
    return access::make<coalesced_group>(coalesced_state(yes | no, 0, 1, false));
  return access::make<coalesced_group>(
      coalesced_state(predicate ? yes : no, predicate ? 1 : 0, 2, false));
}

template <typename Group, typename Label>
COOPIFY_FN coalesced_group split_by_label(const Group &group, Label label) {
  const lane_mask members = access::members(group);
  const lane_mask part = match_any_sync(members, label);
  const unsigned leader = lanes::lowest(part);
  const lane_mask leaders = lanes::ballot(members, lanes::lane_id() == leader);
  const unsigned before = lanes::count(leaders & ((lane_mask(1) << leader) - 1));
  return access::make<coalesced_group>(coalesced_state(part, before, lanes::count(leaders), false));
}

} // namespace detail

/// Cuts a group into parts of `size` threads, a power of two up to a warp. The last part of a block
/// whose size is not a multiple is smaller. Parts of a group that was not tiled itself are runs
/// of its ranks.
COOPIFY_FN thread_group tiled_partition(const thread_group &parent, unsigned size) {
  const detail::group_state &state = detail::access::state(parent);
  return detail::access::make<thread_group>(state.kind == detail::group_kind::coalesced
                                                ? detail::part_of_coalesced(state, size)
                                                : detail::tile_of_block(size));
}
COOPIFY_FN thread_group tiled_partition(const thread_block &, unsigned size) {
  return detail::access::make<thread_group>(detail::tile_of_block(size));
}
COOPIFY_FN coalesced_group tiled_partition(const coalesced_group &parent, unsigned size) {
  return detail::access::make<coalesced_group>(
      detail::part_of_coalesced(detail::access::state(parent), size));
}

/// Cuts a group in two by a condition; a part that nobody is in does not exist. meta_group_rank()
/// is 1 where the condition holds, if there are two parts.
COOPIFY_FN coalesced_group binary_partition(const coalesced_group &group, bool predicate) {
  return detail::split_in_two(group, predicate);
}
template <unsigned Size, typename Parent>
COOPIFY_FN coalesced_group binary_partition(const thread_block_tile<Size, Parent> &tile,
                                            bool predicate) {
  static_assert(Size <= warp_lanes, "a tile of more than a warp cannot be cut by a condition");
  return detail::split_in_two(tile, predicate);
}

/// Cuts a group into parts of equal label, an integer or a pointer, in the order of their first
/// lanes; a bool cuts as binary_partition does.
template <typename Label>
COOPIFY_FN coalesced_group labeled_partition(const coalesced_group &group, Label label) {
  return detail::split_by_label(group, label);
}
template <typename Label, unsigned Size, typename Parent>
COOPIFY_FN coalesced_group labeled_partition(const thread_block_tile<Size, Parent> &tile,
                                             Label label) {
  static_assert(Size <= warp_lanes, "a tile of more than a warp cannot be cut by a label");
  return detail::split_by_label(tile, label);
}
COOPIFY_FN coalesced_group labeled_partition(const coalesced_group &group, bool label) {
  return binary_partition(group, label);
}
template <unsigned Size, typename Parent>
COOPIFY_FN coalesced_group labeled_partition(const thread_block_tile<Size, Parent> &tile,
                                             bool label) {
  return binary_partition(tile, label);
}

} // namespace coopify

#endif // COOPIFY_HAS_TARGET

#endif // COOPIFY_PARTITION_H
