//===- Streams.cpp - queues of jobs ---------------------------------------===//
#include "host/Streams.h"

#include "host/Errors.h"

#include <deque>
#include <map>
#include <memory>
#include <mutex>

using namespace simt::host;

// CUDA's handle is a pointer to it.
struct CUstream_st {
  std::deque<Job> Queue;
  unsigned Flags = 0;
  int Priority = 0;
};

namespace {

CUstream_st Default;
std::recursive_mutex Lock; // a program may have several threads, and a job may enqueue others

std::map<cudaStream_t, std::unique_ptr<CUstream_st>> &streams() {
  static std::map<cudaStream_t, std::unique_ptr<CUstream_st>> All;
  return All;
}

/// Null where the stream is none. Both names of the default stream are one here.
CUstream_st *resolve(cudaStream_t Stream) {
  std::lock_guard Guard(Lock);
  if (!Stream || Stream == cudaStreamLegacy || Stream == cudaStreamPerThread)
    return &Default;
  auto Found = streams().find(Stream);
  return Found == streams().end() ? nullptr : Found->second.get();
}

void drain(CUstream_st &Stream) {
  while (!Stream.Queue.empty()) {
    Job Next = std::move(Stream.Queue.front());
    Stream.Queue.pop_front();
    Next();
  }
}

cudaError_t create(cudaStream_t *Stream, unsigned Flags, int Priority) {
  std::lock_guard Guard(Lock);
  auto Made = std::make_unique<CUstream_st>();
  Made->Flags = Flags, Made->Priority = Priority;
  *Stream = Made.get();
  streams()[*Stream] = std::move(Made);
  return done();
}

} // namespace

bool simt::host::isStream(cudaStream_t Stream) { return resolve(Stream); }

cudaError_t simt::host::enqueue(cudaStream_t Stream, Job What) {
  std::lock_guard Guard(Lock);
  CUstream_st *To = resolve(Stream);
  if (!To)
    return done(cudaErrorInvalidResourceHandle);
  To->Queue.push_back(std::move(What));
  drain(*To);
  return done();
}

void simt::host::finish(cudaStream_t Stream) {
  std::lock_guard Guard(Lock);
  drain(*resolve(Stream));
}

void simt::host::finishAll() {
  std::lock_guard Guard(Lock);
  drain(Default);
  for (auto &[Handle, Stream] : streams())
    drain(*Stream);
}

extern "C" {
cudaError_t cudaStreamCreate(cudaStream_t *Stream) { return create(Stream, 0, 0); }

cudaError_t cudaStreamCreateWithFlags(cudaStream_t *Stream, unsigned Flags) {
  return create(Stream, Flags, 0);
}

cudaError_t cudaStreamCreateWithPriority(cudaStream_t *Stream, unsigned Flags, int Priority) {
  return create(Stream, Flags, Priority);
}

cudaError_t cudaStreamDestroy(cudaStream_t Stream) {
  std::lock_guard Guard(Lock);
  if (!streams().count(Stream))
    return done(cudaErrorInvalidResourceHandle);
  finish(Stream);
  streams().erase(Stream);
  return done();
}

cudaError_t cudaStreamSynchronize(cudaStream_t Stream) {
  if (!isStream(Stream))
    return done(cudaErrorInvalidResourceHandle);
  finish(Stream);
  return done();
}

cudaError_t cudaStreamQuery(cudaStream_t Stream) {
  if (!isStream(Stream))
    return done(cudaErrorInvalidResourceHandle);
  return done(resolve(Stream)->Queue.empty() ? cudaSuccess : cudaErrorNotReady);
}

cudaError_t cudaStreamGetFlags(cudaStream_t Stream, unsigned *Flags) {
  if (!isStream(Stream))
    return done(cudaErrorInvalidResourceHandle);
  *Flags = resolve(Stream)->Flags;
  return done();
}

cudaError_t cudaStreamGetPriority(cudaStream_t Stream, int *Priority) {
  if (!isStream(Stream))
    return done(cudaErrorInvalidResourceHandle);
  *Priority = resolve(Stream)->Priority;
  return done();
}

cudaError_t cudaStreamAddCallback(cudaStream_t Stream, cudaStreamCallback_t Callback, void *Data,
                                  unsigned) {
  return enqueue(Stream, [=] { Callback(Stream, cudaPeekAtLastError(), Data); });
}

cudaError_t cudaLaunchHostFunc(cudaStream_t Stream, cudaHostFn_t Function, void *Data) {
  return enqueue(Stream, [=] { Function(Data); });
}

cudaError_t cudaStreamAttachMemAsync(cudaStream_t Stream, void *, size_t, unsigned) {
  return require(isStream(Stream), cudaErrorInvalidResourceHandle);
}

cudaError_t cudaDeviceSynchronize() {
  finishAll();
  return done();
}

cudaError_t cudaThreadSynchronize() { return cudaDeviceSynchronize(); }
}
