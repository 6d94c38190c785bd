//===- kernels.h - The kernels that answer questions.h ------------------------------===//
#ifndef COOPIFY_TEST_MATCH_KERNELS_H
#define COOPIFY_TEST_MATCH_KERNELS_H

#include <coopify/masked_warp.h>
#include <coopify/match.h>

#include "questions.h"

namespace probe {

/// The intrinsics, where the type has them.
template <typename T> struct raw {
  static __device__ void match(coopify::lane_mask, T, match_output &) {}
  static __device__ void shuffle(coopify::lane_mask, T, const lane_input &, masked_output &) {}
};

#define PROBE_RAW(T)                                                                               \
  template <> struct raw<T> {                                                                      \
    static __device__ void match(coopify::lane_mask members, T value, match_output &out) {         \
      out.raw_any = __match_any_sync(members, value);                                              \
      out.raw_all = __match_all_sync(members, value, &out.raw_all_predicate);                      \
    }                                                                                              \
    static __device__ void shuffle(coopify::lane_mask members, T value, const lane_input &in,      \
                                   masked_output &out) {                                           \
      const int by = in.argument, width = in.width;                                                \
      const T results[] = {__shfl_sync(members, value, by, width),                                 \
                           __shfl_up_sync(members, value, unsigned(by), width),                    \
                           __shfl_down_sync(members, value, unsigned(by), width),                  \
                           __shfl_xor_sync(members, value, by, width)};                            \
      for (int kind = 0; kind < shuffle_kinds; ++kind)                                             \
        COOPIFY_MEMCPY(out.raw_shuffled[kind], &results[kind], sizeof(T));                         \
    }                                                                                              \
  };
PROBE_INTRINSIC_TYPES(PROBE_RAW)
#undef PROBE_RAW

template <typename T> __device__ T value_of(const lane_input &in) {
  T value;
  COOPIFY_MEMCPY(&value, in.value, sizeof(T));
  return value;
}

template <typename T> __device__ void ask_match(const lane_input &in, match_output &out) {
  const coopify::lane_mask members = coopify::lane_mask(in.members);
  const T value = value_of<T>(in);
  out.any = coopify::match_any_sync(members, value);
  out.all = coopify::match_all_sync(members, value, &out.all_predicate);
  const coopify::detail::words<T> key(value);
  out.any_in_software = coopify::detail::match_any_in_software(members, key.word);
  out.all_in_software =
      coopify::detail::match_all_in_software(members, key.word, &out.all_in_software_predicate);
  raw<T>::match(members, value, out);
}

template <typename T> __device__ void ask_masked_warp(const lane_input &in, masked_output &out) {
  const coopify::masked_warp warp(coopify::lane_mask(in.members));
  const T value = value_of<T>(in);
  const unsigned by = unsigned(in.argument);
  const T results[] = {warp.shfl(value, in.argument, in.width), warp.shfl_up(value, by, in.width),
                       warp.shfl_down(value, by, in.width),
                       warp.shfl_xor(value, in.argument, in.width)};
  for (int kind = 0; kind < shuffle_kinds; ++kind)
    COOPIFY_MEMCPY(out.shuffled[kind], &results[kind], sizeof(T));
  out.ballot = warp.ballot(in.predicate);
  out.any = warp.any(in.predicate);
  out.all = warp.all(in.predicate);
  // Those who decide alike stay together: no answer that the oracle has, if not.
  coopify::masked_warp side = warp;
  const bool taken = side.split(in.predicate != 0);
  const coopify::lane_mask expected = taken ? out.ballot : warp.mask() & ~out.ballot;
  if (taken != (in.predicate != 0) || side.mask() != expected)
    out.any = -1;
  out.match_any = warp.match_any(value);
  out.match_all = warp.match_all(value, out.match_all_predicate);
  out.mask = warp.mask();
  out.full_mask = coopify::masked_warp::full().mask();
  out.size = warp.size();
  out.lane = warp.lane();
  warp.sync();
  raw<T>::shuffle(coopify::lane_mask(in.members), value, in, out);
}

/// Each branch is a call of its own, so that lanes with different masks can be in different places.
#define PROBE_KERNEL(name, ask, output)                                                            \
  template <typename T> __global__ void name(const lane_input *in, output *out) {                  \
    const unsigned thread = blockIdx.x * blockDim.x + threadIdx.x;                                 \
    const lane_input &mine = in[thread];                                                           \
    if (mine.exits)                                                                                \
      return;                                                                                      \
    if (mine.members != 0 && mine.branch == 0)                                                     \
      ask<T>(mine, out[thread]);                                                                   \
    else if (mine.members != 0 && mine.branch == 1)                                                \
      ask<T>(mine, out[thread]);                                                                   \
    else if (mine.members != 0)                                                                    \
      ask<T>(mine, out[thread]);                                                                   \
  }
PROBE_KERNEL(match_kernel, ask_match, match_output)
PROBE_KERNEL(masked_kernel, ask_masked_warp, masked_output)
#undef PROBE_KERNEL

#define PROBE_INSTANTIATE(T)                                                                       \
  template __global__ void match_kernel<T>(const lane_input *, match_output *);                    \
  template __global__ void masked_kernel<T>(const lane_input *, masked_output *);

} // namespace probe

#endif // COOPIFY_TEST_MATCH_KERNELS_H
