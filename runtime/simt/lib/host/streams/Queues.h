//===- Queues.h - what each stream still has to do ---------------*- C++ -*-===//
#ifndef COOPIFY_SIMT_HOST_STREAMS_QUEUES_H
#define COOPIFY_SIMT_HOST_STREAMS_QUEUES_H

#include "host/streams/Streams.h"

#include <condition_variable>
#include <deque>
#include <map>

// CUDA's handle is a pointer to it.
struct CUstream_st {
  std::shared_ptr<simt::host::StreamState> State;
};

namespace simt::host {

struct QueuedJob {
  Job Do;
  JobKind Kind;
  std::vector<Point> After; ///< Of other streams.
  std::shared_ptr<const StreamClock> Clock = {};
};

struct StreamState {
  std::deque<QueuedJob> Queue;
  uint64_t Given = 0, Done = 0;
  unsigned Flags = 0;
  int Priority = 0;
  uint64_t Id = 0;
  std::shared_ptr<const StreamClock> Clock = {}; ///< Of its last job.
  bool isBlocking() const { return !(Flags & cudaStreamNonBlocking); }
};

inline bool isReached(const Point &P) { return !P.Stream || P.Stream->Done >= P.Count; }

/// Whether its next job may be done.
bool isReady(const StreamState &S);
/// The stream whose next job must be done before the point is reached. What a job waits for was
/// given before it, so there is one.
StreamState *needed(const Point &P);

/// Which stream is next, as the seed says.
class StreamChoice {
public:
  uint64_t random();
  StreamState *among(const std::vector<StreamState *> &Of);
  /// Whose next job brings the points nearer.
  StreamState *towards(const std::vector<Point> &Unreached);

private:
  uint64_t State = 0;
};

/// All streams, and who does their jobs.
class Queues {
public:
  using Held = std::unique_lock<std::mutex>;
  Held hold() { return Held(Lock); }

  std::shared_ptr<StreamState> make(unsigned Flags, int Priority);
  /// Null where the stream is none.
  std::shared_ptr<StreamState> find(cudaStream_t Stream);
  cudaStream_t open(unsigned Flags, int Priority);
  bool close(cudaStream_t Stream);

  Point push(StreamState &To, QueuedJob What, const std::shared_ptr<StreamState> &Stream);
  /// After a job was pushed: what the seed, or the order of the calls, wants to be done now.
  void advance(Held &Guard);
  void advanceTo(const Point &P, Held &Guard);
  void waitFor(std::vector<Point> For, Held &Guard);
  /// The host saw that they are reached.
  void orderHost(const std::vector<Point> &Reached);
  std::vector<Point> given(const StreamState &By) const;
  std::vector<Point> given() const;
  bool isIdle() const;
  bool isRunning() const { return Runs; }
  /// From here on jobs that are dropped at the program's end are.
  void drop() { Drops = true; }

private:
  std::vector<Point> orderOfLegacy(const StreamState &To) const;
  StreamState *next(const std::vector<Point> &For);
  std::vector<StreamState *> ready() const;
  void perform(StreamState &S, Held &Guard);
  bool isLate() const;

  std::mutex Lock;
  std::condition_variable Changed;
  std::map<cudaStream_t, std::unique_ptr<CUstream_st>> Handles;
  std::vector<std::shared_ptr<StreamState>> Streams; ///< Those that have a handle, or jobs.
  uint64_t LastId = 0;                               // before Legacy, which takes one
  std::shared_ptr<StreamState> Legacy = make(0, 0);
  bool Runs = false, Drops = false;
  StreamChoice Choice;
  StreamClock OfHost; ///< What it knows to be over; its threads tell each other.
};

Queues &queues();

/// Jobs may be what the host waits for without a call: a callback that wakes it, memory that a
/// kernel writes. Where it has made none for a while, a thread does them.
void watchIdleHost();

} // namespace simt::host

#endif
