//===- Copies.cpp - copies and fills --------------------------------------===//
#include "host/Copies.h"

#include "host/Allocations.h"
#include "host/Errors.h"
#include "host/Findings.h"
#include "host/Settings.h"
#include "host/Streams.h"
#include "host/Units.h"

#include <cstring>

using namespace simt::host;

namespace {

/// What the address is in: an allocation's end, or a variable's.
struct Region {
  const char *End = nullptr;
  bool IsKnown = false, IsDevice = false, IsHost = true;
};

Region regionOf(const void *Address) {
  if (const Allocation *A = findAllocation(Address))
    return {A->Start + A->Size, true, A->Type != cudaMemoryTypeHost,
            A->Type != cudaMemoryTypeDevice};
  if (const Variable V = findVariableAt(Address); V.Size)
    return {V.Address + V.Size, true, true, false};
  return {};
}

size_t reach(const Rows &R, size_t Pitch) {
  return R.Height ? Pitch * (R.Height - 1) + R.Width : 0;
}

// Pinned memory is the device's as well.
bool mayBe(const Region &R, bool IsDevice) {
  return IsDevice ? R.IsDevice || R.IsKnown : R.IsHost || !R.IsKnown;
}

bool holds(const void *Address, size_t Size, cudaMemcpyKind Kind, bool IsDevice) {
  const Region R = regionOf(Address);
  if (R.IsKnown && static_cast<const char *>(Address) + Size > R.End)
    return false;
  return Kind == cudaMemcpyDefault || mayBe(R, IsDevice);
}

bool isOfDevice(cudaMemcpyKind Kind, bool IsTarget) {
  return Kind == cudaMemcpyDeviceToDevice ||
         Kind == (IsTarget ? cudaMemcpyHostToDevice : cudaMemcpyDeviceToHost);
}

cudaError_t check(void *To, const void *From, const Rows &R, cudaMemcpyKind Kind) {
  if (Kind < cudaMemcpyHostToHost || Kind > cudaMemcpyDefault)
    return cudaErrorInvalidMemcpyDirection;
  if (R.Height > 1 && (R.Width > R.ToPitch || R.Width > R.FromPitch))
    return cudaErrorInvalidPitchValue;
  if (!R.Width || !R.Height)
    return cudaSuccess;
  return To && From && holds(To, reach(R, R.ToPitch), Kind, isOfDevice(Kind, true)) &&
                 holds(From, reach(R, R.FromPitch), Kind, isOfDevice(Kind, false))
             ? cudaSuccess
             : cudaErrorInvalidValue;
}

cudaError_t refused(cudaError_t Error, simt::Caller By) {
  if (settings().Machine.CheckMemory)
    tellOfHost(
        {simt::Kind::Misuse,
         std::string(cudaGetErrorString(Error)) +
             ": the direction, a size or an address is not what the memory is; nothing is copied",
         {{By.Name, By.Place}}});
  return done(Error);
}

bool leavesDevice(const void *To, const void *From) {
  return settings().Machine.CheckUninitialised && regionOf(From).IsDevice && !regionOf(To).IsDevice;
}

} // namespace

cudaError_t simt::host::copy(void *To, const void *From, Rows R, cudaMemcpyKind Kind,
                             cudaStream_t Stream, simt::Caller By) {
  if (const cudaError_t Error = check(To, From, R, Kind); Error != cudaSuccess)
    return refused(Error, By);
  return enqueue(Stream, [=] {
    for (size_t I = 0; I != R.Height; ++I) {
      char *const Row = static_cast<char *>(To) + I * R.ToPitch;
      const char *const Source = static_cast<const char *>(From) + I * R.FromPitch;
      if (auto Wrong = leavesDevice(Row, Source) ? checkWritten(Source, R.Width, By) : std::nullopt)
        tellOfHost(*Wrong);
      memmove(Row, Source, R.Width);
      simt::markCopied(Row, Source, R.Width);
    }
  });
}

cudaError_t simt::host::fill(void *To, int Value, Rows R, cudaStream_t Stream, simt::Caller By) {
  if (!R.Width || !R.Height)
    return done();
  const Region Known = regionOf(To);
  if (!Known.IsKnown || static_cast<char *>(To) + reach(R, R.ToPitch) > Known.End)
    return refused(cudaErrorInvalidValue, By);
  return enqueue(Stream, [=] {
    for (size_t I = 0; I != R.Height; ++I) {
      char *const Row = static_cast<char *>(To) + I * R.ToPitch;
      memset(Row, Value, R.Width);
      simt::markWritten(Row, R.Width);
    }
  });
}

extern "C" {
cudaError_t cudaMemcpy(void *To, const void *From, size_t Size, cudaMemcpyKind Kind) {
  return copy(To, From, {Size}, Kind);
}

cudaError_t cudaMemcpyAsync(void *To, const void *From, size_t Size, cudaMemcpyKind Kind,
                            cudaStream_t Stream) {
  return copy(To, From, {Size}, Kind, Stream);
}

cudaError_t cudaMemcpy2D(void *To, size_t ToPitch, const void *From, size_t FromPitch, size_t Width,
                         size_t Height, cudaMemcpyKind Kind) {
  return copy(To, From, {Width, Height, ToPitch, FromPitch}, Kind);
}

cudaError_t cudaMemcpy2DAsync(void *To, size_t ToPitch, const void *From, size_t FromPitch,
                              size_t Width, size_t Height, cudaMemcpyKind Kind,
                              cudaStream_t Stream) {
  return copy(To, From, {Width, Height, ToPitch, FromPitch}, Kind, Stream);
}

cudaError_t cudaMemcpyPeer(void *To, int ToDevice, const void *From, int FromDevice, size_t Size) {
  if (ToDevice || FromDevice)
    return done(cudaErrorInvalidDevice);
  return copy(To, From, {Size}, cudaMemcpyDeviceToDevice);
}

cudaError_t cudaMemcpyPeerAsync(void *To, int ToDevice, const void *From, int FromDevice,
                                size_t Size, cudaStream_t Stream) {
  if (ToDevice || FromDevice)
    return done(cudaErrorInvalidDevice);
  return copy(To, From, {Size}, cudaMemcpyDeviceToDevice, Stream);
}

cudaError_t cudaMemset(void *To, int Value, size_t Size) { return fill(To, Value, {Size}); }

cudaError_t cudaMemsetAsync(void *To, int Value, size_t Size, cudaStream_t Stream) {
  return fill(To, Value, {Size}, Stream);
}

cudaError_t cudaMemset2D(void *To, size_t Pitch, int Value, size_t Width, size_t Height) {
  return fill(To, Value, {Width, Height, Pitch});
}

cudaError_t cudaMemset2DAsync(void *To, size_t Pitch, int Value, size_t Width, size_t Height,
                              cudaStream_t Stream) {
  return fill(To, Value, {Width, Height, Pitch}, Stream);
}
}
