namespace cooperative_groups {
template <unsigned N> struct block_tile_memory {
  char bytes[N];
};
} // namespace cooperative_groups
__device__ int whole_block();
__global__ void kernel() {
  __shared__ cooperative_groups::block_tile_memory<8> memory; // match
  cooperative_groups::this_thread_block(); // match
  int n = whole_block(); // no match: another name
}
