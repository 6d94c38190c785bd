//===- values.h - The inputs of the questions --------------------------------------===//
//
// A pure function of seed, question and thread, so that the oracle knows what
// every thread brought along.
//
//===----------------------------------------------------------------------===//
#ifndef COOPIFY_TEST_GROUPS_VALUES_H
#define COOPIFY_TEST_GROUPS_VALUES_H

#include "questions.h"

namespace probe {

PROBE_FN word mixed(word x) {
  x = (x ^ (x >> 33)) * 0xff51afd7ed558ccdull;
  x = (x ^ (x >> 29)) * 0xc4ceb9fe1a85ec53ull;
  return x ^ (x >> 32);
}
PROBE_FN word random(unsigned seed, unsigned question, unsigned thread) {
  return mixed(mixed(mixed(seed + 1) + question) + thread);
}

/// A real number whose sums are inexact, made of an integer and a power of two so that host and
/// device agree.
template <typename T> PROBE_BOTH static T real(word r) {
  const T scale = T(1) / T(1u << (r >> 40 & 15)) * T(1u << (r >> 44 & 7));
  return (T(int(r & 0xffffff)) - T(8388608)) * scale;
}

template <typename T> struct value_of {
  PROBE_BOTH static T make(word r) {
    T value;
    unsigned char *bytes = reinterpret_cast<unsigned char *>(&value);
    PROBE_LOOP
    for (unsigned i = 0; i < sizeof(T); ++i)
      bytes[i] = (unsigned char)(mixed(r + i / 8) >> i % 8 * 8);
    return value;
  }
};
template <> struct value_of<bool> {
  PROBE_BOTH static bool make(word r) { return r & 1; }
};
template <> struct value_of<float> {
  PROBE_BOTH static float make(word r) { return real<float>(r); }
};
template <> struct value_of<double> {
  PROBE_BOTH static double make(word r) { return real<double>(r); }
};

/// Values of which many are NaN, +0 or -0, to see which operand an operator keeps.
template <typename T> struct special_of {
  PROBE_BOTH static T make(word r) { return value_of<T>::make(r); }
};
template <> struct special_of<float> {
  PROBE_BOTH static float make(word r) {
    const unsigned bits[] = {0x00000000, 0x80000000, 0x7fc00000,
                             0x7fc12345, 0x3f800000, 0xbf800000};
    float value;
    const unsigned chosen = bits[r % 6];
    for (unsigned i = 0; i < 4; ++i)
      reinterpret_cast<unsigned char *>(&value)[i] = (unsigned char)(chosen >> 8 * i);
    return value;
  }
};
template <> struct special_of<double> {
  PROBE_BOTH static double make(word r) {
    const word bits[] = {0, 1ull << 63, 0x7ff8000000000000ull, 0x7ff8000000012345ull,
                         0x3ff0000000000000ull};
    double value;
    const word chosen = bits[r % 5];
    for (unsigned i = 0; i < 8; ++i)
      reinterpret_cast<unsigned char *>(&value)[i] = (unsigned char)(chosen >> 8 * i);
    return value;
  }
};

/// The answer's bits: all of them up to eight bytes, mixed above.
template <typename T> PROBE_BOTH static word digest(const T &value) {
  const unsigned char *bytes = reinterpret_cast<const unsigned char *>(&value);
  word result = 0;
  PROBE_LOOP
  for (unsigned i = 0; i < sizeof(T); ++i)
    result = sizeof(T) <= 8 ? result | word(bytes[i]) << 8 * i : mixed(result + bytes[i] + 1);
  return result;
}

/// Predicates of votes and of binary_partition. Any int that is not 0 is true.
constexpr int pattern_count = 6;
PROBE_FN int predicate_of(int pattern, word r, unsigned thread) {
  const int ints[] = {0, 2, -1, 0, 256, int(0x80000000u), 0, 1};
  switch (pattern) {
  case 0:
    return 0;
  case 1:
    return 1;
  case 2:
    return int(r >> 7 & 1);
  case 3:
    return thread % 7 == 3;
  case 4:
    return ints[r & 7];
  default:
    return thread % 11 != 4;
  }
}

/// Keys of matches and labels: all equal, few, some, all different, half and half.
constexpr int key_count = 5;
PROBE_FN unsigned key_of(int pattern, word r, unsigned thread) {
  switch (pattern) {
  case 0:
    return 5;
  case 1:
    return unsigned(r % 3);
  case 2:
    return unsigned(r % 16);
  case 3:
    return thread;
  default:
    return thread / 2 % 2;
  }
}

/// The key as a value of a type: different keys have different bits, in the upper word of a wide
/// type only. Floats are NaN, +0, -0 and ordinary numbers.
template <typename T> struct match_value {
  PROBE_BOTH static T make(unsigned key) {
    return sizeof(T) == 8 ? T((word(key) << 35) + 7) : T(key * 3 + 1);
  }
};
template <> struct match_value<float> {
  PROBE_BOTH static float make(unsigned key) {
    return key < 6 ? special_of<float>::make(key) : key;
  }
};
template <> struct match_value<double> {
  PROBE_BOTH static double make(unsigned key) {
    return key < 5 ? special_of<double>::make(key) : key;
  }
};

/// Whether a thread leaves the kernel before anything is asked. Never the first of the block.
PROBE_FN bool exits_early(unsigned exits, unsigned seed, unsigned thread) {
  switch (exits) {
  case 0:
    return false;
  case 1:
    return mixed(seed * 77 + thread) % 5 == 1 && thread != 0;
  case 2:
    return thread % lanes == 3;
  default:
    return thread % lanes >= lanes / 2;
  }
}

/// The branch in which a thread calls coalesced_threads(), 0 or 1.
constexpr int trial_count = 8;
PROBE_FN int branch_of(int trial, unsigned seed, unsigned thread) {
  const unsigned lane = thread % lanes;
  switch (trial) {
  case 0:
    return 0;
  case 1:
    return lane % 2;
  case 2:
    return lane == (seed + 5) % lanes;
  case 3:
    return lane >= lanes / 2;
  case 4:
    return lane < lanes - 1;
  default:
    return int(random(seed, 1000 + trial, thread) % (trial - 3) == 0);
  }
}

// --- copies ---------------------------------------------------------------------

constexpr unsigned copy_room = 256; // bytes of a group's destination
constexpr unsigned char copy_guard = 0xee;

enum class copy_form {
  bytes,
  untyped,
  ints,
  aligned4,
  aligned8,
  aligned16,
  chars_counted,
  ints_counted,
  structs_counted,
  wide_counted
};

/// Copies `bytes` bytes between the offsets `to` and `from` of memory aligned to 16.
struct copy_case {
  copy_form form;
  unsigned bytes, to, from;

