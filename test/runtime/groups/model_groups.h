//===- model_groups.h - Which threads a group has, by the guides' words -------------===//
//
// Plain C++; knows neither coopify's nor NVIDIA's code. CUDA guide 11.4 and 11.5.
//
//===----------------------------------------------------------------------===//
#ifndef COOPIFY_TEST_GROUPS_MODEL_GROUPS_H
#define COOPIFY_TEST_GROUPS_MODEL_GROUPS_H

#include "values.h"

#include <algorithm>
#include <set>
#include <vector>

namespace probe {

#if defined(COOPIFY_PRESENT_ONLY) && COOPIFY_PRESENT_ONLY
constexpr bool present_only = true;
#else
constexpr bool present_only = false;
#endif

/// What the host knows of a launch.
struct launch_shape {
  unsigned grid[3], block[3];
  bool can_sync_grid, knows_validity;
  unsigned seed, exits;

  unsigned threads() const { return block[0] * block[1] * block[2]; }
  unsigned blocks() const { return grid[0] * grid[1] * grid[2]; }
};

struct model_group {
  kind made = kind::block;
  std::vector<unsigned> threads; // by rank; some may not exist or have left
  bool tiled = false;            // a tile, or a part of one
  unsigned meta_rank = 0, meta_size = 1;

  unsigned size() const { return unsigned(threads.size()); }
  bool is_static_tile() const { return made == kind::tile || made == kind::lone; }
  bool has(unsigned thread) const { return rank(thread) < size(); }
  unsigned rank(unsigned thread) const {
    return unsigned(std::find(threads.begin(), threads.end(), thread) - threads.begin());
  }
  word mask() const { // of lanes
    word result = 0;
    for (unsigned t : threads)
      result |= word(1) << t % lanes;
    return result;
  }
};

inline std::vector<unsigned> run_of(unsigned first, unsigned count) {
  std::vector<unsigned> result;
  for (unsigned i = 0; i < count; ++i)
    result.push_back(first + i);
  return result;
}

/// The block's threads that are at one question.
struct moment {
  const launch_shape &shape;
  const std::vector<bool> &present;
  unsigned question;

  bool is_here(unsigned thread) const { return thread < present.size() && present[thread]; }
  word draw(unsigned thread) const { return random(shape.seed, question, thread); }
};

inline model_group tile_of(const model_group &parent, unsigned thread, unsigned size) {
  model_group g;
  g.made = kind::tile;
  g.threads = run_of(thread / size * size, size); // never trimmed to the block
  g.tiled = true;
  g.meta_rank = parent.rank(thread) / size;
  g.meta_size = (parent.size() + size - 1) / size;
  return g;
}

/// Runs of the parent's ranks; tiles are cut at aligned lanes, which is the same for whole ones.
inline model_group part_of(const model_group &parent, unsigned thread, unsigned size) {
  if (parent.made != kind::block && parent.size() <= size) {
    model_group same = parent;
    same.made = kind::part;
    return same;
  }
  model_group g;
  g.made = kind::part;
  g.meta_rank = parent.rank(thread) / size;
  g.meta_size = (parent.size() + size - 1) / size;
  g.tiled = parent.tiled || parent.made == kind::block;
  for (unsigned r = g.meta_rank * size; r < std::min(parent.size(), (g.meta_rank + 1) * size); ++r)
    g.threads.push_back(parent.threads[r]);
  return g;
}

inline bool condition_of(const moment &now, int pattern, unsigned thread) {
  return pattern == -3 ? thread % 3 == 0 : predicate_of(pattern, now.draw(thread), thread) != 0;
}

/// Threads that have left are on the side of false, as in NVIDIA's header, or with
/// COOPIFY_PRESENT_ONLY on neither.
inline model_group half_of(const moment &now, const model_group &parent, unsigned thread,
                           int pattern) {
  std::vector<unsigned> sides[2];
  for (unsigned t : parent.threads)
    if (now.is_here(t) || !present_only)
      sides[now.is_here(t) && condition_of(now, pattern, t)].push_back(t);
  const bool mine = condition_of(now, pattern, thread), whole = sides[!mine].empty();
  model_group g;
  g.made = kind::binary;
  g.threads = sides[mine];
  g.meta_rank = whole ? 0 : mine;
  g.meta_size = whole ? 1 : 2;
  return g;
}

/// Parts are numbered by their first threads.
inline model_group label_group_of(const moment &now, const model_group &parent, unsigned thread,
                                  int pattern) {
  const auto key = [&](unsigned t) { return key_of(pattern, now.draw(t), t); };
  model_group g;
  g.made = kind::labeled;
  std::set<unsigned> seen;
  for (unsigned t : parent.threads) {
    if (!now.is_here(t))
      continue;
    if (key(t) == key(thread)) {
      if (g.threads.empty())
        g.meta_rank = unsigned(seen.size());
      g.threads.push_back(t);
    }
    seen.insert(key(t));
  }
  g.meta_size = unsigned(seen.size());
  return g;
}

/// All that may be in coalesced_threads() of the branch.
inline model_group branch_group_of(const moment &now, unsigned thread, int argument) {
  model_group g;
  g.made = kind::coalesced;
  for (unsigned t : run_of(thread / lanes * lanes, lanes))
    if (now.is_here(t) && branch_of(argument / 2, now.shape.seed, t) == argument % 2)
      g.threads.push_back(t);
  return g;
}

inline model_group run_group(kind made, unsigned first, unsigned count) {
  model_group g;
  g.made = made;
  g.threads = run_of(first, count);
  return g;
}

inline model_group several_warps_of(const model_group &parent, unsigned thread, unsigned size) {
  model_group g = tile_of(parent, thread, size);
  g.made = kind::several_warps;
  return g;
}

/// The group that a record of `member::group` tells of.
inline model_group group_of(const moment &now, const model_group &parent, unsigned thread,
                            kind made, int argument) {
  switch (made) {
  case kind::tile:
    return tile_of(parent, thread, argument);
  case kind::lone: {
    model_group g = run_group(kind::lone, thread, 1);
    g.tiled = true;
    return g;
  }
  case kind::several_warps:
    return several_warps_of(parent, thread, argument);
  case kind::part:
    return part_of(parent, thread, argument);
  case kind::coalesced:
    return branch_group_of(now, thread, argument);
  case kind::binary:
    return half_of(now, parent, thread, argument);
  case kind::labeled:
    return label_group_of(now, parent, thread, argument);
  case kind::grid:
    return run_group(kind::grid, 0, 0); // its threads are counted, not listed
  default:
    return run_group(kind::block, 0, now.shape.threads());
  }
}

} // namespace probe

#endif // COOPIFY_TEST_GROUPS_MODEL_GROUPS_H
