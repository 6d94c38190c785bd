//===- oracle.h - What the answers must be ------------------------------------------------===//
#ifndef COOPIFY_TEST_MATCH_ORACLE_H
#define COOPIFY_TEST_MATCH_ORACLE_H

#include "scenario.h"

#include <cstdio>

namespace probe {

/// Counts what is wrong and prints the first few.
class findings {
public:
  findings(const char *type) : type(type) {}

  void expect(const char *what, unsigned thread, lane_bits actual, lane_bits expected) {
    ++asked;
    if (actual == expected)
      return;
    if (++wrong <= 5)
      std::printf("%s %s, thread %u: 0x%llx, expected 0x%llx\n", type, what, thread, actual,
                  expected);
  }

  unsigned long long asked = 0, wrong = 0;

private:
  const char *type;
};

/// The lanes of `among` with the value of lane `lane`.
inline lane_bits holders(const lane_input *warp, unsigned lane, lane_bits among, unsigned bytes) {
  lane_bits found = 0;
  for (unsigned other = 0; other < lanes; ++other)
    if ((among >> other & 1) != 0 && !std::memcmp(warp[other].value, warp[lane].value, bytes))
      found |= lane_bits(1) << other;
  return found;
}

/// PTX ISA shfl: the lane that is read.
inline unsigned source_lane(shuffle_kind kind, unsigned lane, unsigned argument, unsigned width) {
  const unsigned first = lane & ~(width - 1), last = first + width - 1, by = argument % lanes;
  switch (kind) {
  case idx:
    return first | (argument & (width - 1));
  case up:
    return lane >= first + by ? lane - by : lane;
  case down:
    return lane + by <= last ? lane + by : lane;
  default:
    return (lane ^ by) <= last ? lane ^ by : lane;
  }
}

inline void check_match(const std::vector<lane_input> &in, const std::vector<match_output> &out,
                        unsigned bytes, bool has_intrinsics, findings &found) {
  for (unsigned thread = 0; thread < in.size(); ++thread) {
    const lane_input *warp = &in[thread / lanes * lanes];
    const match_output &answer = out[thread];
    if (in[thread].members == 0 || in[thread].exits)
      continue;
    const lane_bits here = present(warp, in[thread].members);
    const lane_bits peers = holders(warp, thread % lanes, here, bytes);
    const bool equal = peers == here;
    found.expect("match_any", thread, answer.any, peers);
    found.expect("match_any in software", thread, answer.any_in_software, peers);
    found.expect("match_all", thread, answer.all, equal ? here : 0);
    found.expect("match_all's predicate", thread, lane_bits(answer.all_predicate), equal);
    found.expect("match_all in software", thread, answer.all_in_software, equal ? here : 0);
    found.expect("its predicate", thread, lane_bits(answer.all_in_software_predicate), equal);
    if (has_intrinsics) {
      found.expect("__match_any_sync", thread, answer.raw_any, answer.any);
      found.expect("__match_all_sync", thread, answer.raw_all, answer.all);
      found.expect("its predicate", thread, lane_bits(answer.raw_all_predicate), equal);
    }
  }
}

inline void check_shuffles(const lane_input *warp, unsigned thread, const masked_output &answer,
                           unsigned bytes, bool has_intrinsics, findings &found) {
  static const char *const names[] = {"shfl", "shfl_up", "shfl_down", "shfl_xor"};
  const lane_input &mine = warp[thread % lanes];
  const lane_bits here = present(warp, mine.members);
  for (int kind = 0; kind < shuffle_kinds; ++kind) {
    const unsigned source = source_lane(shuffle_kind(kind), thread % lanes, unsigned(mine.argument),
                                        unsigned(mine.width));
    if ((here >> source & 1) == 0)
      continue; // what is read has no meaning
    const bool right = !std::memcmp(answer.shuffled[kind], warp[source].value, bytes);
    found.expect(names[kind], thread, right, 1);
    if (has_intrinsics)
      found.expect("its intrinsic", thread,
                   !std::memcmp(answer.raw_shuffled[kind], answer.shuffled[kind], bytes), 1);
  }
}

inline void check_masked_warp(const std::vector<lane_input> &in,
                              const std::vector<masked_output> &out, unsigned bytes,
                              bool has_intrinsics, findings &found) {
  const lane_bits all_lanes = ~lane_bits(0) >> (64 - lanes);
  for (unsigned thread = 0; thread < in.size(); ++thread) {
    const lane_input *warp = &in[thread / lanes * lanes];
    const lane_input &mine = in[thread];
    const masked_output &answer = out[thread];
    if (mine.members == 0 || mine.exits)
      continue;
    const lane_bits here = present(warp, mine.members);
    lane_bits yes = 0;
    for (unsigned lane = 0; lane < lanes; ++lane)
      if ((here >> lane & 1) != 0 && warp[lane].predicate != 0)
        yes |= lane_bits(1) << lane;
    const lane_bits peers = holders(warp, thread % lanes, here, bytes);
    check_shuffles(warp, thread, answer, bytes, has_intrinsics, found);
    found.expect("ballot", thread, answer.ballot, yes);
    found.expect("any", thread, lane_bits(answer.any), yes != 0);
    found.expect("all", thread, lane_bits(answer.all), yes == here);
    found.expect("match_any", thread, answer.match_any, peers);
    found.expect("match_all", thread, answer.match_all, peers == here ? here : 0);
    found.expect("predicate", thread, lane_bits(answer.match_all_predicate), peers == here);
    found.expect("mask", thread, answer.mask, mine.members);
    found.expect("full", thread, answer.full_mask, all_lanes);
    found.expect("size", thread, answer.size, unsigned(__builtin_popcountll(mine.members)));
    found.expect("lane", thread, answer.lane, thread % lanes);
  }
}

} // namespace probe

#endif // COOPIFY_TEST_MATCH_ORACLE_H
