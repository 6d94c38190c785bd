// The ways to match-any that match_bench.cu compares. All but the last two are written here, for
// comparison only: the runtime's own are in coopify/detail/match_algorithms.h and match_hardware.h.
#ifndef MATCH_RIVALS_H
#define MATCH_RIVALS_H

#include <coopify/match.h>

namespace rivals {

/// The instruction.
struct hardware {
  static const char *name() { return "hardware"; }
  template <typename Key> static __device__ unsigned match(unsigned members, Key key) {
    return __match_any_sync(members, key);
  }
};

/// The idea of seed 001: every lane's key is broadcast, and a vote tells who has it.
struct seed_loop {
  static const char *name() { return "seed-loop"; }
  template <typename Key> static __device__ unsigned match(unsigned members, Key key) {
    unsigned peers = 0;
#pragma unroll
    for (unsigned lane = 0; lane < 32; ++lane) {
      const Key theirs = __shfl_sync(members, key, int(lane));
      const unsigned holders = __ballot_sync(members, theirs == key);
      if (lane == threadIdx.x % 32)
        peers = holders;
    }
    return peers;
  }
};

/// One round for each distinct key, to the end.
struct peel {
  static const char *name() { return "peel"; }
  template <typename Key> static __device__ unsigned match(unsigned members, Key key) {
    unsigned peers = 0;
    for (unsigned rest = __ballot_sync(members, 1); rest != 0;) {
      const Key leaders = __shfl_sync(members, key, __ffs(int(rest)) - 1);
      const unsigned holders = __ballot_sync(members, leaders == key);
      peers = leaders == key ? holders : peers;
      rest &= ~holders;
    }
    return peers;
  }
};

/// One vote for each bit of the key, no shuffle.
struct bit_slices {
  static const char *name() { return "bit-slices"; }
  template <typename Key> static __device__ unsigned match(unsigned members, Key key) {
    unsigned peers = __ballot_sync(members, 1);
#pragma unroll
    for (unsigned bit = 0; bit < 8 * sizeof(Key); ++bit) {
      const bool mine = (key >> bit & 1) != 0;
      const unsigned set = __ballot_sync(members, mine);
      peers &= mine ? set : ~set;
    }
    return peers;
  }
};

/// The runtime's fallback, as it is where the instruction is missing.
struct fallback {
  static const char *name() { return "fallback"; }
  template <typename Key> static __device__ unsigned match(unsigned members, Key key) {
    return coopify::detail::match_any_in_software(members, coopify::detail::words<Key>(key).word);
  }
};

/// What the runtime does on this GPU.
struct runtime {
  static const char *name() { return "runtime"; }
  template <typename Key> static __device__ unsigned match(unsigned members, Key key) {
    return coopify::match_any_sync(members, key);
  }
};

} // namespace rivals

#endif // MATCH_RIVALS_H
