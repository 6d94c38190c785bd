//===- thread_block.h - All threads of a block ---------------------------------===//
//
// CUDA guide 11.4.1.1; seed 003, 2.3.1.1; seed 004, 4.1.1.
//
//===----------------------------------------------------------------------===//
#ifndef COOPIFY_THREAD_BLOCK_H
#define COOPIFY_THREAD_BLOCK_H

#include "detail/target.h"

#if COOPIFY_HAS_TARGET

#include "detail/group_base.h"

namespace coopify {

/// All threads of the block that have not exited. Create it once, where all of them are, before any
/// branch, and pass it on by const reference.
class thread_block : public thread_group {
public:
  /// What barrier_arrive() gives and barrier_wait() takes.
  struct arrival_token {};

  /// The block's barrier (__syncthreads), for all its threads.
  COOPIFY_STATIC_FN void sync() { detail::lanes::block_sync(); }
  /// A barrier in two steps. Arriving waits for nobody and releases nobody: the wait is the
  /// barrier, so that every thread that arrives must also wait.
  COOPIFY_FN arrival_token barrier_arrive() const { return {}; }
  COOPIFY_FN void barrier_wait(arrival_token &&) const { sync(); }

  /// The caller's number in the block, x fastest; [0, num_threads()).
  COOPIFY_STATIC_FN unsigned thread_rank() { return detail::block_rank_of_thread(); }
  COOPIFY_STATIC_FN unsigned num_threads() { return detail::block_size(); }
  /// blockIdx, threadIdx, blockDim.
  COOPIFY_STATIC_FN dim3 group_index() { return vector(detail::lanes::block_index()); }
  COOPIFY_STATIC_FN dim3 thread_index() { return vector(detail::lanes::thread_index()); }
  COOPIFY_STATIC_FN dim3 dim_threads() { return vector(detail::lanes::block_dim()); }
  /// Old names of num_threads() and dim_threads().
  COOPIFY_STATIC_FN unsigned size() { return num_threads(); }
  COOPIFY_STATIC_FN dim3 group_dim() { return dim_threads(); }

private:
  friend struct detail::access;
  COOPIFY_FN explicit thread_block(const detail::group_state &state) : thread_group(state) {}
  COOPIFY_FN detail::tile_memory *memory() const { return state_.memory; }
  COOPIFY_STATIC_FN dim3 vector(detail::index3 i) { return dim3(i.x, i.y, i.z); }
};

/// The block of the caller. Must be called by all threads of the block (CUDA guide: creating the
/// handle of an implicit group is collective), although this implementation waits for nobody.
COOPIFY_FN thread_block this_thread_block() {
  return detail::access::make<thread_block>(detail::state_of(detail::group_kind::block));
}

} // namespace coopify

#endif // COOPIFY_HAS_TARGET

#endif // COOPIFY_THREAD_BLOCK_H
