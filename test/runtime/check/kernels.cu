// One kernel for each assumption of <coopify/check.h>, made to hold or not by its launch.
#include <coopify/check.h>
#include <coopify/masked_warp.h>

__global__ void block_1d() { COOPIFY_ASSUME_BLOCK_1D(); }

__global__ void block_multiple_of_32() { COOPIFY_ASSUME_BLOCK_MULTIPLE_OF_32(); }

__global__ void converged_callers(int lanes) {
  if (int(coopify::masked_warp::lane()) < lanes)
    COOPIFY_ASSUME_CONVERGED_CALLERS();
}

__global__ void uniform_arguments(int different) {
  const int second = int(coopify::detail::block_rank_of_thread()) == different;
  COOPIFY_ASSUME_UNIFORM_ARGUMENTS(1.0, second, different);
}

__global__ void member(unsigned members, unsigned *out) {
  const coopify::masked_warp warp(members);
  out[coopify::masked_warp::lane()] = unsigned(warp.mask());
}
