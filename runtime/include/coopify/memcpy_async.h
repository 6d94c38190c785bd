//===- memcpy_async.h - Copies that a group makes together ----------------------===//
//
// CUDA guide 11.6.2; seed 003, 2.5.2; seed 004, 6.2. Hardware that copies in the
// background came with sm_80, where NVIDIA's own header is used; here the
// threads of the group copy at once, and wait is the barrier that the rules
// demand before the data may be read.
//
//===----------------------------------------------------------------------===//
#ifndef COOPIFY_MEMCPY_ASYNC_H
#define COOPIFY_MEMCPY_ASYNC_H

#include "detail/target.h"

#if COOPIFY_HAS_TARGET

#include "detail/group_base.h"

namespace coopify {

/// A number of bytes or elements together with a promise: both pointers are aligned to Alignment
/// bytes, and the bytes to copy are a multiple of it (cuda::aligned_size_t).
template <unsigned long Alignment> struct aligned_size_t {
  static constexpr unsigned long align = Alignment;
  unsigned long value;
  COOPIFY_FN explicit aligned_size_t(unsigned long n) : value(n) {}
  COOPIFY_FN operator unsigned long() const { return value; }
};

namespace detail {

/// Each thread copies every num_threads()-th unit, so that neighbours touch neighbours.
template <typename Unit, typename Group>
COOPIFY_FN void copy_units(const Group &group, void *to, const void *from, unsigned long units) {
  const unsigned long step = group.num_threads();
  for (unsigned long i = group.thread_rank(); i < units; i += step)
    static_cast<Unit *>(to)[i] = static_cast<const Unit *>(from)[i];
}

template <typename Group>
COOPIFY_FN void copy_bytes(const Group &group, void *to, const void *from, unsigned long bytes) {
  const unsigned long all =
      reinterpret_cast<unsigned long>(to) | reinterpret_cast<unsigned long>(from) | bytes;
  if (all % sizeof(unsigned long long) == 0)
    copy_units<unsigned long long>(group, to, from, bytes / sizeof(unsigned long long));
  else if (all % sizeof(unsigned) == 0)
    copy_units<unsigned>(group, to, from, bytes / sizeof(unsigned));
  else
    copy_units<unsigned char>(group, to, from, bytes);
}

} // namespace detail

/// Copies `bytes` bytes. All threads of the group must call it with the same arguments; the copy
/// may be read after wait(group).
template <typename Group, typename T, typename Bytes>
COOPIFY_FN void memcpy_async(const Group &group, T *to, const T *from, const Bytes &bytes) {
  detail::copy_bytes(group, to, from, static_cast<unsigned long>(bytes));
}

/// Copies as many elements of T as the lesser of the two counts says.
template <typename Group, typename T, typename ToCount, typename FromCount>
COOPIFY_FN void memcpy_async(const Group &group, T *to, const ToCount &to_count, const T *from,
                             const FromCount &from_count) {
  const unsigned long n = static_cast<unsigned long>(to_count),
                      m = static_cast<unsigned long>(from_count);
  detail::copy_bytes(group, to, from, (n < m ? n : m) * sizeof(T));
}

/// Waits for all copies / for all but the last Stages copies that the group began. Must be called
/// by all its threads. As every copy is over when memcpy_async returns, both are sync().
template <typename Group> COOPIFY_FN void wait(const Group &group) { group.sync(); }
template <unsigned Stages, typename Group> COOPIFY_FN void wait_prior(const Group &group) {
  group.sync();
}

} // namespace coopify

#endif // COOPIFY_HAS_TARGET

#endif // COOPIFY_MEMCPY_ASYNC_H
