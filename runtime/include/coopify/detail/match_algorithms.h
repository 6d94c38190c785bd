//===- match_algorithms.h - Which lanes hold the same key ------------------------===//
//
// Seed 001 asks for match-any on GPUs without the instruction and gives a loop
// that broadcasts each lane's key: a shuffle and a vote per lane. Three things
// are better here (measured by test/runtime/gpu/match_bench.cu, sm_90):
//
//   peel       A leader's key is broadcast, one vote finds all its holders, and
//              they are done: a round for each distinct key, not for each lane.
//   broadcast  Equality is symmetric: a lane that sees the key of lane i knows by
//              itself whether i is its peer. No votes: 0.6 of the seed's time.
//   hash       Keys of several words are broadcast as one word; one more shuffle
//              of whole keys proves that no two of them shared a hash.
//
// Peeling comes first. A broadcast costs as much as 13 rounds and a round as much
// as 2.4 lanes of it, so that peeling goes on if the first two rounds remove 3 lanes
// each, and to the end if few lanes remain after six rounds. That bounds the worst
// distribution of keys to 18 rounds, or 6 and a broadcast: the time of the seed's
// loop is that of 22.
//
// Every decision depends on ballots over the members alone, so that all lanes of
// a mask make the same calls; lanes with other masks do not matter to them.
//
//===----------------------------------------------------------------------===//
#ifndef COOPIFY_DETAIL_MATCH_ALGORITHMS_H
#define COOPIFY_DETAIL_MATCH_ALGORITHMS_H

#include "lanes.h"

namespace coopify {
namespace detail {

/// Whether the caller's key is that of lane `leader`, one of the members.
template <unsigned Words>
COOPIFY_FN bool has_key_of(lane_mask members, const unsigned (&key)[Words], unsigned leader) {
  bool same = true;
  for (unsigned i = 0; i < Words; ++i)
    same &= lanes::shuffle(members, key[i], leader, warp_lanes) == key[i];
  return same;
}

/// How far peeling has come; `rest` is the same in all members.
struct peeling {
  lane_mask rest;  ///< lanes whose keys have not had their turn
  lane_mask peers; ///< the holders of the caller's key, once it had
};

/// The key of one lane has its turn. Ends only because `rest` holds nothing but lanes that are
/// here: the leader finds at least itself, so that `rest` shrinks.
template <unsigned Words>
COOPIFY_FN void peel_round(lane_mask members, const unsigned (&key)[Words], peeling &state) {
  const bool same = has_key_of(members, key, lanes::highest(state.rest));
  const lane_mask holders = lanes::ballot(members, same);
  state.peers = same ? holders : state.peers;
  state.rest &= ~holders;
}

/// Peels `Rounds` keys, or all there are; whether that was all.
template <unsigned Rounds, unsigned Words>
COOPIFY_FN bool peel_some(lane_mask members, const unsigned (&key)[Words], peeling &state) {
#pragma unroll
  for (unsigned round = 0; round < Rounds; ++round) {
    peel_round(members, key, state);
    if (state.rest == 0)
      return true;
  }
  return false;
}

/// Peels as long as it pays; whether that was to the end. Counting costs a third of a round, so it
/// is done twice only. Rounds on long keys have more shuffles and pay for fewer lanes.
template <unsigned Words>
COOPIFY_FN bool peel(lane_mask members, const unsigned (&key)[Words], peeling &state) {
  if (peel_some<2>(members, key, state))
    return true;
  if (lanes::count(state.rest) > warp_lanes - 2 * 3)
    return false;
  if (peel_some<4>(members, key, state))
    return true;
  if (lanes::count(state.rest) > warp_lanes * 3 / (2 * (Words + 3)))
    return false;
#pragma unroll 1
  while (state.rest != 0)
    peel_round(members, key, state);
  return true;
}

/// The lanes with the caller's key, by looking at the keys of all lanes. What is read from lanes
/// that are not present has no meaning and is masked out.
struct match_by_broadcast {
  lane_mask present;
  COOPIFY_FN lane_mask operator()(lane_mask members, unsigned key) const {
    lane_mask peers = 0;
#pragma unroll
    for (unsigned lane = 0; lane < warp_lanes; ++lane)
      peers |= lane_mask(lanes::broadcast(members, key, lane) == key) << lane;
    return peers & present;
  }
};

/// One word for a key. Words 1, 2, ... and the hash together determine word 0.
template <unsigned Words> COOPIFY_FN unsigned hash(const unsigned (&key)[Words]) {
  unsigned result = 0;
  for (unsigned i = Words; i-- > 0;)
    result = result * 0x9E3779B1u + key[i];
  return result;
}

/// The lanes with the caller's key, where `match` finds them for keys of one word. `match` runs
/// once if no two keys of the members share a hash, else once for each word. Its result must hold
/// lanes that are here only.
template <unsigned Words, typename MatchWord>
COOPIFY_FN lane_mask match_by_hash(lane_mask members, const unsigned (&key)[Words],
                                   MatchWord match) {
  lane_mask peers = match(members, hash(key));
  const bool proven = Words == 1 || has_key_of(members, key, lanes::highest(peers));
  if (Words > 1 && lanes::ballot(members, !proven) != 0)
    for (unsigned i = 1; i < Words; ++i)
      peers &= match(members, key[i]);
  return peers;
}

/// match-any out of shuffles and votes. Lanes that have exited are not in the result.
template <unsigned Words>
COOPIFY_FN lane_mask match_any_in_software(lane_mask members, const unsigned (&key)[Words]) {
  const lane_mask present = lanes::ballot(members, 1);
  peeling state = {present, 0};
  if (peel(members, key, state))
    return state.peers;
  return match_by_hash(members, key, match_by_broadcast{present});
}

/// match-all: everybody compares with one lane.
template <unsigned Words>
COOPIFY_FN lane_mask match_all_in_software(lane_mask members, const unsigned (&key)[Words],
                                           int *predicate) {
  const lane_mask present = lanes::ballot(members, 1);
  const bool same = has_key_of(members, key, lanes::highest(present));
  *predicate = lanes::ballot(members, !same) == 0;
  return *predicate ? present : 0;
}

} // namespace detail
} // namespace coopify

#endif // COOPIFY_DETAIL_MATCH_ALGORITHMS_H
