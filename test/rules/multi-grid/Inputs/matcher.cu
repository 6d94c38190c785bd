namespace cg = cooperative_groups;
__device__ void other();
__global__ void kernel() {
  auto all = cg::this_multi_grid(); // match
  all.sync();                       // match
  other();                          // no match: another function
}
