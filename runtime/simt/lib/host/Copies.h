//===- Copies.h - copies between host and device -----------------*- C++ -*-===//
#ifndef COOPIFY_SIMT_HOST_COPIES_H
#define COOPIFY_SIMT_HOST_COPIES_H

#include <cuda_runtime_api.h>

namespace simt::host {

/// Rows of a copy: one of them for a plain one.
struct Rows {
  size_t Width, Height = 1, ToPitch = 0, FromPitch = 0;
};

/// As the stream comes to it, once both ends are what the direction says and hold as much.
cudaError_t copy(void *To, const void *From, Rows R, cudaMemcpyKind Kind, cudaStream_t Stream = 0);

cudaError_t fill(void *To, int Value, Rows R, cudaStream_t Stream = 0);

} // namespace simt::host

#endif
