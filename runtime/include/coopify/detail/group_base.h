//===- group_base.h - thread_group and what every group keeps ------------------===//
#ifndef COOPIFY_DETAIL_GROUP_BASE_H
#define COOPIFY_DETAIL_GROUP_BASE_H

#include "lanes.h"

namespace coopify {

class thread_group;
class coalesced_group;
class thread_block;
class grid_group;

namespace detail {

struct tile_memory;
enum class group_kind : unsigned { coalesced = 1, grid = 3, block = 4, multi_warp_tile = 5 };

/// What a handle of run-time kind carries; which members count depends on the kind.
struct group_state {
  group_kind kind;
  bool tiled;          // coalesced: adjacent lanes, aligned to the size of the tile
  lane_mask members;   // coalesced
  unsigned size;       // coalesced, multi_warp_tile
  unsigned meta_rank;  // coalesced, multi_warp_tile
  unsigned meta_size;  // coalesced, multi_warp_tile
  tile_memory *memory; // block, multi_warp_tile
};

COOPIFY_FN group_state state_of(group_kind kind) { return {kind, false, 0, 0, 0, 1, nullptr}; }

COOPIFY_FN group_state coalesced_state(lane_mask members, unsigned meta_rank, unsigned meta_size,
                                       bool tiled) {
  return {
      group_kind::coalesced, tiled, members, lanes::count(members), meta_rank, meta_size, nullptr};
}

COOPIFY_FN unsigned rounded_up(unsigned threads, unsigned tile) {
  return (threads + tile - 1) / tile;
}

/// Whether `size` is a size of tiles that lie in one warp.
COOPIFY_FN constexpr bool is_tile_size(unsigned size) {
  return size != 0 && size <= warp_lanes && (size & (size - 1)) == 0;
}

/// Lets functions of the runtime see inside the handles, and nobody else.
struct access {
  template <typename Group> COOPIFY_FN static lane_mask members(const Group &group) {
    return group.members();
  }
  template <typename Group> COOPIFY_FN static const group_state &state(const Group &group) {
    return group.state_;
  }
  template <typename Group> COOPIFY_FN static tile_memory *memory(const Group &group) {
    return group.memory();
  }
  template <typename Group, typename... Arguments>
  COOPIFY_FN static Group make(const Arguments &...arguments) {
    return Group(arguments...);
  }
};

} // namespace detail

/// A group of any kind, found out at run time (CUDA guide 11.4; seed 000). Every group converts to
/// it; prefer the specific type, whose size and members the compiler knows. All members may be
/// called by any thread of the group; sync() must be called by all of them.
class thread_group {
public:
  /// How many threads are in the group.
  COOPIFY_FN unsigned long long num_threads() const;
  /// The old name of num_threads().
  COOPIFY_FN unsigned long long size() const;
  /// The caller's number in the group, [0, num_threads()).
  COOPIFY_FN unsigned long long thread_rank() const;
  /// Waits for all threads of the group; what they wrote before is visible to them afterwards.
  COOPIFY_FN void sync() const;
  /// A number for the kind of group, equal for groups of one kind.
  COOPIFY_FN unsigned get_type() const { return unsigned(state_.kind); }

protected:
  COOPIFY_FN explicit thread_group(const detail::group_state &state) : state_(state) {}
  detail::group_state state_;

private:
  friend struct detail::access;
};

/// sync(group), thread_rank(group), group_size(group): the members of the same names.
template <typename Group> COOPIFY_FN void sync(const Group &group) { group.sync(); }
template <typename Group>
COOPIFY_FN auto thread_rank(const Group &group) -> decltype(group.thread_rank()) {
  return group.thread_rank();
}
template <typename Group>
COOPIFY_FN auto group_size(const Group &group) -> decltype(group.num_threads()) {
  return group.num_threads();
}

} // namespace coopify

#endif // COOPIFY_DETAIL_GROUP_BASE_H
