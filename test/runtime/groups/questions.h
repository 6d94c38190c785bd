//===- questions.h - What is asked of every group, and how answers are written ---===//
//
// The kernels of kernels.inc ask each member of each group and write one record
// for each thread and question: a tag (which member, type and argument) and a
// word (the answer). oracle.h says from the tags alone what the words must be.
// The kernels are compiled for coopify's groups and for NVIDIA's; the oracle is
// plain C++ that knows neither.
//
//===----------------------------------------------------------------------===//
#ifndef COOPIFY_TEST_GROUPS_QUESTIONS_H
#define COOPIFY_TEST_GROUPS_QUESTIONS_H

#if defined(__CUDACC__) || defined(__CUDA__)
#define PROBE_BOTH __host__ __device__
#else
#define PROBE_BOTH
#endif
// Internal linkage: the CPU machine instruments the kernels' copy, and the harness has its own.
#define PROBE_FN PROBE_BOTH static inline

// In front of loops: unrolled, the kernels keep nvcc busy for an hour.
#if defined(__CUDA_ARCH__) && !defined(__clang__)
#define PROBE_LOOP _Pragma("unroll 1")
#else
#define PROBE_LOOP
#endif

#ifndef PROBE_LANES
#define PROBE_LANES 32
#endif

namespace probe {

using word = unsigned long long;
constexpr unsigned lanes = PROBE_LANES;

/// Where a launch writes its records, and what it must know. `capacity` records for each thread.
struct records {
  unsigned *tags;
  word *words;
  unsigned *counts;
  unsigned char *bytes; // for memory that blocks share
  unsigned capacity;
  unsigned seed;
  unsigned exits; // which threads return at once (values.h: exits_early)
};

/// What a record answers. `group` and `parent` are not members: they tell the oracle which group
/// the following questions are about (`parent`: the one of before is what the next is cut from).
enum class member : unsigned {
  none,
  group,
  parent,
  num_threads,
  size,
  thread_rank,
  free_thread_rank,
  free_group_size,
  meta_group_rank,
  meta_group_size,
  group_index,
  thread_index,
  dim_threads,
  group_dim,
  is_valid,
  block_rank,
  num_blocks,
  block_index,
  dim_blocks,
  shfl,
  shfl_up,
  shfl_down,
  shfl_xor,
  any,
  all,
  ballot,
  match_any,
  match_all,
  match_all_predicate,
  reduce,
  inclusive_scan,
  exclusive_scan,
  inclusive_sum,
  exclusive_sum,
  sync,
  barrier_arrive_wait,
  memcpy_async,
  invoke_one,
  invoke_one_broadcast,
  generic_num_threads,
  generic_size,
  generic_thread_rank,
  generic_get_type,
  generic_sync,
  lanemask_eq,
  lanemask_lt,
  lanemask_le,
  lanemask_gt,
  lanemask_ge,
  count
};

/// How a group was made; the argument of its record is a size, a pattern or a branch.
enum class kind : unsigned {
  none,
  block,         // this_thread_block()
  grid,          // this_grid()
  tile,          // tiled_partition<argument>(parent)
  lone,          // this_thread()
  several_warps, // tiled_partition<argument>, of more than a warp
  part,          // tiled_partition(parent, argument)
  coalesced,     // coalesced_threads() in branch `argument` of values.h: branch_of
  binary,        // binary_partition(parent, predicate of pattern `argument`)
  labeled,       // labeled_partition(parent, key of pattern `argument`)
  count
};

// Types of values, none of which has padding.
struct bytes3 {
  unsigned char b[3];
};
struct bytes12 {
  unsigned b[3];
};
struct bytes17 {
  unsigned char b[17];
};
struct bytes32 {
  word b[4];
};
struct half_bits { // stands for __half where the compiler has none
  unsigned short b;
};

enum class type : unsigned {
  none,
  boolean,
  character,
  unsigned_char,
  short_int,
  int_,
  unsigned_int,
  long_long,
  unsigned_long_long,
  float_,
  double_,
  struct3,
  struct12,
  struct17,
  struct32,
  half,
  count
};

template <typename T> struct type_of;
#define PROBE_TYPE(T, id)                                                                          \
  template <> struct type_of<T> {                                                                  \
    static constexpr type value = type::id;                                                        \
  };
PROBE_TYPE(bool, boolean)
PROBE_TYPE(char, character)
PROBE_TYPE(unsigned char, unsigned_char)
PROBE_TYPE(short, short_int)
PROBE_TYPE(int, int_)
PROBE_TYPE(unsigned, unsigned_int)
PROBE_TYPE(long long, long_long)
PROBE_TYPE(unsigned long long, unsigned_long_long)
PROBE_TYPE(float, float_)
PROBE_TYPE(double, double_)
PROBE_TYPE(bytes3, struct3)
PROBE_TYPE(bytes12, struct12)
PROBE_TYPE(bytes17, struct17)
PROBE_TYPE(bytes32, struct32)
PROBE_TYPE(half_bits, half)

/// Operators of reduce and the scans; with_specials lies above them in the argument.
enum class op : unsigned { plus, less, greater, bit_and, bit_or, bit_xor, function, count };
constexpr unsigned with_specials = 16; // values with NaN, +0 and -0 (less and greater of floats)

PROBE_FN unsigned make_tag(member m, type t, int argument) {
  return unsigned(m) << 24 | unsigned(t) << 16 | (unsigned(argument) & 0xffff);
}
PROBE_FN member member_of(unsigned tag) { return member(tag >> 24); }
PROBE_FN type type_of_tag(unsigned tag) { return type(tag >> 16 & 0xff); }
PROBE_FN int argument_of(unsigned tag) { return int(short(tag & 0xffff)); }

/// The arguments of the shuffles for a group of `size` threads.
constexpr unsigned argument_count = 18;
PROBE_FN int argument(unsigned i, unsigned size) {
  const int fixed[] = {-1, 0, 1, 2, 3, 15, 16, 17, 31, 32, 33, 63, 64, 65, -2};
  const int n = int(sizeof(fixed) / sizeof(fixed[0]));
  return int(i) < n ? fixed[i] : int(size) - 1 + (int(i) - n);
}

/// Three numbers in one word.
PROBE_FN word packed(unsigned x, unsigned y, unsigned z) {
  return word(x) | word(y) << 24 | word(z) << 48;
}

} // namespace probe

#endif // COOPIFY_TEST_GROUPS_QUESTIONS_H
