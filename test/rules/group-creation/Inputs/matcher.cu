namespace cg = cooperative_groups;
struct Point { int x; };
__global__ void kernel(int *p) {
  auto block = cg::this_thread_block();                                       // match
  cg::thread_block_tile<32> tile = cg::tiled_partition<32>(block);            // match
  auto here = cg::coalesced_threads();                                        // match: asked later
  Point a = {1};                                                              // match: asked later
  int v = a.x;                                                                // no match
  static Point s;                                                             // no match
  p[0] = v + tile.thread_rank() + here.size() + s.x;
}
