//===- DeviceRuntime.cpp - CUDA's runtime in kernels ----------------------===//
//
// The pass calls these where device code calls the function of the API (pass/DeviceRuntime.cpp).
//
//===----------------------------------------------------------------------===//
#include "Machine.h"
#include "host/Errors.h"
#include "host/Settings.h"
#include "host/children/Children.h"

#include "simt/memory.h"

#include <cstring>

using namespace simt;
using namespace simt::host;

#define HERE reinterpret_cast<uintptr_t>(__builtin_return_address(0))

namespace {

Children &children() { return Children::ofRunning(); }
unsigned block() { return TheMachine.blockNumber(); }

void waitOutside(const std::vector<Point> &For) {
  if (!For.empty())
    TheMachine.outside([&] { children().waitFor(For); });
}

void stand(uintptr_t Place) { TheMachine.point(Place); }

void tell(const Finding &Wrong) {
  if (settings().Machine.CheckMemory)
    tellOfHost(Wrong);
}

void copyRows(char *To, size_t ToPitch, const char *From, size_t FromPitch, size_t Width,
              size_t Height, simt::Caller By) {
  for (size_t I = 0; I != Height; ++I) {
    char *const Row = To + I * ToPitch;
    const char *const Source = From + I * FromPitch;
    for (const auto &Wrong :
         {checkRange(Row, Width, true, By), checkRange(Source, Width, false, By)})
      if (Wrong)
        return tell(*Wrong);
    memmove(Row, Source, Width);
    markCopied(Row, Source, Width);
  }
}

/// A stream may only be waited for by others, so that an event is no more than this.
struct DeviceEvent {
  Point Recorded;
};

DeviceEvent *event(cudaEvent_t Handle) { return reinterpret_cast<DeviceEvent *>(Handle); }

} // namespace

cudaError_t simt::host::deviceError(cudaError_t Error) {
  if (Error != cudaSuccess)
    children().lastError(block(), TheMachine.Current->Id) = Error;
  return Error;
}

cudaError_t simt::host::enqueueChild(cudaStream_t Stream, Job What, std::vector<Point> After,
                                     Point *Reached) {
  if (Stream == cudaStreamTailLaunch) {
    children().pushTail(std::move(What));
    return cudaSuccess;
  }
  const auto To = children().find(Stream, block());
  if (!To)
    return deviceError(cudaErrorInvalidResourceHandle);
  const Point P =
      children().push(To, {std::move(What), JobKind::Device, std::move(After), {}}, block());
  if (Reached)
    *Reached = P;
  if (children().isAtOnce())
    waitOutside({P});
  return cudaSuccess;
}

extern "C" {
cudaError_t simt_device_cudaDeviceSynchronize() {
  stand(HERE);
  size_t Deepest = 0;
  cudaDeviceGetLimit(&Deepest, cudaLimitDevRuntimeSyncDepth);
  if (children().depth() >= Deepest) {
    TheMachine.reportHere(Kind::Misuse, "cudaDeviceSynchronize() waits for nothing " +
                                            std::to_string(children().depth()) +
                                            " levels deep: cudaLimitDevRuntimeSyncDepth is " +
                                            std::to_string(Deepest));
    return deviceError(cudaErrorSyncDepthExceeded);
  }
  waitOutside(children().launchedBy(block()));
  return cudaSuccess;
}

cudaError_t simt_device_cudaPeekAtLastError() {
  (void)cudaPeekAtLastError(); // somebody asks
  return children().lastError(block(), TheMachine.Current->Id);
}

cudaError_t simt_device_cudaGetLastError() {
  const cudaError_t Error = simt_device_cudaPeekAtLastError();
  children().lastError(block(), TheMachine.Current->Id) = cudaSuccess;
  return Error;
}

cudaError_t simt_device_cudaStreamCreateWithFlags(cudaStream_t *Stream, unsigned Flags) {
  if (Flags != cudaStreamNonBlocking)
    return deviceError(cudaErrorInvalidValue);
  *Stream = children().openStream();
  return cudaSuccess;
}

cudaError_t simt_device_cudaStreamDestroy(cudaStream_t Stream) {
  return deviceError(children().closeStream(Stream) ? cudaSuccess : cudaErrorInvalidResourceHandle);
}

cudaError_t simt_device_cudaEventCreateWithFlags(cudaEvent_t *Event, unsigned Flags) {
  if (Flags != cudaEventDisableTiming)
    return deviceError(cudaErrorInvalidValue);
  *Event = reinterpret_cast<cudaEvent_t>(new DeviceEvent);
  return cudaSuccess;
}

cudaError_t simt_device_cudaEventDestroy(cudaEvent_t Event) {
  delete event(Event);
  return cudaSuccess;
}

cudaError_t simt_device_cudaEventRecord(cudaEvent_t Event, cudaStream_t Stream) {
  stand(HERE);
  return enqueueChild(Stream, [] {}, {}, &event(Event)->Recorded);
}

cudaError_t simt_device_cudaStreamWaitEvent(cudaStream_t Stream, cudaEvent_t Event, unsigned) {
  stand(HERE);
  return enqueueChild(Stream, [] {}, {event(Event)->Recorded});
}

cudaError_t simt_device_cudaMemcpy2DAsync(void *To, size_t ToPitch, const void *From,
                                          size_t FromPitch, size_t Width, size_t Height,
                                          cudaMemcpyKind, cudaStream_t Stream) {
  stand(HERE);
  const simt::Caller By = {"cudaMemcpy2DAsync in a kernel", HERE};
  return enqueueChild(Stream, [=] {
    copyRows(static_cast<char *>(To), ToPitch, static_cast<const char *>(From), FromPitch, Width,
             Height, By);
  });
}

cudaError_t simt_device_cudaMemcpyAsync(void *To, const void *From, size_t Size, cudaMemcpyKind,
                                        cudaStream_t Stream) {
  stand(HERE);
  const simt::Caller By = {"cudaMemcpyAsync in a kernel", HERE};
  return enqueueChild(Stream, [=] {
    copyRows(static_cast<char *>(To), 0, static_cast<const char *>(From), 0, Size, 1, By);
  });
}

cudaError_t simt_device_cudaMemsetAsync(void *To, int Value, size_t Size, cudaStream_t Stream) {
  stand(HERE);
  const simt::Caller By = {"cudaMemsetAsync in a kernel", HERE};
  return enqueueChild(Stream, [=] {
    if (const auto Wrong = checkRange(To, Size, true, By))
      return tell(*Wrong);
    memset(To, Value, Size);
    markWritten(To, Size);
  });
}

// The heap of malloc() in kernels (CUDA guide, dynamic parallelism: device runtime memory).
cudaError_t simt_device_cudaMalloc(void **Memory, size_t Size) {
  *Memory = TheMachine.allocate(Size, HERE);
  return deviceError(*Memory || !Size ? cudaSuccess : cudaErrorMemoryAllocation);
}

cudaError_t simt_device_cudaFree(void *Memory) {
  if (Memory)
    TheMachine.release(Memory, HERE);
  return cudaSuccess;
}
}
