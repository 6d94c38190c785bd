//===- sides.h - How the kernels see into coopify's groups ----------------------------===//
#ifndef COOPIFY_TEST_GROUPS_SIDES_H
#define COOPIFY_TEST_GROUPS_SIDES_H

#define COOPIFY_NO_GLOBAL_LANEMASK
#include "asker.h"

#include <coopify/cooperative_groups.h>
#include <coopify/experimental.h>
#include <coopify/lane_masks.h>

namespace probe {
namespace coopify_side {

constexpr bool is_nvidia = false;

using coopify::lanemask_eq;
using coopify::lanemask_ge;
using coopify::lanemask_gt;
using coopify::lanemask_le;
using coopify::lanemask_lt;

/// The lanes that a group names in its collectives.
template <typename G> __device__ word members(const G &g) {
  return coopify::detail::access::members(g);
}

__device__ inline word num_threads(const coopify::thread_group &g) { return g.num_threads(); }

template <unsigned long N> using aligned_size_t = coopify::aligned_size_t<N>;

// Under its first name, too.
using small_tile_memory = coopify::experimental::block_tile_memory<8, 128>;
__device__ inline coopify::thread_block block_with(small_tile_memory &memory) {
  return coopify::experimental::this_thread_block(memory);
}

} // namespace coopify_side
#if COOPIFY_TARGET_SIMT // tests include the kernels into this namespace
namespace tested {
namespace cg = ::coopify;
namespace side {
using namespace coopify_side;
using half = half_bits;
} // namespace side
} // namespace tested
#endif

} // namespace probe

#endif // COOPIFY_TEST_GROUPS_SIDES_H
