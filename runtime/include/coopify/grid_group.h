//===- grid_group.h - All threads of a launch ------------------------------------===//
//
// CUDA guide 11.4.1.3; seed 003, 2.3.1.2; seed 004, 4.1.2. The queries work
// everywhere. A barrier of the grid needs all its blocks to be resident, which
// only a cooperative launch promises: where the toolkit has a grid barrier it is
// borrowed, the CPU machine has its own, and elsewhere a grid of one block can be
// synchronised and no other.
//
//===----------------------------------------------------------------------===//
#ifndef COOPIFY_GRID_GROUP_H
#define COOPIFY_GRID_GROUP_H

#include "detail/target.h"

#if COOPIFY_HAS_TARGET

#include "detail/group_base.h"

#if COOPIFY_BORROWS_GRID
#include <cooperative_groups.h>
#endif

namespace coopify {
namespace detail {

/// Sizes and ranks of a grid are counted in 64 bits.
using wide = unsigned long long;

#if COOPIFY_BORROWS_GRID
COOPIFY_FN bool can_sync_grid() { return ::cooperative_groups::this_grid().is_valid(); }
COOPIFY_FN void sync_grid() { ::cooperative_groups::this_grid().sync(); }
#else
COOPIFY_FN bool can_sync_grid() {
  const index3 n = lanes::grid_dim();
#if COOPIFY_TARGET_SIMT
  if (lanes::can_sync_grid())
    return true;
#endif
  return wide(n.x) * n.y * n.z == 1;
}
COOPIFY_FN void sync_grid() {
#if COOPIFY_TARGET_SIMT
  if (lanes::can_sync_grid())
    return lanes::grid_sync();
#endif
  if (!can_sync_grid())
    COOPIFY_TRAP(); // no barrier of this target reaches further than the block
  lanes::block_sync();
}
#endif

} // namespace detail

/// All threads of the launched grid.
class grid_group : public thread_group {
public:
  /// Whether sync() may be called: the launch was a cooperative one.
  COOPIFY_FN bool is_valid() const { return detail::can_sync_grid(); }
  /// Waits for all threads of the grid. Stops the kernel where is_valid() is false.
  COOPIFY_FN void sync() const { detail::sync_grid(); }

  /// The caller's number in the grid: block by block, x fastest within each.
  COOPIFY_STATIC_FN unsigned long long thread_rank() {
    return block_rank() * detail::block_size() + detail::block_rank_of_thread();
  }
  COOPIFY_STATIC_FN unsigned long long num_threads() { return num_blocks() * detail::block_size(); }
  COOPIFY_STATIC_FN unsigned long long block_rank() {
    const detail::index3 i = detail::lanes::block_index(), n = detail::lanes::grid_dim();
    return (detail::wide(i.z) * n.y + i.y) * n.x + i.x;
  }
  COOPIFY_STATIC_FN unsigned long long num_blocks() {
    const detail::index3 n = detail::lanes::grid_dim();
    return detail::wide(n.x) * n.y * n.z;
  }
  /// gridDim, blockIdx; the threads' dimensions and the caller's index among them.
  COOPIFY_STATIC_FN dim3 dim_blocks() { return vector(detail::lanes::grid_dim()); }
  COOPIFY_STATIC_FN dim3 block_index() { return vector(detail::lanes::block_index()); }
  COOPIFY_STATIC_FN dim3 dim_threads() {
    const detail::index3 n = detail::lanes::grid_dim(), m = detail::lanes::block_dim();
    return dim3(n.x * m.x, n.y * m.y, n.z * m.z);
  }
  COOPIFY_STATIC_FN dim3 thread_index() {
    const detail::index3 b = detail::lanes::block_index(), m = detail::lanes::block_dim(),
                         t = detail::lanes::thread_index();
    return dim3(b.x * m.x + t.x, b.y * m.y + t.y, b.z * m.z + t.z);
  }
  /// Old names of num_threads() and dim_blocks().
  COOPIFY_STATIC_FN unsigned long long size() { return num_threads(); }
  COOPIFY_STATIC_FN dim3 group_dim() { return dim_blocks(); }

private:
  friend struct detail::access;
  COOPIFY_FN explicit grid_group(const detail::group_state &state) : thread_group(state) {}
  COOPIFY_STATIC_FN dim3 vector(detail::index3 i) { return dim3(i.x, i.y, i.z); }
};

/// The grid of the caller.
COOPIFY_FN grid_group this_grid() {
  return detail::access::make<grid_group>(detail::state_of(detail::group_kind::grid));
}

#if COOPIFY_HAS_MULTI_GRID
using ::cooperative_groups::multi_grid_group;
using ::cooperative_groups::this_multi_grid;
#endif

} // namespace coopify

#endif // COOPIFY_HAS_TARGET

#endif // COOPIFY_GRID_GROUP_H
