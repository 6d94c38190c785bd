namespace cg = cooperative_groups;
__global__ void kernel(int *p) {
  auto block = cg::this_thread_block(); // match
  cg::thread_group tile = cg::tiled_partition(block, 8); // match
  cg::thread_block_tile<32> fixed = cg::tiled_partition<32>(block); // no match
  p[0] = tile.thread_rank() + fixed.thread_rank();
}
