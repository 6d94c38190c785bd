//===- Jobs.cpp - jobs, and what the API waits for ------------------------===//
#include "host/Errors.h"
#include "host/Findings.h"
#include "host/streams/Queues.h"

#include <cstdlib>

using namespace simt::host;

// The host may have ended without having waited. What is wrong with a kernel is to be seen all the
// same.
static void finishAtExit() {
  if (isInJob()) // the host's function in a stream ended the program
    return;
  auto Guard = queues().hold();
  queues().drop();
  queues().waitFor(queues().given(), Guard);
}

static cudaError_t enqueueAfter(cudaStream_t Stream, QueuedJob What, Point *Reached) {
  static const bool Ends = (tellAtEnd(), !atexit(finishAtExit));
  (void)Ends;
  {
    auto Guard = queues().hold();
    const auto To = queues().find(Stream);
    if (!To)
      return done(cudaErrorInvalidResourceHandle);
    const Point P = queues().push(*To, std::move(What), To);
    if (Reached)
      *Reached = P;
    if (!isInJob())
      queues().advance(Guard);
  }
  return done();
}

cudaError_t simt::host::enqueue(cudaStream_t Stream, Job What, JobKind Kind, Point *Reached) {
  return enqueueAfter(Stream, {std::move(What), Kind, {}, {}}, Reached);
}

cudaError_t simt::host::enqueueWait(cudaStream_t Stream, const Point &After) {
  return enqueueAfter(Stream, {[] {}, JobKind::Device, {After}, {}}, nullptr);
}

bool simt::host::isStream(cudaStream_t Stream) {
  auto Guard = queues().hold();
  return queues().find(Stream) != nullptr;
}

// Not ready is what it says first, so that programs must be able to bear it.
bool simt::host::query(const Point &P) {
  auto Guard = queues().hold();
  const bool Is = isReached(P);
  if (Is)
    queues().orderHost({P});
  else if (!isInJob())
    queues().advanceTo(P, Guard);
  return Is;
}

std::vector<Point> simt::host::pointsOf(cudaStream_t Stream) {
  auto Guard = queues().hold();
  const auto Found = queues().find(Stream);
  return Found ? queues().given(*Found) : std::vector<Point>();
}

std::vector<Point> simt::host::allPoints() {
  auto Guard = queues().hold();
  return queues().given();
}

cudaError_t simt::host::wait(const std::vector<Point> &For) {
  if (isInJob())
    return done(cudaErrorNotPermitted);
  {
    auto Guard = queues().hold();
    queues().waitFor(For, Guard);
    queues().orderHost(For);
  }
  return done();
}

std::recursive_mutex &simt::host::machineLock() {
  static std::recursive_mutex &Lock = *new std::recursive_mutex;
  return Lock;
}
