#include <coopify/cooperative_groups.h>

namespace cg = coopify;

__global__ void sum(const int *in, int *out) {
  auto warp = cg::tiled_partition<32>(cg::this_thread_block());
  int total = in[threadIdx.x];
  for (int lanes = 16; lanes > 0; lanes /= 2)
    total += warp.shfl_down(total, lanes);
  if (warp.thread_rank() == 0)
    *out = total;
}
