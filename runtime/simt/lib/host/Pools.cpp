//===- Pools.cpp - the pool that stream-ordered allocations are from ------===//
#include "host/Allocations.h"
#include "host/Errors.h"

#include <map>

using namespace simt::host;

// CUDA's handle is a pointer to it. There is one, the device's own.
struct CUmemPoolHandle_st {
  std::map<cudaMemPoolAttr, unsigned long long> Attributes;
};

namespace {

CUmemPoolHandle_st Default;

// Those that are switches have a smaller type (CUDA Runtime API, cudaMemPoolSetAttribute).
bool isSwitch(cudaMemPoolAttr Attribute) {
  return Attribute <= cudaMemPoolReuseAllowInternalDependencies;
}

cudaError_t getPool(cudaMemPool_t *Pool, int Device) {
  *Pool = &Default;
  return require(Device == 0, cudaErrorInvalidDevice);
}

} // namespace

extern "C" {
cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t *Pool, int Device) {
  return getPool(Pool, Device);
}

cudaError_t cudaDeviceGetMemPool(cudaMemPool_t *Pool, int Device) { return getPool(Pool, Device); }

cudaError_t cudaDeviceSetMemPool(int Device, cudaMemPool_t Pool) {
  return require(Device == 0 && Pool == &Default);
}

cudaError_t cudaMallocFromPoolAsync(void **Memory, size_t Size, cudaMemPool_t Pool,
                                    cudaStream_t Stream) {
  return Pool == &Default ? cudaMallocAsync(Memory, Size, Stream) : done(cudaErrorInvalidValue);
}

cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t Pool, cudaMemPoolAttr Attribute, void *Value) {
  if (Pool != &Default)
    return done(cudaErrorInvalidValue);
  Default.Attributes[Attribute] = isSwitch(Attribute) ? unsigned(*static_cast<int *>(Value))
                                                      : *static_cast<unsigned long long *>(Value);
  return done();
}

cudaError_t cudaMemPoolGetAttribute(cudaMemPool_t Pool, cudaMemPoolAttr Attribute, void *Value) {
  if (Pool != &Default)
    return done(cudaErrorInvalidValue);
  if (isSwitch(Attribute))
    *static_cast<int *>(Value) = int(Default.Attributes[Attribute]);
  else
    *static_cast<unsigned long long *>(Value) = Attribute == cudaMemPoolAttrReleaseThreshold
                                                    ? Default.Attributes[Attribute]
                                                    : totalMemory() - freeMemory();
  return done();
}

cudaError_t cudaMemPoolTrimTo(cudaMemPool_t Pool, size_t) { return require(Pool == &Default); }
}
