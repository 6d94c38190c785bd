//===- Variables.cpp - __device__ and __constant__ variables --------------===//
#include "host/Allocations.h"
#include "host/Copies.h"
#include "host/Errors.h"
#include "host/Units.h"

using namespace simt::host;

/// Null, and why not, where the variable does not hold so much there.
static char *placeIn(const void *Symbol, size_t Size, size_t Offset, cudaError_t &Why) {
  const Variable V = findVariable(Symbol);
  Why = !V.Address ? cudaErrorInvalidSymbol : cudaErrorInvalidValue;
  return V.Address && Offset + Size <= V.Size ? V.Address + Offset : nullptr;
}

static cudaError_t copyTo(const void *Symbol, const void *From, size_t Size, size_t Offset,
                          cudaMemcpyKind Kind, simt::Caller By, Way How = Way::Synchronous,
                          cudaStream_t Stream = nullptr) {
  cudaError_t Why;
  char *To = placeIn(Symbol, Size, Offset, Why);
  return To ? copy(To, From, {Size}, Kind, How, Stream, By) : done(Why);
}

static cudaError_t copyFrom(void *To, const void *Symbol, size_t Size, size_t Offset,
                            cudaMemcpyKind Kind, simt::Caller By, Way How = Way::Synchronous,
                            cudaStream_t Stream = nullptr) {
  cudaError_t Why;
  char *From = placeIn(Symbol, Size, Offset, Why);
  return From ? copy(To, From, {Size}, Kind, How, Stream, By) : done(Why);
}

extern "C" {
cudaError_t cudaMemcpyToSymbol(const void *Symbol, const void *From, size_t Size, size_t Offset,
                               cudaMemcpyKind Kind) {
  return copyTo(Symbol, From, Size, Offset, Kind, SIMT_API_CALL);
}

cudaError_t cudaMemcpyToSymbolAsync(const void *Symbol, const void *From, size_t Size,
                                    size_t Offset, cudaMemcpyKind Kind, cudaStream_t Stream) {
  return copyTo(Symbol, From, Size, Offset, Kind, SIMT_API_CALL, Way::Asynchronous, Stream);
}

cudaError_t cudaMemcpyFromSymbol(void *To, const void *Symbol, size_t Size, size_t Offset,
                                 cudaMemcpyKind Kind) {
  return copyFrom(To, Symbol, Size, Offset, Kind, SIMT_API_CALL);
}

cudaError_t cudaMemcpyFromSymbolAsync(void *To, const void *Symbol, size_t Size, size_t Offset,
                                      cudaMemcpyKind Kind, cudaStream_t Stream) {
  return copyFrom(To, Symbol, Size, Offset, Kind, SIMT_API_CALL, Way::Asynchronous, Stream);
}

cudaError_t cudaGetSymbolAddress(void **Address, const void *Symbol) {
  *Address = findVariable(Symbol).Address;
  return require(*Address, cudaErrorInvalidSymbol);
}

cudaError_t cudaGetSymbolSize(size_t *Size, const void *Symbol) {
  const Variable V = findVariable(Symbol);
  *Size = V.Size;
  return require(V.Address, cudaErrorInvalidSymbol);
}
}
