//===- Errors.h - what an API function returns -------------------*- C++ -*-===//
#ifndef COOPIFY_SIMT_HOST_ERRORS_H
#define COOPIFY_SIMT_HOST_ERRORS_H

#include <cstdint>
#include <cuda_runtime_api.h>
#include <string>

namespace simt::host {

/// Each API function returns by way of this: cudaGetLastError() knows it afterwards. After a kernel
/// that failed every function says so, until the device is reset.
cudaError_t done(cudaError_t Error = cudaSuccess);

/// The same for a condition that the arguments must fulfil.
cudaError_t require(bool Condition, cudaError_t Otherwise = cudaErrorInvalidValue);

/// A <<<>>> that launches nothing. It returns no error: where the program never asks for the last
/// one, that is told at its end.
void launchedNothing(const std::string &Kernel, cudaError_t Why, uintptr_t Place);

/// A kernel failed.
void breakDevice(cudaError_t Error);
void repairDevice();
cudaError_t brokenBy();

/// How often the API was called so far.
uint64_t callCount();

} // namespace simt::host

#endif
