//===- Device.cpp - the device that the machine is ------------------------===//
#include "host/Allocations.h"
#include "host/Errors.h"
#include "host/Launch.h"
#include "host/streams/Streams.h"

#include <cstring>

using namespace simt::host;

// Each object that simtcc makes says here for which warp size it was compiled.
extern "C" const unsigned __start_simt_warp_size[] __attribute__((weak, visibility("hidden")));

namespace {

constexpr int Version = 13000; // that of the embedded headers

int warpSize() { return __start_simt_warp_size ? int(__start_simt_warp_size[0]) : 32; }

cudaDeviceProp makeProperties() {
  cudaDeviceProp P = {};
  strcpy(P.name, "SIMT machine");
  P.totalGlobalMem = totalMemory();
  P.sharedMemPerBlock = DefaultShared;
  P.sharedMemPerBlockOptin = P.sharedMemPerMultiprocessor = MostShared;
  P.regsPerBlock = P.regsPerMultiprocessor = 65536;
  P.warpSize = warpSize();
  P.memPitch = MostGridX;
  P.maxThreadsPerBlock = P.maxThreadsDim[0] = P.maxThreadsDim[1] = int(MostThreads);
  P.maxThreadsDim[2] = int(MostThreadsZ);
  P.maxGridSize[0] = int(MostGridX);
  P.maxGridSize[1] = P.maxGridSize[2] = int(MostGridYZ);
  P.totalConstMem = 65536;
  P.major = 7, P.minor = 0;
  P.clockRate = P.memoryClockRate = 1000000;
  P.memoryBusWidth = 256;
  P.l2CacheSize = 1 << 22;
  P.textureAlignment = 512, P.texturePitchAlignment = 32;
  P.multiProcessorCount = int(Multiprocessors);
  P.maxBlocksPerMultiProcessor = int(BlocksPerMultiprocessor);
  P.maxThreadsPerMultiProcessor = int(MostThreads * BlocksPerMultiprocessor);
  P.integrated = P.canMapHostMemory = P.concurrentKernels = P.unifiedAddressing = 1;
  P.managedMemory = P.concurrentManagedAccess = P.pageableMemoryAccess = 1;
  P.cooperativeLaunch = P.streamPrioritiesSupported = P.deviceOverlap = P.asyncEngineCount = 1;
  return P;
}

struct Attribute {
  cudaDeviceAttr Which;
  int Value;
};

const Attribute *findAttribute(cudaDeviceAttr Which) {
  static const cudaDeviceProp P = makeProperties();
  static const Attribute All[] = {
      {cudaDevAttrMaxThreadsPerBlock, P.maxThreadsPerBlock},
      {cudaDevAttrMaxBlockDimX, P.maxThreadsDim[0]},
      {cudaDevAttrMaxBlockDimY, P.maxThreadsDim[1]},
      {cudaDevAttrMaxBlockDimZ, P.maxThreadsDim[2]},
      {cudaDevAttrMaxGridDimX, P.maxGridSize[0]},
      {cudaDevAttrMaxGridDimY, P.maxGridSize[1]},
      {cudaDevAttrMaxGridDimZ, P.maxGridSize[2]},
      {cudaDevAttrMaxSharedMemoryPerBlock, int(P.sharedMemPerBlock)},
      {cudaDevAttrMaxSharedMemoryPerBlockOptin, int(P.sharedMemPerBlockOptin)},
      {cudaDevAttrMaxSharedMemoryPerMultiprocessor, int(P.sharedMemPerMultiprocessor)},
      {cudaDevAttrTotalConstantMemory, int(P.totalConstMem)},
      {cudaDevAttrWarpSize, P.warpSize},
      {cudaDevAttrMaxPitch, int(P.memPitch)},
      {cudaDevAttrMaxRegistersPerBlock, P.regsPerBlock},
      {cudaDevAttrMaxRegistersPerMultiprocessor, P.regsPerMultiprocessor},
      {cudaDevAttrClockRate, P.clockRate},
      {cudaDevAttrTextureAlignment, int(P.textureAlignment)},
      {cudaDevAttrGpuOverlap, P.deviceOverlap},
      {cudaDevAttrMultiProcessorCount, P.multiProcessorCount},
      {cudaDevAttrKernelExecTimeout, 0},
      {cudaDevAttrIntegrated, P.integrated},
      {cudaDevAttrCanMapHostMemory, P.canMapHostMemory},
      {cudaDevAttrComputeMode, cudaComputeModeDefault},
      {cudaDevAttrConcurrentKernels, P.concurrentKernels},
      {cudaDevAttrEccEnabled, 0},
      {cudaDevAttrMemoryClockRate, P.memoryClockRate},
      {cudaDevAttrGlobalMemoryBusWidth, P.memoryBusWidth},
      {cudaDevAttrL2CacheSize, P.l2CacheSize},
      {cudaDevAttrMaxThreadsPerMultiProcessor, P.maxThreadsPerMultiProcessor},
      {cudaDevAttrAsyncEngineCount, P.asyncEngineCount},
      {cudaDevAttrUnifiedAddressing, P.unifiedAddressing},
      {cudaDevAttrComputeCapabilityMajor, P.major},
      {cudaDevAttrComputeCapabilityMinor, P.minor},
      {cudaDevAttrStreamPrioritiesSupported, P.streamPrioritiesSupported},
      {cudaDevAttrManagedMemory, P.managedMemory},
      {cudaDevAttrPageableMemoryAccess, P.pageableMemoryAccess},
      {cudaDevAttrConcurrentManagedAccess, P.concurrentManagedAccess},
      {cudaDevAttrCooperativeLaunch, P.cooperativeLaunch},
      {cudaDevAttrMaxBlocksPerMultiprocessor, P.maxBlocksPerMultiProcessor},
  };
  for (const Attribute &A : All)
    if (A.Which == Which)
      return &A;
  return nullptr;
}

} // namespace

