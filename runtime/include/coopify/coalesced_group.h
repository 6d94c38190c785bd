//===- coalesced_group.h - Any lanes of a warp ----------------------------------===//
//
// CUDA guide 11.4.2.2; seed 003, 2.3.2.2; seed 004, 4.2.2.
//
//===----------------------------------------------------------------------===//
#ifndef COOPIFY_COALESCED_GROUP_H
#define COOPIFY_COALESCED_GROUP_H

#include "detail/target.h"

#if COOPIFY_HAS_TARGET

#include "detail/group_base.h"
#include "detail/mask_bits.h"
#include "detail/votes.h"
#include "detail/words.h"
#include "match.h"

namespace coopify {

/// Some lanes of a warp, numbered anew from 0: a rank is not a lane. Collectives must be called by
/// all lanes of the group. There is no shfl_xor, as ranks are not lanes; masked_warp has one.
class coalesced_group : public thread_group {
public:
  /// The caller's number in the group, [0, num_threads()).
  COOPIFY_FN unsigned thread_rank() const {
    return detail::lanes::count(members() & detail::lanes_below());
  }
  COOPIFY_FN unsigned num_threads() const { return state_.size; }
  /// The old name of num_threads().
  COOPIFY_FN unsigned size() const { return num_threads(); }
  /// Which part of the group it was cut from this is, and of how many; 0 of 1 for
  /// coalesced_threads().
  COOPIFY_FN unsigned meta_group_rank() const { return state_.meta_rank; }
  COOPIFY_FN unsigned meta_group_size() const { return state_.meta_size; }

  /// Waits for the group; what its threads wrote before is visible to them afterwards.
  COOPIFY_FN void sync() const { detail::lanes::sync(members()); }

  /// The value of the thread of rank `source`. A rank that is not in the group is undefined in
  /// CUDA; here it gives the own value, and is taken modulo the warp where the group is a whole
  /// one.
  template <typename T> COOPIFY_FN T shfl(T value, int source) const {
    return read(value, whole() ? unsigned(source) % warp_lanes : unsigned(source));
  }
  /// The value of the thread `delta` ranks above/below; the own value where there is none.
  template <typename T> COOPIFY_FN T shfl_down(T value, unsigned delta) const {
    if (whole())
      delta %= warp_lanes;
    const unsigned rank = thread_rank();
    return read(value, delta < num_threads() - rank ? rank + delta : rank);
  }
  template <typename T> COOPIFY_FN T shfl_up(T value, unsigned delta) const {
    if (whole())
      delta %= warp_lanes;
    const unsigned rank = thread_rank();
    return read(value, delta <= rank ? rank - delta : rank);
  }

  /// Whether the predicate is not 0 for some / for every thread of the group.
  COOPIFY_FN int any(int predicate) const { return detail::vote_any(members(), predicate); }
  COOPIFY_FN int all(int predicate) const { return detail::vote_all(members(), predicate); }
  /// One bit for each thread whose predicate is not 0, rank 0 the lowest. It is not a lane mask.
  COOPIFY_FN lane_mask ballot(int predicate) const {
    return detail::pack(members(), detail::lanes::ballot(members(), predicate));
  }
  /// The threads whose value has the same bits as the caller's, by rank.
  template <typename T> COOPIFY_FN lane_mask match_any(T value) const {
    return detail::pack(members(), match_any_sync(members(), value));
  }
  /// All threads, and `predicate` 1, if their values have the same bits; else 0 and 0.
  template <typename T> COOPIFY_FN lane_mask match_all(T value, int &predicate) const {
    return detail::pack(members(), match_all_sync(members(), value, &predicate));
  }

private:
  friend struct detail::access;

  COOPIFY_FN explicit coalesced_group(const detail::group_state &state) : thread_group(state) {}
  COOPIFY_FN lane_mask members() const { return state_.members; }
  COOPIFY_FN bool whole() const { return members() == detail::all_lanes; }

  template <typename T> COOPIFY_FN T read(T value, unsigned rank) const {
    unsigned lane = detail::lanes::lane_id();
    if (rank < num_threads())
      lane = whole() ? rank : detail::lane_of_rank(members(), rank);
    return detail::shuffle(members(), value, lane, warp_lanes);
  }
};

/// Some lanes that are here together with the caller, the caller among them: all of them where
/// lanes move together; with independent lanes any subset is allowed (CUDA guide).
COOPIFY_FN coalesced_group coalesced_threads() {
  return detail::access::make<coalesced_group>(
      detail::coalesced_state(detail::lanes::active(), 0, 1, false));
}

} // namespace coopify

#endif // COOPIFY_HAS_TARGET

#endif // COOPIFY_COALESCED_GROUP_H
