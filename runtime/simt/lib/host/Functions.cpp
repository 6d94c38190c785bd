//===- Functions.cpp - what kernels are, and how many blocks fit ----------===//
#include "host/Errors.h"
#include "host/Launch.h"

#include <algorithm>

using namespace simt::host;

extern "C" {
cudaError_t cudaFuncGetAttributes(cudaFuncAttributes *Attributes, const void *Stub) {
  const Kernel *K = findKernel(Stub);
  if (!K)
    return done(cudaErrorInvalidDeviceFunction);
  *Attributes = {};
  Attributes->sharedSizeBytes = K->StaticShared;
  Attributes->maxThreadsPerBlock = MostThreads;
  Attributes->numRegs = 32; // so that 1024 threads have what they need
  Attributes->ptxVersion = Attributes->binaryVersion = 70;
  Attributes->maxDynamicSharedSizeBytes =
      int(K->MostDynamicShared ? K->MostDynamicShared : DefaultShared - K->StaticShared);
  return done();
}

cudaError_t cudaFuncGetName(const char **Name, const void *Stub) {
  const Kernel *K = findKernel(Stub);
  if (!K)
    return done(cudaErrorInvalidDeviceFunction);
  *Name = K->Symbol.c_str();
  return done();
}

cudaError_t cudaFuncSetAttribute(const void *Stub, cudaFuncAttribute Attribute, int Value) {
  Kernel *K = findKernel(Stub);
  if (!K)
    return done(cudaErrorInvalidDeviceFunction);
  if (Attribute != cudaFuncAttributeMaxDynamicSharedMemorySize)
    return require(Attribute == cudaFuncAttributePreferredSharedMemoryCarveout);
  if (Value < 0 || size_t(Value) + K->StaticShared > MostShared)
    return done(cudaErrorInvalidValue);
  K->MostDynamicShared = size_t(Value);
  return done();
}

cudaError_t cudaFuncSetCacheConfig(const void *Stub, cudaFuncCache) {
  return require(findKernel(Stub), cudaErrorInvalidDeviceFunction);
}

cudaError_t cudaFuncSetSharedMemConfig(const void *Stub, cudaSharedMemConfig) {
  return require(findKernel(Stub), cudaErrorInvalidDeviceFunction);
}

cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *Blocks, const void *Stub,
                                                                   int Threads, size_t Shared,
                                                                   unsigned) {
  const Kernel *K = findKernel(Stub);
  if (!K)
    return done(cudaErrorInvalidDeviceFunction);
  if (Threads <= 0)
    return done(cudaErrorInvalidValue);
  const size_t Bytes = std::max<size_t>(K->StaticShared + Shared, 1);
  *Blocks = unsigned(Threads) > MostThreads
                ? 0
                : int(std::min<size_t>(BlocksPerMultiprocessor, MostShared / Bytes));
  return done();
}

cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *Blocks, const void *Stub,
                                                          int Threads, size_t Shared) {
  return cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(Blocks, Stub, Threads, Shared, 0);
}
}
