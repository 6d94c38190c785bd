//===- match.h - match_any_sync and match_all_sync on every GPU --------------------===//
//
// CUDA's __match_any_sync and __match_all_sync (guide 10.20; PTX ISA match.sync)
// also where the instruction is missing: below sm_70, on 64 lanes, on the CPU.
// The names are not CUDA's because toolkits declare those for all architectures.
//
//===----------------------------------------------------------------------===//
#ifndef COOPIFY_MATCH_H
#define COOPIFY_MATCH_H

#include "detail/target.h"

#if COOPIFY_HAS_TARGET

#include "detail/match_hardware.h"
#include "detail/words.h"

namespace coopify {
namespace detail {

template <typename T> COOPIFY_FN lane_mask match_any(lane_mask members, T value) {
#if COOPIFY_HARDWARE_MATCH
  return match_any_in_hardware(members, words<T>(value).word);
#else
  return match_any_in_software(members, words<T>(value).word);
#endif
}

template <typename T> COOPIFY_FN lane_mask match_all(lane_mask members, T value, int *predicate) {
#if COOPIFY_HARDWARE_MATCH
  return match_all_in_hardware(members, words<T>(value).word, predicate);
#else
  return match_all_in_software(members, words<T>(value).word, predicate);
#endif
}

} // namespace detail

/// match_any_sync(members, value): the lanes of `members` whose value has the same bits as the
/// caller's.
/// match_all_sync(members, value, &predicate): `members` and 1 if all their values have the same
/// bits, else 0 and 0.
///
/// Preconditions: the caller is one of `members`, and on sm_70 and later all of them that have not
/// exited make the call. Below, the members that are here together take part. Callers with
/// disjoint masks may be anywhere. The results are valid in every caller; lanes that have exited
/// are not in them. Neither orders accesses to memory.
///
/// Bits decide, as in the instruction: NaNs of one payload are equal, 0.0f and -0.0f are not. The
/// eight overloads are those of the intrinsics.
#define COOPIFY_DETAIL_MATCH(type)                                                                 \
  COOPIFY_FN lane_mask match_any_sync(lane_mask members, type value) {                             \
    return detail::match_any(members, value);                                                      \
  }                                                                                                \
  COOPIFY_FN lane_mask match_all_sync(lane_mask members, type value, int *predicate) {             \
    return detail::match_all(members, value, predicate);                                           \
  }
COOPIFY_DETAIL_MATCH(unsigned)
COOPIFY_DETAIL_MATCH(int)
COOPIFY_DETAIL_MATCH(unsigned long)
COOPIFY_DETAIL_MATCH(long)
COOPIFY_DETAIL_MATCH(unsigned long long)
COOPIFY_DETAIL_MATCH(long long)
COOPIFY_DETAIL_MATCH(float)
COOPIFY_DETAIL_MATCH(double)
#undef COOPIFY_DETAIL_MATCH

/// The same for pointers, enumerations, structs and all other trivially copyable types of up to 32
/// bytes. Padding counts: a struct that has some should be cleared before it is filled.
template <typename T> COOPIFY_FN lane_mask match_any_sync(lane_mask members, T value) {
  return detail::match_any(members, value);
}
template <typename T>
COOPIFY_FN lane_mask match_all_sync(lane_mask members, T value, int *predicate) {
  return detail::match_all(members, value, predicate);
}

} // namespace coopify

#endif // COOPIFY_HAS_TARGET

#endif // COOPIFY_MATCH_H
