// CUDA 11 had tiles of several warps in a namespace of their own, which CUDA 12 took away: what is
// named there is found, and told of (deprecated-group-api).
#include_next <cooperative_groups.h>
#if defined(__CUDA__) && defined(__cplusplus) && CUDART_VERSION >= 13000 &&                        \
    !defined(COOPIFY_EXPERIMENTAL_GROUPS)
#define COOPIFY_EXPERIMENTAL_GROUPS
namespace cooperative_groups {
namespace experimental {
struct __coopify_removed;
template <unsigned int TileCommunicationSize = 8, unsigned int MaxBlockSize = 1024>
struct block_tile_memory {
  char scratch[MaxBlockSize / 32 * TileCommunicationSize];
};
template <unsigned int TileCommunicationSize, unsigned int MaxBlockSize>
__device__ thread_block
this_thread_block(block_tile_memory<TileCommunicationSize, MaxBlockSize> &);
template <unsigned int Size, typename ParentT>
__device__ thread_block_tile<Size, ParentT> tiled_partition(const ParentT &);
} // namespace experimental
} // namespace cooperative_groups
#endif
