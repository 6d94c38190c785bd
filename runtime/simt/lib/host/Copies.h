//===- Copies.h - copies between host and device -----------------*- C++ -*-===//
#ifndef COOPIFY_SIMT_HOST_COPIES_H
#define COOPIFY_SIMT_HOST_COPIES_H

#include "simt/memory.h"

#include <cuda_runtime_api.h>

/// The function of the API that calls, and where the program calls that: a default argument is the
/// caller's.
#define SIMT_CALLER                                                                                \
  simt::Caller { __builtin_FUNCTION(), reinterpret_cast<uintptr_t>(__builtin_return_address(0)) }

namespace simt::host {

/// Rows of a copy: one of them for a plain one.
struct Rows {
  size_t Width, Height = 1, ToPitch = 0, FromPitch = 0;
};

/// When the call returns (CUDA Runtime API, API synchronization behavior).
enum class Way {
  Synchronous, ///< Once it is done, where the host could see that it is not.
  Asynchronous ///< At once, unless memory of the host's is not page-locked.
};

/// In the stream, once both ends are what the direction says and hold as much. Else a finding, for
/// programs seldom look at what such a call returns.
cudaError_t copy(void *To, const void *From, Rows R, cudaMemcpyKind Kind,
                 Way How = Way::Synchronous, cudaStream_t Stream = 0,
                 simt::Caller By = SIMT_CALLER);

cudaError_t fill(void *To, int Value, Rows R, Way How = Way::Synchronous, cudaStream_t Stream = 0,
                 simt::Caller By = SIMT_CALLER);

} // namespace simt::host

#endif
