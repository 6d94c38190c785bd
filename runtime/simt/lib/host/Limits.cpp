//===- Limits.cpp - limits and preferences: kept, and of no effect --------===//
#include "host/Errors.h"

#include <map>

using namespace simt::host;

namespace {

// What CUDA 12 starts with on a V100.
std::map<cudaLimit, size_t> Limits = {
    {cudaLimitStackSize, 1024},
    {cudaLimitPrintfFifoSize, 1 << 20},
    {cudaLimitMallocHeapSize, 8 << 20},
    {cudaLimitDevRuntimeSyncDepth, 2},
    {cudaLimitDevRuntimePendingLaunchCount, 2048},
    {cudaLimitMaxL2FetchGranularity, 64},
    {cudaLimitPersistingL2CacheSize, 0},
};
cudaFuncCache Cache = cudaFuncCachePreferNone;
cudaSharedMemConfig Banks = cudaSharedMemBankSizeFourByte;

} // namespace

extern "C" {
cudaError_t cudaDeviceSetLimit(cudaLimit Limit, size_t Value) {
  if (!Limits.count(Limit))
    return done(cudaErrorUnsupportedLimit);
  Limits[Limit] = Value;
  return done();
}

cudaError_t cudaDeviceGetLimit(size_t *Value, cudaLimit Limit) {
  if (!Limits.count(Limit))
    return done(cudaErrorUnsupportedLimit);
  *Value = Limits[Limit];
  return done();
}

cudaError_t cudaDeviceSetCacheConfig(cudaFuncCache Config) {
  Cache = Config;
  return done();
}

cudaError_t cudaDeviceGetCacheConfig(cudaFuncCache *Config) {
  *Config = Cache;
  return done();
}

cudaError_t cudaDeviceSetSharedMemConfig(cudaSharedMemConfig Config) {
  Banks = Config;
  return done();
}

cudaError_t cudaDeviceGetSharedMemConfig(cudaSharedMemConfig *Config) {
  *Config = Banks;
  return done();
}

cudaError_t cudaDeviceGetStreamPriorityRange(int *Least, int *Greatest) {
  *Least = 0, *Greatest = -5;
  return done();
}

cudaError_t cudaThreadSetLimit(cudaLimit Limit, size_t Value) {
  return cudaDeviceSetLimit(Limit, Value);
}
cudaError_t cudaThreadGetLimit(size_t *Value, cudaLimit Limit) {
  return cudaDeviceGetLimit(Value, Limit);
}
cudaError_t cudaThreadSetCacheConfig(cudaFuncCache Config) {
  return cudaDeviceSetCacheConfig(Config);
}
cudaError_t cudaThreadGetCacheConfig(cudaFuncCache *Config) {
  return cudaDeviceGetCacheConfig(Config);
}
}
