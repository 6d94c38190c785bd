//===- model_values.h - What shuffles, reductions and scans give -------------------===//
//
// PTX ISA shfl, CUDA guide 11.6.3; semantics A.1 and E.
//
//===----------------------------------------------------------------------===//
#ifndef COOPIFY_TEST_GROUPS_MODEL_VALUES_H
#define COOPIFY_TEST_GROUPS_MODEL_VALUES_H

#include "model_groups.h"

#include <type_traits>

namespace probe {

/// `ours`: CUDA leaves it undefined, coopify's documentation does not. `theirs`: the model cannot
/// know, but both headers must say the same.
enum class standing { exact, ours, theirs, undefined };

struct answer {
  word value = 0;
  standing how = standing::exact;
};

inline answer undefined() { return {0, standing::undefined}; }

/// A question as one thread sees it.
struct view {
  const moment &now;
  const model_group &group;
  unsigned thread, rank;

  bool has(unsigned r) const { return r < group.size() && now.is_here(group.threads[r]); }
  bool is_complete() const {
    return std::all_of(group.threads.begin(), group.threads.end(),
                       [&](unsigned t) { return now.is_here(t); });
  }
  template <typename T> answer value_at(unsigned r) const {
    if (!has(r))
      return undefined();
    return {digest(value_of<T>::make(now.draw(group.threads[r])))};
  }
};

/// Tiles: PTX's shfl with the tile's size as the segment.
template <typename T> answer tile_shuffle(const view &v, member m, unsigned argument) {
  const unsigned size = v.group.size(), distance = argument % lanes;
  switch (m) {
  case member::shfl:
    return v.value_at<T>(argument % size);
  case member::shfl_up:
    return v.value_at<T>(distance <= v.rank ? v.rank - distance : v.rank);
  case member::shfl_down:
    return v.value_at<T>(v.rank + distance < size ? v.rank + distance : v.rank);
  default:
    return distance < size ? v.value_at<T>(v.rank ^ distance) : undefined();
  }
}

/// Coalesced groups: by rank; a whole warp is shuffled as a tile (coalesced_group.h documents it,
/// as NVIDIA's header does it).
template <typename T> answer coalesced_shuffle(const view &v, member m, unsigned argument) {
  const unsigned size = v.group.size();
  if (size == lanes)
    return tile_shuffle<T>(v, m, argument);
  switch (m) {
  case member::shfl: {
    answer a = v.value_at<T>(argument < size ? argument : v.rank);
    if (argument >= size)
      a.how = standing::ours;
    return a;
  }
  case member::shfl_up:
    return v.value_at<T>(argument <= v.rank ? v.rank - argument : v.rank);
  default:
    return v.value_at<T>(argument < size - v.rank ? v.rank + argument : v.rank);
  }
}

template <typename T> answer shuffle_answer(const view &v, member m, unsigned argument) {
  if (v.group.is_static_tile())
    return tile_shuffle<T>(v, m, argument);
  if (v.group.made == kind::several_warps)
    return v.value_at<T>(argument);
  return coalesced_shuffle<T>(v, m, argument);
}

/// Integers wrap.
template <typename T> T sum(T a, T b) {
  if constexpr (std::is_integral_v<T>)
    return T(word(a) + word(b));
  else
    return a + b;
}

template <typename T> T combined(op o, bool scan, T a, T b) {
  switch (o) {
  case op::plus:
    return sum(a, b);
  case op::less:
    return b < a ? b : a;
  case op::greater:
    return a < b ? b : a;
  default:
    break;
  }
  if constexpr (std::is_integral_v<T>)
    switch (o) {
    case op::bit_and:
      return T(a & b);
    case op::bit_or:
      return T(a | b);
    case op::bit_xor:
      return T(a ^ b);
    default:
      return scan ? (a & 1 ? a : b) : T(word(a) * word(b));
    }
  return T();
}

/// All threads' values of an operator's question.
template <typename T> std::vector<T> values_of(const view &v, unsigned argument) {
  std::vector<T> values;
  for (unsigned t : v.group.threads)
    values.push_back(argument & with_specials ? special_of<T>::make(v.now.draw(t))
                                              : value_of<T>::make(v.now.draw(t)));
  return values;
}

/// Step d = 1, 2, 4... combines a value with that of d ranks before (scan.h).
template <typename T> std::vector<T> scanned(std::vector<T> values, op o) {
  for (unsigned distance = 1; distance < values.size(); distance *= 2) {
    const std::vector<T> before = values;
    for (unsigned r = distance; r < values.size(); ++r)
      values[r] = combined(o, true, before[r], before[r - distance]);
  }
  return values;
}

/// A butterfly from half the size down to 1 (reduce.h).
template <typename T> std::vector<T> butterflied(std::vector<T> values, op o) {
  for (unsigned distance = unsigned(values.size()) / 2; distance > 0; distance /= 2) {
    const std::vector<T> before = values;
    for (unsigned r = 0; r < values.size(); ++r)
      values[r] = combined(o, false, before[r], before[r ^ distance]);
  }
  return values;
}

/// The values of one warp of a tile of several, or all.
template <typename T> std::vector<T> warp_part(const std::vector<T> &values, unsigned warp) {
  const unsigned first = std::min(warp * lanes, unsigned(values.size()));
  const unsigned last = std::min(first + lanes, unsigned(values.size()));
  return {values.begin() + first, values.begin() + last};
}

/// Of several warps: each alone, then over their results (multi_warp_tile.h).
template <typename T> T tile_reduced(const std::vector<T> &values, unsigned rank, op o) {
  if (values.size() <= lanes)
    return butterflied(values, o)[rank];
  std::vector<T> of_warps;
  for (unsigned w = 0; w < values.size() / lanes; ++w)
    of_warps.push_back(butterflied(warp_part(values, w), o)[0]);
  return butterflied(of_warps, o)[rank / lanes];
}

template <typename T> T warps_before(const std::vector<T> &values, unsigned warp, op o) {
  std::vector<T> of_warps;
  for (unsigned w = 0; w < warp; ++w)
    of_warps.push_back(scanned(warp_part(values, w), o).back());
  return scanned(of_warps, o).back();
}

template <typename T> T inclusive(const std::vector<T> &values, unsigned rank, op o) {
  const T own = scanned(warp_part(values, rank / lanes), o)[rank % lanes];
  return rank < lanes ? own : combined(o, true, own, warps_before(values, rank / lanes, o));
}

template <typename T> T exclusive(const std::vector<T> &values, unsigned rank, op o) {
  if (rank % lanes != 0)
    return inclusive(values, rank - 1, o);
  return rank == 0 ? T() : warps_before(values, rank / lanes, o);
}

template <typename T> T reduced(const view &v, const std::vector<T> &values, op o) {
  if (v.group.is_static_tile() || v.group.made == kind::several_warps || values.size() == lanes)
    return tile_reduced(values, v.rank, o);
  if (o == op::function) { // a scan with the reduction's function
    T result = values[0];
    for (unsigned r = 1; r < values.size(); ++r)
      result = combined(o, false, result, values[r]);
    return result;
  }
  return scanned(values, o).back();
}

template <typename T> answer operator_answer(const view &v, member m, unsigned argument) {
  if (!v.is_complete())
    return undefined();
  const op o = op(argument % with_specials);
  const std::vector<T> values = values_of<T>(v, argument);
  if (m == member::reduce)
    return {digest(reduced(v, values, o))};
  if (m == member::inclusive_scan || m == member::inclusive_sum)
    return {digest(inclusive(values, v.rank, o))};
  return {digest(exclusive(values, v.rank, o))};
}

} // namespace probe

#endif // COOPIFY_TEST_GROUPS_MODEL_VALUES_H
