// Every name of the two guides (seeds 003 and 004) and of the additions, used once, in a way that
// each target's own groups accept as well: utils/check_runtime.py looks here for the names of
// docs/runtime.md.
#include <coopify/cooperative_groups.h>
#include <coopify/experimental.h>
#include <coopify/lane_masks.h>

namespace cg = coopify;

#ifndef GUIDE_ONLY // a vendor that documents less than NVIDIA: see Inputs/maca
#define GUIDE_ONLY 0
#endif

struct large {
  double x, y, z, w;
};

struct maximum {
  __device__ int operator()(int a, int b) const { return a < b ? b : a; }
};

__device__ unsigned long long any_group(const cg::thread_group &group) {
  group.sync();
  cg::sync(group);
  unsigned long long sum = group.size() + group.thread_rank() + cg::thread_rank(group);
#if !(COOPIFY_NATIVE_GROUPS && COOPIFY_TARGET_CUDA) // declared there, and nowhere defined (13.0)
  sum += group.num_threads() + cg::group_size(group);
#endif
  return sum;
}

__global__ void thread_block(unsigned long long *out) {
  cg::thread_block block = cg::this_thread_block();
  block.sync();
  dim3 place = block.group_index(), self = block.thread_index(), shape = block.dim_threads(),
       old_shape = block.group_dim();
  *out = cg::group_size(block) + place.x + self.y + shape.z + old_shape.x + block.thread_rank() + block.num_threads() +
         block.size() + any_group(block) + any_group(cg::tiled_partition(block, 4)) +
         any_group(cg::tiled_partition(cg::thread_group(block), 8));
#if !GUIDE_ONLY
  *out += block.get_type();
  auto token = block.barrier_arrive();
  block.barrier_wait(static_cast<decltype(token) &&>(token));
#endif
}

__global__ void grid_group(unsigned long long *out) {
  cg::grid_group grid = cg::this_grid();
  if (grid.is_valid())
    grid.sync();
  dim3 shape = grid.dim_blocks(), old_shape = grid.group_dim(), place = grid.block_index();
  *out = shape.x + old_shape.y + place.z + grid.thread_rank() + grid.block_rank() +
         grid.num_threads() + grid.num_blocks() + grid.size() + any_group(grid);
#if !GUIDE_ONLY
  *out += grid.dim_threads().x + grid.thread_index().y;
#endif
}

#if COOPIFY_HAS_MULTI_GRID && !defined(NO_MULTI_GRID) // CUDA 11 calls it deprecated
__global__ void multi_grid_group(unsigned long long *out) {
  cg::multi_grid_group grids = cg::this_multi_grid();
  if (grids.is_valid())
    grids.sync();
  *out = grids.num_threads() + grids.thread_rank() + grids.grid_rank() + grids.size();
#if !GUIDE_ONLY // MXMACA's guide speaks of [0, num_grids) and has no such member
  *out += grids.num_grids();
#endif
}
#endif

template <typename Group> __device__ unsigned long long warp_group(const Group &group, int value) {
  group.sync();
  int same = 0;
  unsigned long long sum = group.num_threads() + group.size() + group.thread_rank() +
                           group.meta_group_rank() + group.meta_group_size();
  sum += group.shfl(value, 0) + group.shfl_up(value, 1) + group.shfl_down(value, 1);
  sum += group.any(value) + group.all(value) + group.ballot(value);
  sum += group.match_any(value) + group.match_all(value, same) + same;
  large big = {1, 2, 3, double(value)};
  short small = short(value);
  return sum + (unsigned long long)(group.shfl(big, 0).w) + group.shfl_up(small, 1);
}

template <unsigned Size, typename Parent>
__device__ unsigned long long tile_group(const cg::thread_block_tile<Size, Parent> &tile,
                                         int value) {
  return tile.shfl_xor(value, 1) + cg::binary_partition(tile, value > 0).num_threads() +
         cg::labeled_partition(tile, value).num_threads();
}

__global__ void thread_block_tile(unsigned long long *out, int value) {
  cg::thread_block block = cg::this_thread_block();
  cg::thread_block_tile<32> tile32 = cg::tiled_partition<32>(block); // keeps its parent itself
  cg::thread_block_tile<4, cg::thread_block> tile4 = cg::tiled_partition<4>(block);
  auto tile2 = cg::tiled_partition<2>(tile4);
  *out = warp_group(cg::tiled_partition<16>(block), value) + warp_group(tile32, value) +
         tile_group(tile32, value) + tile2.any(value) + any_group(tile32) +
         any_group(cg::tiled_partition(tile32, 4));
  cg::this_thread().sync();
#if COOPIFY_WARP_SIZE == 64
  *out += tile_group(cg::tiled_partition<64>(block), value) +
          warp_group(cg::tiled_partition<64>(block), value);
#endif
}

__global__ void coalesced_group(unsigned long long *out, int value) {
  if (value > 3) {
    cg::coalesced_group active = cg::coalesced_threads();
    *out = warp_group(active, value) + any_group(active) +
           cg::binary_partition(active, value > 4).num_threads() +
           cg::labeled_partition(active, value).num_threads();
#if !GUIDE_ONLY
    *out += any_group(cg::tiled_partition(active, 4));
#else
    *out += active.shfl_xor(value, 1); // MXMACA's guide alone lists it
#endif
  }
}

