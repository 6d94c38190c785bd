// The collectives that coopify writes, for comparing what they assemble to: through coopify, or,
// with -DVENDOR, through NVIDIA's header.
#ifdef VENDOR
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
#else
#include <coopify/cooperative_groups.h>
namespace cg = coopify;
#endif

#ifndef TILE
#define TILE 8
#endif

#define KERNEL(name, ...)                                                                          \
  extern "C" __global__ void name(int *data, int other) {                                          \
    auto block = cg::this_thread_block();                                                          \
    auto warp = cg::tiled_partition<32>(block);                                                    \
    auto tile8 = cg::tiled_partition<TILE>(warp);                                                  \
    int &mine = data[block.thread_rank()];                                                         \
    __VA_ARGS__;                                                                                   \
    (void)tile8;                                                                                   \
  }

KERNEL(block_sync, mine = 1; block.sync(); mine += data[other])
KERNEL(warp_sync, mine = 1; warp.sync(); mine += data[other])
KERNEL(warp_shfl, mine = warp.shfl(mine, other))
KERNEL(warp_shfl_up, mine = warp.shfl_up(mine, other))
KERNEL(warp_shfl_down, mine = warp.shfl_down(mine, other))
KERNEL(warp_shfl_xor, mine = warp.shfl_xor(mine, other))
KERNEL(warp_ballot, mine = warp.ballot(mine > other))
KERNEL(warp_any, mine = warp.any(mine > other))
KERNEL(warp_all, mine = warp.all(mine > other))
KERNEL(tile_sync, mine = 1; tile8.sync(); mine += data[other])
KERNEL(tile_shfl, mine = tile8.shfl(mine, other))
KERNEL(tile_shfl_up, mine = tile8.shfl_up(mine, other))
KERNEL(tile_shfl_down, mine = tile8.shfl_down(mine, other))
KERNEL(tile_shfl_xor, mine = tile8.shfl_xor(mine, other))
KERNEL(tile_ballot, mine = tile8.ballot(mine > other))
KERNEL(tile_any, mine = tile8.any(mine > other))
KERNEL(warp_sum, int sum = mine; for (int lanes = 16; lanes > 0; lanes /= 2) sum +=
                                 warp.shfl_down(sum, lanes);
       if (warp.thread_rank() == 0) data[warp.meta_group_rank()] = sum)
KERNEL(next_slot, auto active = cg::coalesced_threads(); int base = 0;
       if (active.thread_rank() == 0) base = atomicAdd(data, int(active.num_threads()));
       mine = active.shfl(base, 0) + active.thread_rank())
KERNEL(halves, auto half = cg::binary_partition(warp, mine > other); mine = half.thread_rank())
