//===- invoke.h - One thread of a group runs a function --------------------------===//
//
// CUDA guide 11.6.4 (invoke_one, invoke_one_broadcast, CUDA 12.1).
//
//===----------------------------------------------------------------------===//
#ifndef COOPIFY_INVOKE_H
#define COOPIFY_INVOKE_H

#include "detail/target.h"

#if COOPIFY_HAS_TARGET

#include "coalesced_group.h"
#include "thread_block_tile.h"

namespace coopify {
namespace detail {

/// Not defined: its type is that of the value which a function returns, also by reference.
template <typename T> __device__ T copied(const T &value);

} // namespace detail

/// One thread of the group calls function(arguments...); here it is the one of rank 0, in CUDA it
/// may be any. Must be called by all threads of the group.
template <typename Group, typename Function, typename... Arguments>
COOPIFY_FN void invoke_one(const Group &group, Function &&function, Arguments &&...arguments) {
  if (group.thread_rank() == 0)
    static_cast<Function &&>(function)(static_cast<Arguments &&>(arguments)...);
}

/// The same, and every thread gets the result. The group must lie in one warp.
template <typename Group, typename Function, typename... Arguments>
COOPIFY_FN auto invoke_one_broadcast(const Group &group, Function &&function,
                                     Arguments &&...arguments) {
  using result_t = decltype(detail::copied(
      static_cast<Function &&>(function)(static_cast<Arguments &&>(arguments)...)));
  // Initialised, although only rank 0's value is read: clang -O2 would take an undefined variable
  // of the others as leave to let all threads run the function (semantics G.6).
  result_t result = result_t();
  if (group.thread_rank() == 0)
    result = static_cast<Function &&>(function)(static_cast<Arguments &&>(arguments)...);
  return group.shfl(result, 0);
}

} // namespace coopify

#endif // COOPIFY_HAS_TARGET

#endif // COOPIFY_INVOKE_H
