//===- words.h - Values as 32-bit words ---------------------------------------===//
//
// Hardware shuffles 32 bits. A value of any trivially copyable type of up to 32
// bytes is shuffled word by word (CUDA guide, thread block tile: the same
// bound). The argument is taken by value: bit-fields, volatile objects and
// static constants may be passed, and arrays are pointers (semantics 0.5).
//
//===----------------------------------------------------------------------===//
#ifndef COOPIFY_DETAIL_WORDS_H
#define COOPIFY_DETAIL_WORDS_H

#include "lanes.h"

namespace coopify {
namespace detail {

template <typename T> struct words {
  static_assert(__is_trivially_copyable(T), "only trivially copyable values can be exchanged");
  static_assert(sizeof(T) <= 32, "only values of up to 32 bytes can be exchanged");

  static constexpr unsigned count = (sizeof(T) + 3) / 4;
  unsigned word[count];

  COOPIFY_FN explicit words(const T &value) {
    word[count - 1] = 0; // the part of the last word that the value does not fill
    COOPIFY_MEMCPY(word, &value, sizeof(T));
  }

  COOPIFY_FN T value() const {
    T result;
    COOPIFY_MEMCPY(&result, word, sizeof(T));
    return result;
  }
};

// The four shuffles of lanes.h for any such type; see there for what they read.

template <typename T>
COOPIFY_FN T shuffle(lane_mask members, T value, unsigned source, unsigned width) {
  words<T> all(value);
  for (unsigned i = 0; i < words<T>::count; ++i)
    all.word[i] = lanes::shuffle(members, all.word[i], source, width);
  return all.value();
}

template <typename T>
COOPIFY_FN T shuffle_up(lane_mask members, T value, unsigned delta, unsigned width) {
  words<T> all(value);
  for (unsigned i = 0; i < words<T>::count; ++i)
    all.word[i] = lanes::shuffle_up(members, all.word[i], delta, width);
  return all.value();
}

template <typename T>
COOPIFY_FN T shuffle_down(lane_mask members, T value, unsigned delta, unsigned width) {
  words<T> all(value);
  for (unsigned i = 0; i < words<T>::count; ++i)
    all.word[i] = lanes::shuffle_down(members, all.word[i], delta, width);
  return all.value();
}

template <typename T>
COOPIFY_FN T shuffle_xor(lane_mask members, T value, unsigned bits, unsigned width) {
  words<T> all(value);
  for (unsigned i = 0; i < words<T>::count; ++i)
    all.word[i] = lanes::shuffle_xor(members, all.word[i], bits, width);
  return all.value();
}

} // namespace detail
} // namespace coopify

#endif // COOPIFY_DETAIL_WORDS_H
