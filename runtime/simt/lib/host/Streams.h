//===- Streams.h - streams and events ----------------------------*- C++ -*-===//
//
// What is asked of the device is a job in a stream's queue. Today a job is done as soon as it is
// there, which is one of the orders that CUDA allows; another one would only have to leave jobs
// in their queues until something waits for them.
//
//===----------------------------------------------------------------------===//
#ifndef COOPIFY_SIMT_HOST_STREAMS_H
#define COOPIFY_SIMT_HOST_STREAMS_H

#include <cuda_runtime_api.h>

#include <functional>

namespace simt::host {

using Job = std::function<void()>;

/// False where the stream is none (destroyed, or never made).
bool isStream(cudaStream_t Stream);

/// The stream does the job after what it was given before.
cudaError_t enqueue(cudaStream_t Stream, Job What);

/// Until all that was given to the stream, or to any of them, is done.
void finish(cudaStream_t Stream);
void finishAll();

} // namespace simt::host

#endif
