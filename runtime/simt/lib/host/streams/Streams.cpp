//===- Streams.cpp - the API's streams ------------------------------------===//
#include "host/Errors.h"
#include "host/Findings.h"
#include "host/streams/Queues.h"

using namespace simt::host;

namespace {

cudaError_t create(cudaStream_t *Stream, unsigned Flags, int Priority) {
  auto Guard = queues().hold();
  *Stream = queues().open(Flags, Priority);
  return done();
}

template <class T, class Member>
cudaError_t get(cudaStream_t Stream, T *Value, Member StreamState::*Which) {
  auto Guard = queues().hold();
  const auto Found = queues().find(Stream);
  if (Found)
    *Value = (*Found).*Which;
  return require(Found != nullptr, cudaErrorInvalidResourceHandle);
}

} // namespace

extern "C" {
cudaError_t cudaStreamCreate(cudaStream_t *Stream) { return create(Stream, 0, 0); }

cudaError_t cudaStreamCreateWithFlags(cudaStream_t *Stream, unsigned Flags) {
  return create(Stream, Flags, 0);
}

cudaError_t cudaStreamCreateWithPriority(cudaStream_t *Stream, unsigned Flags, int Priority) {
  return create(Stream, Flags, Priority);
}

cudaError_t cudaStreamDestroy(cudaStream_t Stream) {
  auto Guard = queues().hold();
  return require(queues().close(Stream), cudaErrorInvalidResourceHandle);
}

cudaError_t cudaStreamSynchronize(cudaStream_t Stream) {
  if (!isStream(Stream))
    return done(cudaErrorInvalidResourceHandle);
  return wait(pointsOf(Stream));
}

cudaError_t cudaStreamQuery(cudaStream_t Stream) {
  if (!isStream(Stream))
    return done(cudaErrorInvalidResourceHandle);
  for (const Point &P : pointsOf(Stream))
    if (!query(P))
      return done(cudaErrorNotReady);
  return done();
}

cudaError_t cudaStreamGetFlags(cudaStream_t Stream, unsigned *Flags) {
  return get(Stream, Flags, &StreamState::Flags);
}

cudaError_t cudaStreamGetPriority(cudaStream_t Stream, int *Priority) {
  return get(Stream, Priority, &StreamState::Priority);
}

cudaError_t cudaStreamGetId(cudaStream_t Stream, unsigned long long *Id) {
  return get(Stream, Id, &StreamState::Id);
}

// The machine has no graphs, so that there is nothing to begin.
cudaError_t cudaStreamIsCapturing(cudaStream_t Stream, cudaStreamCaptureStatus *Status) {
  *Status = cudaStreamCaptureStatusNone;
  return require(isStream(Stream), cudaErrorInvalidResourceHandle);
}

cudaError_t cudaStreamAddCallback(cudaStream_t Stream, cudaStreamCallback_t Callback, void *Data,
                                  unsigned) {
  return enqueue(Stream, [=] { Callback(Stream, brokenBy(), Data); }, JobKind::HostFunction);
}

cudaError_t cudaLaunchHostFunc(cudaStream_t Stream, cudaHostFn_t Function, void *Data) {
  return enqueue(Stream, [=] { Function(Data); }, JobKind::HostFunction);
}

cudaError_t cudaStreamAttachMemAsync(cudaStream_t Stream, void *, size_t, unsigned) {
  return require(isStream(Stream), cudaErrorInvalidResourceHandle);
}

cudaError_t cudaDeviceSynchronize() { return finishAll(); }

cudaError_t cudaThreadSynchronize() { return cudaDeviceSynchronize(); }
}
