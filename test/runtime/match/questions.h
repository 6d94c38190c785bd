//===- questions.h - What every lane is asked about match and masked_warp -----------===//
//
// Kernels (kernels.h) answer; oracle.h says from the inputs of all lanes what
// the answers must be. The kernels run on the CPU machine (machine.cpp) and on a
// GPU (../gpu/match_equivalence.cu).
//
//===----------------------------------------------------------------------===//
#ifndef COOPIFY_TEST_MATCH_QUESTIONS_H
#define COOPIFY_TEST_MATCH_QUESTIONS_H

#ifndef PROBE_LANES
#define PROBE_LANES 32
#endif

namespace probe {

constexpr unsigned lanes = PROBE_LANES;
using lane_bits = unsigned long long;

// Besides the eight types of the intrinsics: less than a word, not whole words, many words.
enum class two_bytes : short {};
struct five_bytes {
  unsigned char byte[5];
};
struct three_words {
  unsigned word[3];
};
struct two_longs {
  unsigned long long word[2];
};
struct eight_words {
  unsigned word[8];
};

#define PROBE_INTRINSIC_TYPES(X)                                                                   \
  X(unsigned) X(int) X(unsigned long) X(long) X(unsigned long long) X(long long) X(float) X(double)
#define PROBE_OTHER_TYPES(X)                                                                       \
  X(bool)                                                                                          \
  X(char) X(two_bytes) X(five_bytes) X(const void *) X(three_words) X(two_longs) X(eight_words)
#define PROBE_TYPES(X) PROBE_INTRINSIC_TYPES(X) PROBE_OTHER_TYPES(X)

struct lane_input {
  lane_bits members;       // 0: the lane makes no call
  unsigned char value[32]; // the first bytes are the key
  int argument;            // of shuffles
  int width;
  int predicate;
  unsigned char exits;  // it leaves the kernel before
  unsigned char branch; // which of several calls in the text it makes
};

/// Results of the header; `raw`: of the intrinsics, for the types that have them.
struct match_output {
  lane_bits any, all, any_in_software, all_in_software, raw_any, raw_all;
  int all_predicate, all_in_software_predicate, raw_all_predicate;
};

enum shuffle_kind { idx, up, down, bfly, shuffle_kinds };

struct masked_output {
  unsigned char shuffled[shuffle_kinds][32], raw_shuffled[shuffle_kinds][32];
  lane_bits ballot, match_any, match_all, mask, full_mask;
  unsigned size, lane;
  int any, all, match_all_predicate;
};

} // namespace probe

#endif // COOPIFY_TEST_MATCH_QUESTIONS_H
