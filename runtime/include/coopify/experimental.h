//===- experimental.h - Tiles of several warps under their first name -------------===//
//
// CUDA 11 had them in cooperative_groups::experimental, with one template
// parameter more (seed 004, 4.2.1.3); CUDA 12 took that away.
//
//===----------------------------------------------------------------------===//
#ifndef COOPIFY_EXPERIMENTAL_H
#define COOPIFY_EXPERIMENTAL_H

#include "cooperative_groups.h"

#if COOPIFY_HAS_TARGET && !COOPIFY_TARGET_MACA
namespace coopify {
namespace experimental {

/// TileCommunicationSize bounded how much a collective exchanges at once; it has no meaning now.
template <unsigned TileCommunicationSize = 8, unsigned MaxBlockSize = 1024>
struct block_tile_memory : ::coopify::block_tile_memory<MaxBlockSize> {};

/// See coopify::this_thread_block(memory).
template <unsigned TileCommunicationSize, unsigned MaxBlockSize>
COOPIFY_FN thread_block
this_thread_block(block_tile_memory<TileCommunicationSize, MaxBlockSize> &memory) {
  return ::coopify::this_thread_block(
      static_cast<::coopify::block_tile_memory<MaxBlockSize> &>(memory));
}

using ::coopify::tiled_partition;

} // namespace experimental
} // namespace coopify
#endif

#endif // COOPIFY_EXPERIMENTAL_H