  PROBE_BOTH unsigned unit() const {
    return form == copy_form::ints_counted      ? 4
           : form == copy_form::structs_counted ? 12
           : form == copy_form::wide_counted    ? 8
                                                : 1;
  }
};

PROBE_FN unsigned char source_byte(unsigned seed, unsigned i) {
  return (unsigned char)(random(seed, 99, i));
}

#define PROBE_COPIES                                                                               \
  {copy_form::bytes, 8, 4, 0}, {copy_form::bytes, 0, 0, 0}, {copy_form::bytes, 1, 5, 9},           \
      {copy_form::bytes, 7, 2, 0}, {copy_form::bytes, 3, 1, 1}, {copy_form::bytes, 16, 0, 0},      \
      {copy_form::bytes, 17, 3, 3}, {copy_form::bytes, 100, 4, 8}, {copy_form::bytes, 99, 7, 10},  \
      {copy_form::bytes, 33, 8, 0}, {copy_form::bytes, 100, 6, 4}, {copy_form::bytes, 101, 7, 5},  \
      {copy_form::bytes, 65, 3, 1}, {copy_form::untyped, 64, 16, 32},                              \
      {copy_form::untyped, 31, 1, 2}, {copy_form::untyped, 45, 9, 25}, {copy_form::ints, 4, 4, 8}, \
      {copy_form::ints, 64, 12, 0}, {copy_form::ints, 200, 16, 16},                                \
      {copy_form::aligned4, 20, 4, 4}, {copy_form::aligned8, 40, 24, 8},                           \
      {copy_form::aligned16, 96, 32, 16}, {copy_form::chars_counted, 37, 3, 11},                   \
      {copy_form::chars_counted, 2, 1, 0}, {copy_form::ints_counted, 60, 20, 4},                   \
      {copy_form::ints_counted, 61, 0, 12}, {copy_form::structs_counted, 48, 8, 4},                \
      {copy_form::structs_counted, 12, 0, 8}, {copy_form::wide_counted, 72, 8, 8}

PROBE_FN unsigned copy_case_count() {
  const copy_case all[] = {PROBE_COPIES};
  return sizeof(all) / sizeof(all[0]);
}
PROBE_FN copy_case copy_case_at(unsigned i) {
  const copy_case all[] = {PROBE_COPIES};
  return all[i];
}

/// Two more ask of wait_prior.
PROBE_FN unsigned copy_question_count() { return copy_case_count() + 2; }

/// NVIDIA's header (13.0, details/async.h) copies as shorts where the pointers differ by 2 modulo
/// 4: at an odd address this faults, and of an odd number it leaves out the last byte.
PROBE_FN bool nvidia_cannot(const copy_case &c) {
  const bool one_by_one = c.form == copy_form::bytes || c.form == copy_form::untyped ||
                          c.form == copy_form::chars_counted;
  return one_by_one && (c.to ^ c.from) % 4 == 2 && (c.to % 2 || c.bytes % 2);
}

} // namespace probe

#endif // COOPIFY_TEST_GROUPS_VALUES_H
