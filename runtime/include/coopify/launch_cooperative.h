//===- launch_cooperative.h - Launches of kernels that wait for their grid --------===//
//
// kernel<<<grid, block, shared, stream>>>(a, b) as a cooperative launch, which grid.sync() in the
// kernel needs: all blocks run at once, or none does (CUDA guide, Grid Synchronization). For host
// code; CUDA 9 and later.
//
//===----------------------------------------------------------------------===//
#ifndef COOPIFY_LAUNCH_COOPERATIVE_H
#define COOPIFY_LAUNCH_COOPERATIVE_H

#include "detail/target.h"

#if COOPIFY_TARGET_CUDA || COOPIFY_TARGET_SIMT // whose host code has CUDA's runtime API
#include <cuda_runtime_api.h>

#include <memory>
#include <stdio.h>

namespace coopify {
namespace detail {

template <class T> struct as_it_is { // no template argument comes from here
  typedef T type;
};

/// Says on stderr why the launch that follows fails, where that is known before: the device has no
/// cooperative launch, or the grid has more blocks than fit on it at once.
static inline void tell_of_grid(const void *kernel, dim3 grid, dim3 block, size_t shared) {
  int device = 0, able = 0, processors = 0, each = 0;
  if (cudaGetDevice(&device) != cudaSuccess ||
      cudaDeviceGetAttribute(&able, cudaDevAttrCooperativeLaunch, device) != cudaSuccess ||
      cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, device) != cudaSuccess)
    return;
  if (!able) {
    fprintf(stderr, "coopify: device %d has no cooperative launch, which grid.sync() needs\n",
            device);
    return;
  }
  const unsigned long long threads = 1ull * block.x * block.y * block.z;
  const unsigned long long blocks = 1ull * grid.x * grid.y * grid.z;
  if (cudaOccupancyMaxActiveBlocksPerMultiprocessor(&each, kernel, static_cast<int>(threads),
                                                    shared) != cudaSuccess)
    return;
  const unsigned long long fit = 1ull * each * processors;
  if (blocks > fit)
    fprintf(stderr,
            "coopify: a grid of %llu blocks that waits for itself does not fit on device %d: "
            "no more than %llu blocks of %llu threads run at once\n",
            blocks, device, fit, threads);
}

} // namespace detail

/// Launches `kernel` so that its blocks can wait for each other. The arguments are converted to
/// what the kernel takes, as a launch does. Like a launch it gives nothing back and leaves an error
/// behind for cudaGetLastError(), cudaErrorCooperativeLaunchTooLarge where the grid does not fit,
/// and says why on stderr.
///
/// Static, as the launches of the toolkit are: what it calls means the runtime library and the
/// default stream of its own unit, and another unit may have others.
template <class... Parameters>
static inline void launch_cooperative(void (*kernel)(Parameters...), dim3 grid, dim3 block,
                                      size_t shared, cudaStream_t stream,
                                      typename detail::as_it_is<Parameters>::type... arguments) {
  const void *function = reinterpret_cast<const void *>(kernel);
  void *places[sizeof...(Parameters) + 1] = {
      const_cast<void *>(static_cast<const volatile void *>(std::addressof(arguments)))...,
      nullptr};
  detail::tell_of_grid(function, grid, block, shared);
  cudaLaunchCooperativeKernel(function, grid, block, places, shared, stream);
}

} // namespace coopify
#endif // COOPIFY_TARGET_CUDA || COOPIFY_TARGET_SIMT

#endif // COOPIFY_LAUNCH_COOPERATIVE_H
