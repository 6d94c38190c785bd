//===- Events.cpp - events: when a stream has come so far -----------------===//
#include "host/Errors.h"
#include "host/Streams.h"

#include <chrono>
#include <mutex>
#include <set>

using namespace simt::host;
using Clock = std::chrono::steady_clock;

// CUDA's handle is a pointer to it.
struct CUevent_st {
  Clock::time_point Time;
  unsigned Pending = 0; ///< Records that their streams have not come to.
  bool IsRecorded = false, HasTime = true;
};

namespace {

std::mutex Lock;

std::set<cudaEvent_t> &events() {
  static std::set<cudaEvent_t> All;
  return All;
}

bool isEvent(cudaEvent_t Event) {
  std::lock_guard Guard(Lock);
  return events().count(Event);
}

} // namespace

extern "C" {
cudaError_t cudaEventCreateWithFlags(cudaEvent_t *Event, unsigned Flags) {
  *Event = new CUevent_st;
  (*Event)->HasTime = !(Flags & cudaEventDisableTiming);
  std::lock_guard Guard(Lock);
  events().insert(*Event);
  return done();
}

cudaError_t cudaEventCreate(cudaEvent_t *Event) { return cudaEventCreateWithFlags(Event, 0); }

cudaError_t cudaEventDestroy(cudaEvent_t Event) {
  if (!isEvent(Event))
    return done(cudaErrorInvalidResourceHandle);
  finishAll(); // a stream may still have to record it
  std::lock_guard Guard(Lock);
  events().erase(Event);
  delete Event;
  return done();
}

cudaError_t cudaEventRecord(cudaEvent_t Event, cudaStream_t Stream) {
  if (!isEvent(Event))
    return done(cudaErrorInvalidResourceHandle);
  Event->IsRecorded = true;
  ++Event->Pending;
  return enqueue(Stream, [Event] {
    Event->Time = Clock::now();
    --Event->Pending;
  });
}

cudaError_t cudaEventQuery(cudaEvent_t Event) {
  if (!isEvent(Event))
    return done(cudaErrorInvalidResourceHandle);
  return done(Event->Pending ? cudaErrorNotReady : cudaSuccess);
}

cudaError_t cudaEventSynchronize(cudaEvent_t Event) {
  if (!isEvent(Event))
    return done(cudaErrorInvalidResourceHandle);
  if (Event->Pending)
    finishAll();
  return done();
}

cudaError_t cudaStreamWaitEvent(cudaStream_t Stream, cudaEvent_t Event, unsigned) {
  if (!isEvent(Event))
    return done(cudaErrorInvalidResourceHandle);
  return enqueue(Stream, [Event] {
    if (Event->Pending)
      finishAll();
  });
}

cudaError_t cudaEventElapsedTime(float *Milliseconds, cudaEvent_t Start, cudaEvent_t End) {
  if (!isEvent(Start) || !isEvent(End) || !Start->HasTime || !End->HasTime || !Start->IsRecorded ||
      !End->IsRecorded)
    return done(cudaErrorInvalidResourceHandle);
  if (Start->Pending || End->Pending)
    return done(cudaErrorNotReady);
  *Milliseconds = std::chrono::duration<float, std::milli>(End->Time - Start->Time).count();
  return done();
}
}