__global__ void memcpy_async(int *out, const int *in, unsigned long n) {
  __shared__ int staged[2][64];
  cg::thread_block block = cg::this_thread_block();
  cg::memcpy_async(block, staged[0], in, sizeof(int) * 64);
  cg::memcpy_async(block, staged[1], 64ul, in + 64, n);
  cg::memcpy_async(cg::this_thread(), staged[0], in, sizeof(int));
#if !GUIDE_ONLY
  cg::wait_prior<1>(block);
#endif
  cg::wait(block);
  out[block.thread_rank()] = staged[0][0] + staged[1][block.thread_rank() % 64];
}

#if !GUIDE_ONLY
template <typename Group> __device__ int algorithms(const Group &group, int value) {
  return cg::reduce(group, value, cg::plus<int>()) + cg::reduce(group, value, cg::less<int>()) +
         cg::reduce(group, value, cg::greater<int>()) +
         cg::reduce(group, value, cg::bit_and<int>()) +
         cg::reduce(group, value, cg::bit_or<int>()) +
         cg::reduce(group, value, cg::bit_xor<int>()) + cg::reduce(group, value, maximum()) +
         cg::inclusive_scan(group, value) + cg::inclusive_scan(group, value, maximum()) +
         cg::exclusive_scan(group, value) + cg::exclusive_scan(group, value, cg::plus<int>());
}

struct add_one {
  __device__ int operator()(int *counter) const { return ++*counter; }
};

__global__ void algorithms(int *out, int value) {
  auto tile = cg::tiled_partition<32>(cg::this_thread_block());
  *out = algorithms(tile, value) + algorithms(cg::coalesced_threads(), value) +
         int(cg::reduce(tile, 1.5, cg::plus<double>()));
  cg::invoke_one(tile, add_one(), out);
  *out += cg::invoke_one_broadcast(cg::coalesced_threads(), add_one(), out);
}

__global__ void block_tile_memory(int *out, int value) {
  __shared__ cg::block_tile_memory<256> memory;
  cg::thread_block block = cg::this_thread_block(memory);
  auto tile = cg::tiled_partition<128>(block);
  tile.sync();
  *out = int(tile.num_threads() + tile.size() + tile.thread_rank() + tile.meta_group_rank() +
             tile.meta_group_size()) +
         tile.shfl(value, 3) + tile.any(value) + tile.all(value) +
         cg::reduce(tile, value, cg::plus<int>()) + cg::inclusive_scan(tile, value);
  cg::thread_block_tile<64> tile64 = cg::tiled_partition<64>(block);
  *out += int(tile64.meta_group_rank());
}
#endif

__global__ void lane_masks(cg::lane_mask *out) {
  out[0] = __lanemask_eq() | __lanemask_lt() | __lanemask_le() | __lanemask_gt() | __lanemask_ge();
  out[1] = cg::lanemask_eq() | cg::lanemask_lt() | cg::lanemask_le() | cg::lanemask_gt() |
           cg::lanemask_ge();
}

__global__ void masked_warp(cg::lane_mask *out, int value) {
  cg::masked_warp active = cg::masked_warp::active(), full = cg::masked_warp::full();
  cg::masked_warp branch = full;
  if (branch.split(value > 1))
    branch.sync();
  const cg::masked_warp some(cg::lane_mask(1) << cg::masked_warp::lane());
  int same = 0;
  full.sync();
  out[0] = full.mask() | full.ballot(value) | active.match_any(value) |
           active.match_all(value, same) | some.mask();
  out[1] = full.num_threads() + full.size() + cg::masked_warp::lane() + cg::warp_lanes;
  out[2] = full.shfl(value, 1) + full.shfl_up(value, 1, 8) + full.shfl_down(value, 1u) +
           full.shfl_xor(value, 1, 16) + full.any(value) + full.all(value) + same;
}

template <typename T> __device__ cg::lane_mask match(cg::lane_mask members, T value) {
  int same = 0;
  return cg::match_any_sync(members, value) | cg::match_all_sync(members, value, &same) |
         cg::lane_mask(same);
}

enum class color { red };

__global__ void match_any(cg::lane_mask *out, cg::lane_mask members, int value, large *values) {
  out[0] = match(members, value) | match(members, unsigned(value)) | match(members, long(value));
  out[1] = match(members, (unsigned long)(value)) | match(members, (long long)(value));
  out[2] = match(members, (unsigned long long)(value)) | match(members, float(value));
  out[3] = match(members, double(value)) | match(members, values) | match(members, *values);
  out[4] = match(members, color::red);
}

__global__ void assumptions(double *out, int width) {
  COOPIFY_ASSUME_BLOCK_1D();
  COOPIFY_ASSUME_BLOCK_MULTIPLE_OF_32();
  COOPIFY_ASSUME_CONVERGED_CALLERS();
  COOPIFY_ASSUME_UNIFORM_ARGUMENTS(width, out);
  *out = width;
}

#if !GUIDE_ONLY && !COOPIFY_TARGET_MACA // CUDA 11's name alone
__global__ void experimental(int *out) {
  __shared__ cg::experimental::block_tile_memory<4, 256> memory;
  cg::thread_block block = cg::experimental::this_thread_block(memory);
  *out = cg::experimental::tiled_partition<128>(block).any(*out);
}
#endif

#if !GUIDE_ONLY && COOPIFY_TARGET_CUDA
#include <coopify/launch_cooperative.h>
__global__ void waits_for_grid(int *out, int value) {
  cg::this_grid().sync();
  *out = value;
}
void launch(int *out) {
  return cg::launch_cooperative(waits_for_grid, 1, 32, 0, 0, out, 1);
}
#endif

#ifdef LAUNCH // a host pass whose kernels are also launched
int main() {
  thread_block<<<1, 32>>>(nullptr);
  return 0;
}
#endif