extern "C" {
cudaError_t cudaGetDeviceCount(int *Count) {
  *Count = 1;
  return done();
}

cudaError_t cudaGetDevice(int *Device) {
  *Device = 0;
  return done();
}

cudaError_t cudaSetDevice(int Device) { return require(Device == 0, cudaErrorInvalidDevice); }

cudaError_t cudaSetDeviceFlags(unsigned) { return done(); }

cudaError_t cudaGetDeviceFlags(unsigned *Flags) {
  *Flags = cudaDeviceMapHost;
  return done();
}

cudaError_t cudaChooseDevice(int *Device, const cudaDeviceProp *) { return cudaGetDevice(Device); }

cudaError_t cudaGetDeviceProperties(cudaDeviceProp *Properties, int Device) {
  *Properties = makeProperties();
  return require(Device == 0, cudaErrorInvalidDevice);
}

cudaError_t cudaDeviceGetAttribute(int *Value, cudaDeviceAttr Which, int Device) {
  const Attribute *Found = findAttribute(Which);
  if (Device != 0)
    return done(cudaErrorInvalidDevice);
  *Value = Found ? Found->Value : 0;
  return require(Found);
}

cudaError_t cudaDriverGetVersion(int *Number) {
  *Number = Version;
  return done();
}

cudaError_t cudaRuntimeGetVersion(int *Number) {
  *Number = Version;
  return done();
}

cudaError_t cudaDeviceReset() {
  finishAll();
  releaseAll(SIMT_API_CALL);
  repairDevice();
  return cudaSuccess;
}

cudaError_t cudaThreadExit() { return cudaDeviceReset(); }

cudaError_t cudaDeviceCanAccessPeer(int *Can, int Device, int Peer) {
  *Can = 0;
  return require(Device == 0 && Peer == 0, cudaErrorInvalidDevice);
}

cudaError_t cudaDeviceEnablePeerAccess(int, unsigned) { return done(cudaErrorInvalidDevice); }

cudaError_t cudaDeviceDisablePeerAccess(int) { return done(cudaErrorInvalidDevice); }

cudaError_t cudaDeviceGetPCIBusId(char *Id, int Length, int Device) {
  strncpy(Id, "0000:00:00.0", size_t(Length));
  return require(Device == 0, cudaErrorInvalidDevice);
}

cudaError_t cudaDeviceGetByPCIBusId(int *Device, const char *Id) {
  *Device = 0;
  return require(!strcmp(Id, "0000:00:00.0"));
}

cudaError_t cudaSetValidDevices(int *Devices, int Length) {
  return require(Length == 0 || (Devices && Devices[0] == 0), cudaErrorInvalidDevice);
}

cudaError_t cudaProfilerStart() { return done(); }
cudaError_t cudaProfilerStop() { return done(); }
}
