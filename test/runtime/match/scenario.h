//===- scenario.h - Random inputs for the lanes of a warp ------------------------------===//
#ifndef COOPIFY_TEST_MATCH_SCENARIO_H
#define COOPIFY_TEST_MATCH_SCENARIO_H

#include "questions.h"

#include <cstring>
#include <vector>

namespace probe {

class random_numbers {
public:
  explicit random_numbers(unsigned long long seed) : state(seed * 2 + 1) {}
  unsigned below(unsigned bound) {
    state = state * 6364136223846793005ull + 1442695040888963407ull;
    return unsigned(state >> 33) % bound;
  }
  bool once_in(unsigned times) { return below(times) == 0; }

private:
  unsigned long long state;
};

/// A key of up to 32 bytes.
struct key_bytes {
  unsigned word[8];
};

/// Keys that are easily taken for one another: `kind` says how.
inline key_bytes key_of(unsigned kind, unsigned number, const key_bytes &base) {
  key_bytes key = base;
  switch (kind) {
  case 0: // no two words in common
    for (unsigned i = 0; i < 8; ++i)
      key.word[i] += number * 0x9E3779B9u;
    break;
  case 1: // one bit in one word
    key.word[number % 8] ^= 1u << number / 8 % 8;
    break;
  case 2: // zeros and NaNs of both signs, as float and as double
    for (unsigned i = 0; i < 8; ++i) {
      const unsigned special[] = {0, 0x80000000, 0x7fc00000, 0x7ff80000, 0x7fc00001, 0xffc00000};
      key.word[i] = i % 2 == 0 && number >= 6 ? number / 6 : special[number % 6];
    }
    break;
  default: // the same hash (match_algorithms.h) of the first two words
    key.word[0] -= number * 0x9E3779B1u;
    key.word[1] += number;
  }
  return key;
}

inline lane_bits random_lanes(random_numbers &random) {
  lane_bits chosen = 0;
  const unsigned share = 1 + random.below(6);
  for (unsigned lane = 0; lane < lanes; ++lane)
    if (!random.once_in(share + 1))
      chosen |= lane_bits(1) << lane;
  return chosen;
}

/// Which masks the lanes pass: everybody all lanes, some lanes one mask, disjoint masks at the same
/// or at different calls, aligned tiles.
inline void choose_members(lane_input *warp, random_numbers &random) {
  const unsigned shape = random.below(5);
  const unsigned parts = shape == 0 ? 1 : 1 + random.below(3);
  const unsigned tile = 1u << random.below(lanes == 64 ? 7 : 6);
  const lane_bits takes_part = shape == 0 || shape == 4 ? ~lane_bits(0) : random_lanes(random);
  unsigned part[lanes];
  lane_bits members[lanes] = {};
  for (unsigned lane = 0; lane < lanes; ++lane) {
    part[lane] = shape == 4 ? lane / tile : random.below(parts);
    if ((takes_part >> lane & 1) != 0)
      members[part[lane]] |= lane_bits(1) << lane;
  }
  const bool apart = random.once_in(2);
  for (unsigned lane = 0; lane < lanes; ++lane)
    if ((takes_part >> lane & 1) != 0) {
      warp[lane].members = members[part[lane]];
      warp[lane].branch = static_cast<unsigned char>(apart ? part[lane] % 3 : 0);
    }
}

inline void choose_values(lane_input *warp, unsigned bytes, bool is_bool, random_numbers &random) {
  key_bytes base;
  for (unsigned &word : base.word)
    word = random.below(~0u);
  const unsigned kind = random.below(4), keys = 1 + random.below(random.once_in(2) ? 4 : lanes);
  for (unsigned lane = 0; lane < lanes; ++lane) {
    const key_bytes key = key_of(kind, random.below(keys), base);
    std::memcpy(warp[lane].value, &key, bytes);
    if (is_bool)
      warp[lane].value[0] &= 1;
  }
}

/// The members that will take part: those that have not exited.
inline lane_bits present(const lane_input *warp, lane_bits members) {
  for (unsigned lane = 0; lane < lanes; ++lane)
    if (warp[lane].exits)
      members &= ~(lane_bits(1) << lane);
  return members;
}

inline void random_warp(lane_input *warp, unsigned bytes, bool is_bool, random_numbers &random) {
  choose_members(warp, random);
  choose_values(warp, bytes, is_bool, random);
  const bool some_exit = random.once_in(3);
  const int width = 1 << random.below(lanes == 64 ? 7 : 6);
  const int same = int(random.below(3 * lanes)) - int(lanes);
  const bool alike = random.once_in(2);
  const unsigned rarely = 1 + random.below(20);
  for (unsigned lane = 0; lane < lanes; ++lane) {
    warp[lane].exits = some_exit && random.once_in(4);
    warp[lane].width = width;
    warp[lane].argument = alike ? same : int(random.below(4 * lanes)) - int(lanes);
    warp[lane].predicate = random.once_in(rarely) ? 0 : int(random.below(3)) * 0x100;
  }
}

inline std::vector<lane_input> random_warps(unsigned warps, unsigned bytes, bool is_bool,
                                            unsigned long long seed) {
  std::vector<lane_input> all(warps * lanes, lane_input{});
  random_numbers random(seed);
  for (unsigned warp = 0; warp < warps; ++warp)
    random_warp(&all[warp * lanes], bytes, is_bool, random);
  return all;
}

} // namespace probe

#endif // COOPIFY_TEST_MATCH_SCENARIO_H
