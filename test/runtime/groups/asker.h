//===- asker.h - Writes the records of one thread --------------------------------===//
#ifndef COOPIFY_TEST_GROUPS_ASKER_H
#define COOPIFY_TEST_GROUPS_ASKER_H

#include "values.h"

// Thousands of questions inlined into one kernel keep a compiler busy for an hour.
#define PROBE_CALL __device__ __noinline__

namespace probe {

/// All threads of a group are at the same question, whose number makes their values.
struct asker {
  const records &to;
  unsigned block, thread, threads; // the caller's block, its number therein, the block's size
  unsigned question;

  __device__ explicit asker(const records &r)
      : to(r), block(blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z)),
        thread(threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z)),
        threads(blockDim.x * blockDim.y * blockDim.z), question(0) {}

  __device__ bool leaves() const { return exits_early(to.exits, to.seed, thread); }

  PROBE_CALL void put(member m, type t, int argument, word answer) {
    const unsigned long at = (unsigned long)(block * threads + thread) * to.capacity + question;
    if (question < to.capacity) {
      to.tags[at] = make_tag(m, t, argument);
      to.words[at] = answer;
    }
    to.counts[block * threads + thread] = ++question;
  }
  __device__ void put(member m, word answer) { put(m, type::none, 0, answer); }
  template <typename T> __device__ void put_value(member m, int argument, const T &answer) {
    put(m, type_of<T>::value, argument, digest(answer));
  }

  /// For threads that are not asked what others are.
  __device__ void skip(unsigned questions) {
    while (questions-- > 0)
      put(member::none, 0);
  }

  PROBE_CALL word draw() const { return random(to.seed, question, thread); }
  template <typename T> __device__ T value() const { return value_of<T>::make(draw()); }
  template <typename T> __device__ T special() const { return special_of<T>::make(draw()); }
  __device__ int predicate(int pattern) const { return predicate_of(pattern, draw(), thread); }
  __device__ unsigned key(int pattern) const { return key_of(pattern, draw(), thread); }
};

/// What threads write to each other: `mine` is the caller's place, the next in rank writes to
/// `next`.
struct mailbox {
  word *places;
  unsigned mine, next;
};

template <typename T, typename U> struct same {
  static constexpr bool value = false;
};
template <typename T> struct same<T, T> {
  static constexpr bool value = true;
};

/// The place of the lane that follows the caller's in a lane mask, cyclically.
__device__ inline unsigned next_of(word mask, unsigned thread) {
  unsigned lane = thread % lanes;
  do
    lane = (lane + 1) % lanes;
  while (!(mask >> lane & 1));
  return thread - thread % lanes + lane;
}

/// The one before, not cyclically.
__device__ inline unsigned previous_of(word mask, unsigned thread) {
  do
    --thread;
  while (!(mask >> thread % lanes & 1));
  return thread;
}

__device__ inline unsigned lowest_of(word mask) {
  unsigned lane = 0;
  while (!(mask >> lane & 1))
    ++lane;
  return lane;
}

} // namespace probe

#endif // COOPIFY_TEST_GROUPS_ASKER_H
