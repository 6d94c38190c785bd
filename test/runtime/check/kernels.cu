// One kernel for each assumption of <coopify/check.h>, made to hold or not by its launch.
#include <coopify/check.h>
#include <coopify/masked_warp.h>

__global__ void block_1d() { COOPIFY_ASSUME_BLOCK_1D(); }

__global__ void block_multiple_of_32() { COOPIFY_ASSUME_BLOCK_MULTIPLE_OF_32(); }

__global__ void converged_callers(int lanes) {
  if (int(threadIdx.x % 32) < lanes)
    COOPIFY_ASSUME_CONVERGED_CALLERS();
}

__global__ void uniform_arguments(int different) {
  const int second = int(threadIdx.x) == different;
  COOPIFY_ASSUME_UNIFORM_ARGUMENTS(1.0, second, blockIdx.x);
}

__global__ void member(unsigned members, unsigned *out) {
  const coopify::masked_warp warp(members);
  out[threadIdx.x] = unsigned(warp.mask());
}
