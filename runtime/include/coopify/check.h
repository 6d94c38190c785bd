//===- check.h - Assert what the migration assumed ----------------------------------===//
//
// `coopify --fix=assumed` prints the assumptions that a rewrite rests on
// (docs/reasons.md, "assumed"). Each has a macro here, a statement to be put into
// the function it is about:
//
//   COOPIFY_ASSUME_BLOCK_1D();                block-1d
//   COOPIFY_ASSUME_BLOCK_MULTIPLE_OF_32();    block-multiple-of-32
//   COOPIFY_ASSUME_CONVERGED_CALLERS();       converged-callers
//   COOPIFY_ASSUME_UNIFORM_ARGUMENTS(a, b);   uniform-arguments
//
// With -DCOOPIFY_CHECK=1 one that does not hold prints, from one lane of the warp,
//   reduce.cu:12: coopify: assumption block-1d does not hold: blockDim is (16,16,1)
// and traps. Otherwise they are empty and their arguments are not evaluated.
//
//===----------------------------------------------------------------------===//
#ifndef COOPIFY_CHECK_H
#define COOPIFY_CHECK_H

#include "detail/target.h"

#if COOPIFY_CHECK && COOPIFY_HAS_TARGET

#include "detail/check_failures.h"

/// Blocks have one dimension.
#define COOPIFY_ASSUME_BLOCK_1D() ::coopify::detail::check_block_1d(__FILE__, __LINE__)
/// The x size of a block is a multiple of 32.
#define COOPIFY_ASSUME_BLOCK_MULTIPLE_OF_32()                                                      \
  ::coopify::detail::check_block_multiple_of_32(__FILE__, __LINE__)
/// Whole warps are here. A lane that has left the kernel counts as missing: no GPU can tell it
/// from one that is elsewhere.
#define COOPIFY_ASSUME_CONVERGED_CALLERS()                                                         \
  ::coopify::detail::check_converged_callers(__FILE__, __LINE__)
/// Each argument (trivially copyable, up to 32 bytes) has the same bits in all lanes that are here.
#define COOPIFY_ASSUME_UNIFORM_ARGUMENTS(...)                                                      \
  ::coopify::detail::check_uniform_arguments(__FILE__, __LINE__, 1, __VA_ARGS__)

// masked_warp's constructor tells where it was called.
#define COOPIFY_DETAIL_CALLER_PARAMETERS                                                           \
  , const char *file = __builtin_FILE(), int line = __builtin_LINE()
#define COOPIFY_DETAIL_CHECK_MEMBER(members) detail::check_member(file, line, members)

#else

#define COOPIFY_ASSUME_BLOCK_1D() static_cast<void>(0)
#define COOPIFY_ASSUME_BLOCK_MULTIPLE_OF_32() static_cast<void>(0)
#define COOPIFY_ASSUME_CONVERGED_CALLERS() static_cast<void>(0)
#if COOPIFY_HAS_TARGET
namespace coopify {
namespace detail {
/// Never called: a variable that is only checked shall not be an unused one.
template <typename... T> COOPIFY_FN char used(const T &...) { return 0; }
} // namespace detail
} // namespace coopify
#define COOPIFY_ASSUME_UNIFORM_ARGUMENTS(...)                                                      \
  static_cast<void>(sizeof(::coopify::detail::used(__VA_ARGS__)))
#else
#define COOPIFY_ASSUME_UNIFORM_ARGUMENTS(...) static_cast<void>(0)
#endif

#define COOPIFY_DETAIL_CALLER_PARAMETERS
#define COOPIFY_DETAIL_CHECK_MEMBER(members) static_cast<void>(0)

#endif // COOPIFY_CHECK

#endif // COOPIFY_CHECK_H
