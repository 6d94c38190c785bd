//===- Memory.cpp - the API's allocations ---------------------------------===//
#include "host/Allocations.h"
#include "host/Errors.h"
#include "host/Units.h"
#include "host/streams/Streams.h"

using namespace simt::host;

namespace {

constexpr size_t PitchAlignment = 512;

cudaError_t give(void **Memory, size_t Size, cudaMemoryType Type, simt::Caller By,
                 unsigned Flags = 0) {
  if (!Memory)
    return done(cudaErrorInvalidValue);
  *Memory = nullptr;
  if (Size == 0)
    return done();
  *Memory = allocate(Size, Type, By, Flags);
  return require(*Memory, cudaErrorMemoryAllocation);
}

size_t pitchOf(size_t Width) {
  return (Width + PitchAlignment - 1) / PitchAlignment * PitchAlignment;
}

} // namespace

extern "C" {
cudaError_t cudaMalloc(void **Memory, size_t Size) {
  return give(Memory, Size, cudaMemoryTypeDevice, SIMT_API_CALL);
}

cudaError_t cudaMallocAsync(void **Memory, size_t Size, cudaStream_t) {
  return give(Memory, Size, cudaMemoryTypeDevice, SIMT_API_CALL);
}

cudaError_t cudaMallocManaged(void **Memory, size_t Size, unsigned Flags) {
  if (Size == 0 || (Flags != cudaMemAttachGlobal && Flags != cudaMemAttachHost))
    return done(cudaErrorInvalidValue);
  return give(Memory, Size, cudaMemoryTypeManaged, SIMT_API_CALL, Flags);
}

cudaError_t cudaMallocHost(void **Memory, size_t Size) {
  return give(Memory, Size, cudaMemoryTypeHost, SIMT_API_CALL);
}

cudaError_t cudaHostAlloc(void **Memory, size_t Size, unsigned Flags) {
  return give(Memory, Size, cudaMemoryTypeHost, SIMT_API_CALL, Flags);
}

cudaError_t cudaMallocPitch(void **Memory, size_t *Pitch, size_t Width, size_t Height) {
  *Pitch = pitchOf(Width);
  return give(Memory, *Pitch * Height, cudaMemoryTypeDevice, SIMT_API_CALL);
}

cudaError_t cudaMalloc3D(cudaPitchedPtr *Memory, cudaExtent Extent) {
  *Memory = make_cudaPitchedPtr(nullptr, pitchOf(Extent.width), Extent.width, Extent.height);
  return give(&Memory->ptr, Memory->pitch * Extent.height * Extent.depth, cudaMemoryTypeDevice,
              SIMT_API_CALL);
}

// Frees wait for the device, as CUDA's do.
cudaError_t cudaFree(void *Memory) {
  const cudaError_t Error = finishAll();
  return !Memory || isInJob() ? Error : require(release(Memory, false, SIMT_API_CALL));
}

cudaError_t cudaFreeAsync(void *Memory, cudaStream_t Stream) {
  if (!isStream(Stream))
    return done(cudaErrorInvalidResourceHandle);
  const simt::Caller By = SIMT_API_CALL;
  const Allocation *A = findAllocation(Memory);
  if (!A || A->Start != Memory || A->Type != cudaMemoryTypeDevice)
    return require(!Memory || release(Memory, false, By));
  return enqueue(Stream, [=] { release(Memory, false, By); });
}

cudaError_t cudaFreeHost(void *Memory) {
  const cudaError_t Error = finishAll();
  return !Memory || isInJob() ? Error : require(release(Memory, true, SIMT_API_CALL));
}

cudaError_t cudaHostRegister(void *Memory, size_t Size, unsigned Flags) {
  if (!Memory || !Size)
    return done(cudaErrorInvalidValue);
  if (findAllocation(Memory))
    return done(cudaErrorHostMemoryAlreadyRegistered);
  addRegistered(Memory, Size, Flags, SIMT_API_CALL);
  return done();
}

cudaError_t cudaHostUnregister(void *Memory) {
  finishAll();
  return require(removeRegistered(Memory, SIMT_API_CALL), cudaErrorHostMemoryNotRegistered);
}

cudaError_t cudaHostGetDevicePointer(void **Device, void *Host, unsigned) {
  const Allocation *A = findAllocation(Host);
  if (!A || A->Type != cudaMemoryTypeHost)
    return done(cudaErrorInvalidValue);
  *Device = Host;
  return done();
}

cudaError_t cudaHostGetFlags(unsigned *Flags, void *Host) {
  const Allocation *A = findAllocation(Host);
  if (!A || A->Type != cudaMemoryTypeHost)
    return done(cudaErrorInvalidValue);
  *Flags = A->Flags;
  return done();
}

cudaError_t cudaMemGetInfo(size_t *Free, size_t *Total) {
  *Free = freeMemory(), *Total = totalMemory();
  return done();
}

cudaError_t cudaPointerGetAttributes(cudaPointerAttributes *Attributes, const void *Pointer) {
  const Allocation *A = findAllocation(Pointer);
  const bool IsVariable = findVariableAt(Pointer).Size;
  const cudaMemoryType Type = A            ? A->Type
                              : IsVariable ? cudaMemoryTypeDevice
                                           : cudaMemoryTypeUnregistered;
  void *Address = const_cast<void *>(Pointer);
  const bool IsOfDevice = Type != cudaMemoryTypeUnregistered;
  *Attributes = {Type,
                 Type,
                 IsOfDevice ? 0 : -2,
                 IsOfDevice ? Address : nullptr,
                 Type == cudaMemoryTypeDevice ? nullptr : Address,
                 Type == cudaMemoryTypeManaged};
  return done();
}

cudaError_t cudaMemPrefetchAsync(const void *Memory, size_t, int, cudaStream_t) {
  const Allocation *A = findAllocation(Memory);
  return require(A && A->Type == cudaMemoryTypeManaged);
}

cudaError_t cudaMemAdvise(const void *Memory, size_t, cudaMemoryAdvise, int) {
  const Allocation *A = findAllocation(Memory);
  return require(A && A->Type == cudaMemoryTypeManaged);
}
}
