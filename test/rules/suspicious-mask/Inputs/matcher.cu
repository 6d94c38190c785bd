__global__ void named(float *p, unsigned mask) {
  __syncwarp(mask);                         // match
  p[0] = __shfl_sync(mask, p[0], 1);        // match
  p[1] = __ballot_sync(mask, p[1] > 0);     // match
}
struct Mine {
  __device__ float __shfl_sync(unsigned mask, float v, int lane) { return v; }
};
__global__ void notNamed(cooperative_groups::thread_block_tile<32> tile, float *p) {
  p[0] = __shfl(p[0], 1);                   // no match: without a mask
  p[1] = __activemask();                    // no match: nobody is named
  p[2] = tile.shfl_down(p[2], 1);           // no match: a group is no mask
  p[3] = Mine().__shfl_sync(0, p[3], 1);    // no match: a method
}
