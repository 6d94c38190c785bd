//===- warp_tile.h - Collectives of a tile that lies in one warp ----------------===//
#ifndef COOPIFY_DETAIL_WARP_TILE_H
#define COOPIFY_DETAIL_WARP_TILE_H

#include "../match.h"
#include "group_base.h"
#include "votes.h"
#include "words.h"

namespace coopify {
namespace detail {

/// What thread_block_tile offers for sizes up to a warp. All collectives must be called by all
/// threads of the tile that have not exited. A thread that has exited, or that a partial last warp
/// lacks, still counts in num_threads() and in all(): tiles are never trimmed (semantics 0.1).
template <unsigned Size> class warp_tile {
  static_assert(is_tile_size(Size), "a tile has a power of two of threads");

public:
  /// The caller's number in the tile, [0, Size); tiles are runs of the block's linear numbering.
  COOPIFY_STATIC_FN unsigned thread_rank() { return block_rank_of_thread() & (Size - 1); }
  COOPIFY_FN static constexpr unsigned num_threads() { return Size; }
  /// The old name of num_threads().
  COOPIFY_FN static constexpr unsigned size() { return Size; }

  /// Waits for the tile; what its threads wrote before is visible to them afterwards.
  COOPIFY_STATIC_FN void sync() { lanes::sync(members()); }

  /// The value of the thread of rank `source` mod Size.
  template <typename T> COOPIFY_FN T shfl(T value, int source) const {
    return shuffle(members(), value, unsigned(source), Size);
  }
  /// The value of the thread `delta` ranks above/below; the own value where there is none. A delta
  /// of a warp or more is taken modulo the warp, as PTX does.
  template <typename T> COOPIFY_FN T shfl_down(T value, unsigned delta) const {
    return shuffle_down(members(), value, delta, Size);
  }
  template <typename T> COOPIFY_FN T shfl_up(T value, unsigned delta) const {
    return shuffle_up(members(), value, delta, Size);
  }
  /// The value of the thread of rank ^ `bits`, which must be less than Size: a greater one would
  /// read another tile, whose threads need not be here (semantics 0.4).
  template <typename T> COOPIFY_FN T shfl_xor(T value, unsigned bits) const {
    return shuffle_xor(members(), value, bits, Size);
  }

  /// Whether the predicate is not 0 for some / for every thread of the tile.
  COOPIFY_FN int any(int predicate) const { return vote_any(members(), predicate); }
  COOPIFY_FN int all(int predicate) const { return vote_all(members(), predicate); }
  /// One bit for each thread whose predicate is not 0, rank 0 the lowest.
  COOPIFY_FN lane_mask ballot(int predicate) const {
    return lanes::ballot(members(), predicate) >> first_lane();
  }
  /// The threads whose value has the same bits as the caller's, by rank.
  template <typename T> COOPIFY_FN lane_mask match_any(T value) const {
    return match_any_sync(members(), value) >> first_lane();
  }
  /// All threads, and `predicate` 1, if their values have the same bits; else 0 and 0.
  template <typename T> COOPIFY_FN lane_mask match_all(T value, int &predicate) const {
    return match_all_sync(members(), value, &predicate) >> first_lane();
  }

protected:
  COOPIFY_STATIC_FN unsigned first_lane() { return lanes::lane_id() & ~(Size - 1); }
  COOPIFY_STATIC_FN lane_mask members() {
    return Size == warp_lanes ? all_lanes : first_lanes(Size) << first_lane();
  }
};

} // namespace detail
} // namespace coopify

#endif // COOPIFY_DETAIL_WARP_TILE_H
