//===- names.h - The questions in words ---------------------------------------------===//
#ifndef COOPIFY_TEST_GROUPS_NAMES_H
#define COOPIFY_TEST_GROUPS_NAMES_H

#include "questions.h"

namespace probe {

inline const char *name(member m) {
  static const char *const names[] = {"none",
                                      "the group's lanes",
                                      "parent",
                                      "num_threads",
                                      "size",
                                      "thread_rank",
                                      "thread_rank(group)",
                                      "group_size(group)",
                                      "meta_group_rank",
                                      "meta_group_size",
                                      "group_index",
                                      "thread_index",
                                      "dim_threads",
                                      "group_dim",
                                      "is_valid",
                                      "block_rank",
                                      "num_blocks",
                                      "block_index",
                                      "dim_blocks",
                                      "shfl",
                                      "shfl_up",
                                      "shfl_down",
                                      "shfl_xor",
                                      "any",
                                      "all",
                                      "ballot",
                                      "match_any",
                                      "match_all",
                                      "match_all's predicate",
                                      "reduce",
                                      "inclusive_scan",
                                      "exclusive_scan",
                                      "inclusive_scan without operator",
                                      "exclusive_scan without operator",
                                      "sync",
                                      "barrier_arrive and barrier_wait",
                                      "memcpy_async",
                                      "invoke_one",
                                      "invoke_one_broadcast",
                                      "num_threads of thread_group",
                                      "size of thread_group",
                                      "thread_rank of thread_group",
                                      "get_type of thread_group",
                                      "sync of thread_group",
                                      "lanemask_eq",
                                      "lanemask_lt",
                                      "lanemask_le",
                                      "lanemask_gt",
                                      "lanemask_ge"};
  static_assert(sizeof(names) / sizeof(names[0]) == unsigned(member::count), "one for each");
  return m < member::count ? names[unsigned(m)] : "an unknown member";
}

inline const char *name(kind k) {
  static const char *const names[] = {
      "no group",         "thread_block",     "grid_group",      "thread_block_tile",
      "this_thread()",    "tile of warps",    "tiled_partition", "coalesced_threads()",
      "binary_partition", "labeled_partition"};
  static_assert(sizeof(names) / sizeof(names[0]) == unsigned(kind::count), "one for each");
  return k < kind::count ? names[unsigned(k)] : "an unknown group";
}

inline const char *name(type t) {
  static const char *const names[] = {
      "",       "bool",     "char",      "unsigned char",      "short",
      "int",    "unsigned", "long long", "unsigned long long", "float",
      "double", "3 bytes",  "12 bytes",  "17 bytes",           "32 bytes",
      "half"};
  static_assert(sizeof(names) / sizeof(names[0]) == unsigned(type::count), "one for each");
  return t < type::count ? names[unsigned(t)] : "an unknown type";
}

/// A group record's type is the kind.
inline const char *type_name(unsigned tag) {
  return member_of(tag) == member::group ? name(kind(type_of_tag(tag))) : name(type_of_tag(tag));
}

} // namespace probe

#endif // COOPIFY_TEST_GROUPS_NAMES_H
