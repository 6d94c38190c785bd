//===- Launch.h - launches ---------------------------------------*- C++ -*-===//
#ifndef COOPIFY_SIMT_HOST_LAUNCH_H
#define COOPIFY_SIMT_HOST_LAUNCH_H

#include "host/Findings.h"
#include "host/Units.h"

#include <cuda_runtime_api.h>

namespace simt::host {

/// Limits of the device that the machine is (Device.cpp tells of them).
constexpr unsigned MostThreads = 1024, MostThreadsZ = 64, MostGridX = 2147483647,
                   MostGridYZ = 65535;
constexpr size_t DefaultShared = 48 * 1024, MostShared = 227 * 1024;
/// What multiplies to the blocks that a cooperative launch may have.
constexpr unsigned Multiprocessors = 4, BlocksPerMultiprocessor = 2;

struct Shape {
  dim3 Grid, Block;
  size_t Shared = 0;
  bool IsCooperative = false;
};

/// Whether there can be such a launch.
cudaError_t check(const Kernel &K, const Shape &S);

class Children;

/// Runs the grid and those that it launches. \p Order: of the schedules of the seed, its own.
void runGrid(const Launch &L, const Kernel &K, size_t Shared, void **Arguments, Children &Own);
Launch makeLaunch(const Kernel &K, const Shape &S, uint64_t Number, uint64_t Order);

cudaError_t launch(const Kernel &K, const Shape &S, void **Arguments, cudaStream_t Stream);

} // namespace simt::host

#endif
