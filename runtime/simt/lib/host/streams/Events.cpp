//===- Events.cpp - events: when a stream has come so far -----------------===//
#include "host/Errors.h"
#include "host/streams/Streams.h"

#include <chrono>
#include <map>
#include <mutex>

using namespace simt::host;
using Clock = std::chrono::steady_clock;

// CUDA's handle is a pointer to it.
struct CUevent_st {
  Point Recorded; ///< By the last call, which is the one that counts.
  Clock::time_point Time;
  bool IsRecorded = false, HasTime = true;
};

namespace {

using Event = std::shared_ptr<CUevent_st>;

std::mutex Lock; // of all events and what is in them

std::map<cudaEvent_t, Event> &events() {
  static auto &All = *new std::map<cudaEvent_t, Event>;
  return All;
}

/// Null where it is none.
Event find(cudaEvent_t Handle) {
  std::lock_guard Guard(Lock);
  auto Found = events().find(Handle);
  return Found == events().end() ? nullptr : Found->second;
}

Point recorded(const Event &E) {
  std::lock_guard Guard(Lock);
  return E->Recorded;
}

void setTime(const Event &E) {
  std::lock_guard Guard(Lock);
  E->Time = Clock::now();
}

bool hasTime(const Event &E) { return E && E->HasTime && E->IsRecorded; }

} // namespace

extern "C" {
cudaError_t cudaEventCreateWithFlags(cudaEvent_t *Handle, unsigned Flags) {
  auto Made = std::make_shared<CUevent_st>();
  Made->HasTime = !(Flags & cudaEventDisableTiming);
  *Handle = Made.get();
  {
    std::lock_guard Guard(Lock);
    events()[*Handle] = std::move(Made);
  }
  return done();
}

cudaError_t cudaEventCreate(cudaEvent_t *Event) { return cudaEventCreateWithFlags(Event, 0); }

// A stream may still have to record it.
cudaError_t cudaEventDestroy(cudaEvent_t Handle) {
  bool Was;
  {
    std::lock_guard Guard(Lock);
    Was = events().erase(Handle);
  }
  return require(Was, cudaErrorInvalidResourceHandle);
}

cudaError_t cudaEventRecord(cudaEvent_t Handle, cudaStream_t Stream) {
  const Event E = find(Handle);
  if (!E)
    return done(cudaErrorInvalidResourceHandle);
  Point Reached;
  const cudaError_t Error = enqueue(Stream, [E] { setTime(E); }, JobKind::Device, &Reached);
  if (Reached.Stream) {
    std::lock_guard Guard(Lock);
    E->Recorded = Reached, E->IsRecorded = true;
  }
  return Error;
}

cudaError_t cudaEventRecordWithFlags(cudaEvent_t Handle, cudaStream_t Stream, unsigned) {
  return cudaEventRecord(Handle, Stream);
}

cudaError_t cudaEventQuery(cudaEvent_t Handle) {
  const Event E = find(Handle);
  if (!E)
    return done(cudaErrorInvalidResourceHandle);
  return done(query(recorded(E)) ? cudaSuccess : cudaErrorNotReady);
}

cudaError_t cudaEventSynchronize(cudaEvent_t Handle) {
  const Event E = find(Handle);
  if (!E)
    return done(cudaErrorInvalidResourceHandle);
  return wait({recorded(E)});
}

cudaError_t cudaStreamWaitEvent(cudaStream_t Stream, cudaEvent_t Handle, unsigned) {
  const Event E = find(Handle);
  if (!E)
    return done(cudaErrorInvalidResourceHandle);
  return enqueueWait(Stream, recorded(E));
}

cudaError_t cudaEventElapsedTime(float *Milliseconds, cudaEvent_t Start, cudaEvent_t End) {
  const Event First = find(Start), Last = find(End);
  if (!hasTime(First) || !hasTime(Last))
    return done(cudaErrorInvalidResourceHandle);
  if (!query(recorded(First)) || !query(recorded(Last)))
    return done(cudaErrorNotReady);
  std::lock_guard Guard(Lock);
  *Milliseconds = std::chrono::duration<float, std::milli>(Last->Time - First->Time).count();
  return done();
}
}
