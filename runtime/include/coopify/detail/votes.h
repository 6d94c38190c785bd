//===- votes.h - any and all over a lane mask -------------------------------------===//
#ifndef COOPIFY_DETAIL_VOTES_H
#define COOPIFY_DETAIL_VOTES_H

#include "lanes.h"

namespace coopify {
namespace detail {

/// `all` over a group: the CUDA rule wants every named lane, one that has exited included, and is
/// false without it (semantics 0.2); COOPIFY_PRESENT_ONLY asks the lanes that are left.
COOPIFY_FN int vote_all(lane_mask members, int predicate) {
#if COOPIFY_PRESENT_ONLY
  return lanes::ballot(members, !predicate) == 0;
#else
  return lanes::ballot(members, predicate) == members;
#endif
}

COOPIFY_FN int vote_any(lane_mask members, int predicate) {
  return lanes::ballot(members, predicate) != 0;
}

} // namespace detail
} // namespace coopify

#endif // COOPIFY_DETAIL_VOTES_H
