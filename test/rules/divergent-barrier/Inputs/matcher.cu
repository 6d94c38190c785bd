__global__ void waits(cooperative_groups::thread_block_tile<32> tile, float *p) {
  __syncwarp();                             // match
  p[0] = __shfl_sync(~0u, p[0], 1);         // match
  tile.sync();                              // match
  p[1] = tile.shfl_down(p[1], 16);          // match
}
__global__ void waitsForNone(cooperative_groups::thread_block_tile<32> tile, float *p) {
  p[0] = __shfl(p[0], 1);                   // no match: it names no lanes
  p[1] = tile.thread_rank() + __activemask(); // no match
}
