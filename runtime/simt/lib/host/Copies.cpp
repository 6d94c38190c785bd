//===- Copies.cpp - copies and fills --------------------------------------===//
#include "host/Copies.h"

#include "host/Allocations.h"
#include "host/Errors.h"
#include "host/Findings.h"
#include "host/Settings.h"
#include "host/Units.h"
#include "host/streams/Streams.h"

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

struct Transfer {
  char *To;
  const char *From;
  Rows R;
  simt::Caller By;
};

/// False after a finding.
bool isFine(const std::optional<simt::Finding> &Wrong) {
  if (Wrong && settings().Machine.CheckMemory)
    tellOfHost(*Wrong);
  return !Wrong;
}

// What was there at the call may be freed by now.
void transfer(const Transfer &T) {
  const std::lock_guard Lock(machineLock());
  for (size_t I = 0; I != T.R.Height; ++I) {
    char *const Row = T.To + I * T.R.ToPitch;
    const char *const Source = T.From + I * T.R.FromPitch;
    if (!isFine(simt::checkRange(Row, T.R.Width, true, T.By)) ||
        !isFine(simt::checkRange(Source, T.R.Width, false, T.By)))
      continue;
    if (leavesDevice(Row, Source))
      isFine(simt::checkWritten(Source, T.R.Width, T.By));
    memmove(Row, Source, T.R.Width);
    simt::markCopied(Row, Source, T.R.Width);
  }
}

/// The source's bytes, as they are now: the caller may change them.
std::shared_ptr<std::vector<char>> stage(Transfer &T) {
  auto Staged = std::make_shared<std::vector<char>>(T.R.Width * T.R.Height);
  for (size_t I = 0; I != T.R.Height; ++I)
    memcpy(Staged->data() + I * T.R.Width, T.From + I * T.R.FromPitch, T.R.Width);
  T.From = Staged->data(), T.R.FromPitch = T.R.Width;
  return Staged;
}

bool isOfDeviceAlone(const Region &R) { return R.IsKnown && !R.IsHost; }

// CUDA Runtime API, API synchronization behavior: memcpy.
bool returnsLate(const Region &To, const Region &From, Way How) {
  if (How == Way::Synchronous)
    return !isOfDeviceAlone(To) || (From.IsKnown && !isOfDeviceAlone(From));
  return !To.IsKnown || (To.IsHost && From.IsHost && !To.IsDevice && !From.IsDevice);
}

} // namespace

cudaError_t simt::host::copy(void *To, const void *From, Rows R, cudaMemcpyKind Kind, Way How,
                             cudaStream_t Stream, simt::Caller By) {
  if (const cudaError_t Error = check(To, From, R, Kind); Error != cudaSuccess)
    return refused(Error, By);
  Transfer T = {static_cast<char *>(To), static_cast<const char *>(From), R, By};
  const Region Target = regionOf(To), Source = regionOf(From);
  std::shared_ptr<std::vector<char>> Staged;
  if (areStreamsInterleaved() && !Source.IsKnown && Target.IsKnown) {
    if (How == Way::Synchronous)
      wait(pointsOf(Stream));
    Staged = stage(T);
  }
  Point Done;
  const bool IsOfHost = !Target.IsDevice || (!Staged && !Source.IsDevice);
  const cudaError_t Error = enqueue(
      Stream, [T, Staged] { transfer(T); }, IsOfHost ? JobKind::HostMemory : JobKind::Device,
      &Done);
  return returnsLate(Target, Source, How) ? wait({Done}) : Error;
}

// The same: memset.
cudaError_t simt::host::fill(void *To, int Value, Rows R, Way How, cudaStream_t Stream,
                             simt::Caller By) {
  if (!R.Width || !R.Height)
    return done();
  const Region Known = regionOf(To);
  if (!Known.IsKnown || static_cast<char *>(To) + reach(R, R.ToPitch) > Known.End)
    return refused(cudaErrorInvalidValue, By);
  Point Done;
  const cudaError_t Error = enqueue(
      Stream,
      [=] {
        const std::lock_guard Lock(machineLock());
        for (size_t I = 0; I != R.Height; ++I) {
          char *const Row = static_cast<char *>(To) + I * R.ToPitch;
          if (!isFine(simt::checkRange(Row, R.Width, true, By)))
            continue;
          memset(Row, Value, R.Width);
          simt::markWritten(Row, R.Width);
        }
      },
      JobKind::Device, &Done);
  return How == Way::Synchronous && !isOfDeviceAlone(Known) ? wait({Done}) : Error;
}

extern "C" {
cudaError_t cudaMemcpy(void *To, const void *From, size_t Size, cudaMemcpyKind Kind) {
  return copy(To, From, {Size}, Kind);
}

cudaError_t cudaMemcpyAsync(void *To, const void *From, size_t Size, cudaMemcpyKind Kind,
                            cudaStream_t Stream) {
  return copy(To, From, {Size}, Kind, Way::Asynchronous, Stream);
}

cudaError_t cudaMemcpy2D(void *To, size_t ToPitch, const void *From, size_t FromPitch, size_t Width,
                         size_t Height, cudaMemcpyKind Kind) {
  return copy(To, From, {Width, Height, ToPitch, FromPitch}, Kind);
}

cudaError_t cudaMemcpy2DAsync(void *To, size_t ToPitch, const void *From, size_t FromPitch,
                              size_t Width, size_t Height, cudaMemcpyKind Kind,
                              cudaStream_t Stream) {
  return copy(To, From, {Width, Height, ToPitch, FromPitch}, Kind, Way::Asynchronous, Stream);
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
  return copy(To, From, {Size}, cudaMemcpyDeviceToDevice, Way::Asynchronous, Stream);
}

cudaError_t cudaMemset(void *To, int Value, size_t Size) { return fill(To, Value, {Size}); }

cudaError_t cudaMemsetAsync(void *To, int Value, size_t Size, cudaStream_t Stream) {
  return fill(To, Value, {Size}, Way::Asynchronous, Stream);
}

cudaError_t cudaMemset2D(void *To, size_t Pitch, int Value, size_t Width, size_t Height) {
  return fill(To, Value, {Width, Height, Pitch});
}

cudaError_t cudaMemset2DAsync(void *To, size_t Pitch, int Value, size_t Width, size_t Height,
                              cudaStream_t Stream) {
  return fill(To, Value, {Width, Height, Pitch}, Way::Asynchronous, Stream);
}
}
