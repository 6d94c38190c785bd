//===- Streams.h - streams and what waits in them ----------------*- C++ -*-===//
//
// What is asked of the device is a job in a stream's queue. In lockstep a job is done as soon as it
// is there, which is one of the orders that CUDA allows. Else the seed says when: jobs stay in
// their queues until something waits for them, or are done before others of other streams. A
// thread that calls the API does them; one at a time, for there is one machine.
//
//===----------------------------------------------------------------------===//
#ifndef COOPIFY_SIMT_HOST_STREAMS_STREAMS_H
#define COOPIFY_SIMT_HOST_STREAMS_STREAMS_H

#include "order/LaunchOrder.h"

#include <cuda_runtime_api.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <vector>

namespace simt::host {

using Job = std::function<void()>;

struct StreamState;

/// When a stream has done so many jobs. Of no stream: always.
struct Point {
  std::shared_ptr<StreamState> Stream;
  uint64_t Count = 0;
  std::shared_ptr<const StreamClock> Clock = {}; ///< What comes before it.
};

enum class JobKind {
  Device,      ///< Done at the program's end, too, if nobody waited: what is wrong with it shows.
  HostMemory,  ///< Its memory may be gone then.
  HostFunction ///< The same; and it may itself wait for what the host does next.
};

/// False where the stream is none (destroyed, or never made).
bool isStream(cudaStream_t Stream);

/// The stream does the job after what it was given before. \p Reached: when it has, which is also
/// what a wait for the stream waits for.
cudaError_t enqueue(cudaStream_t Stream, Job What, JobKind Kind = JobKind::Device,
                    Point *Reached = nullptr);

/// Does nothing but come after the point as well.
cudaError_t enqueueWait(cudaStream_t Stream, const Point &After);

/// Whether it is reached; where not, somebody who asks again and again must see it one day.
bool query(const Point &P);

/// What the stream, or all of them, were given so far.
std::vector<Point> pointsOf(cudaStream_t Stream);
std::vector<Point> allPoints();

/// Until all of them are reached. Not in the host's functions in streams, which may not call the
/// API (CUDA Runtime API, cudaLaunchHostFunc): cudaErrorNotPermitted.
cudaError_t wait(const std::vector<Point> &For);
inline cudaError_t finishAll() { return wait(allPoints()); }
/// Of the job that the thread does; it has no number yet.
LaunchClock clockOfJob();
/// Whether the thread does a job.
bool isInJob();

/// Held while a job uses the machine's memory, and by what changes which memory there is.
std::recursive_mutex &machineLock();

/// Whether jobs wait in their queues at all.
bool areStreamsInterleaved();

} // namespace simt::host

#endif
