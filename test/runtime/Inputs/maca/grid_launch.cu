// The guide's launches (seed 003, 2.6 and 2.7) around kernels that use the runtime.
#include <coopify/cooperative_groups.h>

namespace cg = coopify;

__global__ void one_device(int *out) {
  cg::grid_group grid = cg::this_grid();
  grid.sync();
  if (grid.thread_rank() == 0)
    *out = 1;
}

__global__ void many_devices(int *out) {
  cg::multi_grid_group grids = cg::this_multi_grid();
  grids.sync();
  if (grids.thread_rank() == 0)
    *out = 1;
}

int main() {
  int supported = 0, blocks = 0;
  mcDeviceGetAttribute(&supported, mcDevAttrCooperativeLaunch, 0);
  mcDeviceProp properties;
  mcGetDeviceProperties(&properties, 0);
  mcOccupancyMaxActiveBlocksPerMultiProcessor(&blocks, one_device, 128, 0);
  int *out = nullptr;
  void *arguments[] = {&out};
  const dim3 grid(unsigned(properties.multiProcessorCount * blocks)), block(128);
  mcLaunchCooperativeKernel((void *)one_device, grid, block, arguments);
  mcLaunchParams launch = {(void *)many_devices, grid, block, arguments, 0, nullptr};
  mcLaunchCooperativeKernelMultiDevice(&launch, 1);
  return supported;
}
