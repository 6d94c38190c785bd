//===- Errors.cpp - errors, their names and texts -------------------------===//
#include "host/Errors.h"

#include "host/Findings.h"

#include <atomic>
#include <cstdlib>
#include <mutex>
#include <optional>

using namespace simt::host;

namespace {

thread_local cudaError_t Last = cudaSuccess;
std::atomic<cudaError_t> Broken = cudaSuccess;
std::atomic<uint64_t> Calls = 0;

std::mutex Mutex; // of what follows
std::optional<simt::Finding> NotAsked;

void tellNotAsked() {
  if (NotAsked)
    tellOfHost(*NotAsked);
}

void forgetNotAsked() {
  const std::lock_guard Lock(Mutex);
  NotAsked.reset();
}

struct Text {
  cudaError_t Error;
  const char *Name, *Says;
};

// The texts are those that CUDA 12 prints for these errors.
#define ERROR(NAME, SAYS) {NAME, #NAME, SAYS}
constexpr Text Texts[] = {
    {cudaSuccess, "cudaSuccess", "no error"},
    ERROR(cudaErrorInvalidValue, "invalid argument"),
    ERROR(cudaErrorMemoryAllocation, "out of memory"),
    ERROR(cudaErrorInitializationError, "initialization error"),
    ERROR(cudaErrorInvalidConfiguration, "invalid configuration argument"),
    ERROR(cudaErrorInvalidPitchValue, "invalid pitch argument"),
    ERROR(cudaErrorInvalidSymbol, "invalid device symbol"),
    ERROR(cudaErrorInvalidDevicePointer, "invalid device pointer"),
    ERROR(cudaErrorInvalidMemcpyDirection, "invalid copy direction for memcpy"),
    ERROR(cudaErrorMissingConfiguration, "__global__ function call is not configured"),
    ERROR(cudaErrorLaunchMaxDepthExceeded, "launch would exceed maximum depth of nested launches"),
    ERROR(cudaErrorSyncDepthExceeded, "cudaDeviceSynchronize failed because caller's grid depth "
                                      "exceeds cudaLimitDevRuntimeSyncDepth"),
    ERROR(cudaErrorInvalidDeviceFunction, "invalid device function"),
    ERROR(cudaErrorNoDevice, "no CUDA-capable device is detected"),
    ERROR(cudaErrorInvalidDevice, "invalid device ordinal"),
    ERROR(cudaErrorUnsupportedLimit, "limit is not supported on this architecture"),
    ERROR(cudaErrorPeerAccessUnsupported, "peer access is not supported between these two devices"),
    ERROR(cudaErrorInvalidResourceHandle, "invalid resource handle"),
    ERROR(cudaErrorSymbolNotFound, "named symbol not found"),
    ERROR(cudaErrorNotReady, "device not ready"),
    ERROR(cudaErrorIllegalAddress, "an illegal memory access was encountered"),
    ERROR(cudaErrorLaunchOutOfResources, "too many resources requested for launch"),
    ERROR(cudaErrorLaunchTimeout, "the launch timed out and was terminated"),
    ERROR(cudaErrorPeerAccessAlreadyEnabled, "peer access is already enabled"),
    ERROR(cudaErrorPeerAccessNotEnabled, "peer access has not been enabled"),
    ERROR(cudaErrorAssert, "device-side assert triggered"),
    ERROR(cudaErrorHostMemoryAlreadyRegistered, "part or all of the requested memory range is "
                                                "already mapped"),
    ERROR(cudaErrorHostMemoryNotRegistered, "pointer does not correspond to a registered memory "
                                            "region"),
    ERROR(cudaErrorLaunchFailure, "unspecified launch failure"),
    ERROR(cudaErrorCooperativeLaunchTooLarge, "too many blocks in cooperative launch"),
    ERROR(cudaErrorNotPermitted, "operation not permitted"),
    ERROR(cudaErrorNotSupported, "operation not supported"),
    ERROR(cudaErrorUnknown, "unknown error"),
};
#undef ERROR

const Text *find(cudaError_t Error) {
  for (const Text &T : Texts)
    if (T.Error == Error)
      return &T;
  return nullptr;
}

} // namespace

cudaError_t simt::host::done(cudaError_t Error) {
  Calls.fetch_add(1, std::memory_order_relaxed);
  if (Error == cudaSuccess)
    Error = Broken;
  if (Error != cudaSuccess && Error != cudaErrorNotReady)
    Last = Error;
  return Error;
}

cudaError_t simt::host::require(bool Condition, cudaError_t Otherwise) {
  return done(Condition ? cudaSuccess : Otherwise);
}

void simt::host::launchedNothing(const std::string &Kernel, cudaError_t Why, uintptr_t Place) {
  static const bool Tells = !atexit(tellNotAsked);
  const std::lock_guard Lock(Mutex);
  if (Tells && !NotAsked) // the first is what to look at
    NotAsked = {Kind::Misuse,
                Kernel +
                    " was not launched, and nobody asked for the error: " + cudaGetErrorString(Why),
                {{"<<<>>>", Place}}};
}

void simt::host::breakDevice(cudaError_t Error) { Broken = Error; }
void simt::host::repairDevice() { Broken = Last = cudaSuccess; }
cudaError_t simt::host::brokenBy() { return Broken; }
uint64_t simt::host::callCount() { return Calls; }

extern "C" {
cudaError_t cudaPeekAtLastError() {
  forgetNotAsked();
  return Broken != cudaSuccess ? Broken.load() : Last;
}

cudaError_t cudaGetLastError() {
  const cudaError_t Error = cudaPeekAtLastError();
  Last = cudaSuccess;
  return Error;
}

const char *cudaGetErrorName(cudaError_t Error) {
  const Text *T = find(Error);
  return T ? T->Name : "unrecognized error code";
}

const char *cudaGetErrorString(cudaError_t Error) {
  const Text *T = find(Error);
  return T ? T->Says : "unrecognized error code";
}
}
