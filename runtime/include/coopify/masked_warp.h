//===- masked_warp.h - A group of lanes that keep their numbers --------------------===//
//
// What a legacy warp intrinsic means in a place where not all lanes are: NVIDIA's
// coalesced_group renumbers the lanes and has no shfl_xor, so that only code which
// does not care about numbers may use it (semantics 0.3). A masked_warp numbers by
// lane, and out-of-range arguments mean what they meant (PTX ISA shfl; semantics
// A.1). It is the same class on all targets, beside NVIDIA's groups too.
//
//===----------------------------------------------------------------------===//
#ifndef COOPIFY_MASKED_WARP_H
#define COOPIFY_MASKED_WARP_H

#include "detail/target.h"

#if COOPIFY_HAS_TARGET

#include "check.h"
#include "detail/words.h"
#include "match.h"

namespace coopify {

/// The lanes of an explicit mask. Making one waits for nobody. All members below, mask(),
/// num_threads() and lane() excepted, are collectives: on sm_70 and later every lane of the mask
/// that has not exited must call them, with the same mask; below, those that are here take part.
class masked_warp {
public:
  /// `members` must name the caller. The usual mask is a ballot of the branch's condition, taken
  /// before the branch (CUDA guide 20.6.2).
  COOPIFY_FN explicit masked_warp(lane_mask members COOPIFY_DETAIL_CALLER_PARAMETERS)
      : members_(members) {
    COOPIFY_DETAIL_CHECK_MEMBER(members);
  }

  /// The lanes that are here together with the caller. Not proven: with independent lanes
  /// (sm_70 and later) these may be fewer than the program's text suggests, and values differ then.
  COOPIFY_STATIC_FN masked_warp active() { return masked_warp(detail::lanes::active()); }

  /// All lanes of the warp; those that have exited or do not exist do no harm.
  COOPIFY_STATIC_FN masked_warp full() { return masked_warp(detail::all_lanes); }

  COOPIFY_FN lane_mask mask() const { return members_; }
  /// How many lanes the mask names, exited ones included.
  COOPIFY_FN unsigned num_threads() const { return detail::lanes::count(members_); }
  COOPIFY_FN unsigned size() const { return num_threads(); }
  /// The caller's lane in the warp: not its rank among the members.
  COOPIFY_STATIC_FN unsigned lane() { return detail::lanes::lane_id(); }

  /// The four shuffles of __shfl and its siblings, with lanes numbered in the warp. `width`, a
  /// power of two, cuts the warp into segments. Valid if the lane that is read takes part.
  ///
  /// Lane `source` mod `width` of the caller's segment.
  template <typename T> COOPIFY_FN T shfl(T value, int source, int width = warp_lanes) const {
    return detail::shuffle(members_, value, unsigned(source), unsigned(width));
  }
  /// The lane `delta` mod warp_lanes below/above; the own value outside the segment.
  template <typename T>
  COOPIFY_FN T shfl_up(T value, unsigned delta, int width = warp_lanes) const {
    return detail::shuffle_up(members_, value, delta, unsigned(width));
  }
  template <typename T>
  COOPIFY_FN T shfl_down(T value, unsigned delta, int width = warp_lanes) const {
    return detail::shuffle_down(members_, value, delta, unsigned(width));
  }
  /// Lane ^ `bits`: in an earlier segment too, but the own value where that is in a later one.
  template <typename T> COOPIFY_FN T shfl_xor(T value, int bits, int width = warp_lanes) const {
    return detail::shuffle_xor(members_, value, unsigned(bits), unsigned(width));
  }

  /// Whether the predicate is not 0 for some / for all members that have not exited.
  COOPIFY_FN int any(int predicate) const { return ballot(predicate) != 0; }
  COOPIFY_FN int all(int predicate) const { return !any(!predicate); }
  /// The members whose predicate is not 0, as a lane mask.
  COOPIFY_FN lane_mask ballot(int predicate) const {
    return detail::lanes::ballot(members_, predicate);
  }

  /// For a branch: decides `predicate`, and keeps of the members those that decide as the caller
  /// does. `if (branch.split(c))` goes where `if (c)` goes, and on both sides of it, and after a
  /// `while (loop.split(c))` has gone on, `branch` is who came that way. A lane that leaves keeps
  /// the group of those that leave with it.
  COOPIFY_FN bool split(bool predicate) {
    lane_mask yes = ballot(predicate);
    members_ = predicate ? yes : members_ & ~yes;
    return predicate;
  }

  /// The members whose value has the same bits as the caller's, as a lane mask (match.h).
  template <typename T> COOPIFY_FN lane_mask match_any(T value) const {
    return match_any_sync(members_, value);
  }
  /// The members that have not exited, and `predicate` 1, if their values are equal; else 0 and 0.
  template <typename T> COOPIFY_FN lane_mask match_all(T value, int &predicate) const {
    return match_all_sync(members_, value, &predicate);
  }

  /// Waits for the members; what they wrote before is visible to them afterwards.
  COOPIFY_FN void sync() const { detail::lanes::sync(members_); }

private:
  lane_mask members_;
};

} // namespace coopify

#endif // COOPIFY_HAS_TARGET

#endif // COOPIFY_MASKED_WARP_H
