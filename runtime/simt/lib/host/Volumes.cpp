//===- Volumes.cpp - copies and fills in three dimensions -----------------===//
#include "host/Allocations.h"
#include "host/Copies.h"
#include "host/Errors.h"

using namespace simt::host;

static char *planeOf(const cudaPitchedPtr &P, const cudaPos &At, size_t Z) {
  return static_cast<char *>(P.ptr) + ((At.z + Z) * P.ysize + At.y) * P.pitch + At.x;
}

static cudaError_t copyPlanes(const cudaMemcpy3DParms *P, simt::Caller By,
                              Way How = Way::Synchronous, cudaStream_t Stream = nullptr) {
  if (P->srcArray || P->dstArray)
    return done(cudaErrorNotSupported); // arrays are for textures
  const Rows Plane = {P->extent.width, P->extent.height, P->dstPtr.pitch, P->srcPtr.pitch};
  for (size_t Z = 0; Z != P->extent.depth; ++Z) {
    const cudaError_t Error =
        copy(planeOf(P->dstPtr, P->dstPos, Z), planeOf(P->srcPtr, P->srcPos, Z), Plane, P->kind,
             How, Stream, By);
    if (Error != cudaSuccess)
      return Error;
  }
  return done();
}

static cudaError_t fillPlanes(const cudaPitchedPtr &P, int Value, const cudaExtent &Extent,
                              simt::Caller By, Way How = Way::Synchronous,
                              cudaStream_t Stream = nullptr) {
  const Rows Plane = {Extent.width, Extent.height, P.pitch};
  for (size_t Z = 0; Z != Extent.depth; ++Z) {
    const cudaError_t Error = fill(planeOf(P, {0, 0, 0}, Z), Value, Plane, How, Stream, By);
    if (Error != cudaSuccess)
      return Error;
  }
  return done();
}

extern "C" {
cudaError_t cudaMemcpy3D(const cudaMemcpy3DParms *P) { return copyPlanes(P, SIMT_API_CALL); }

cudaError_t cudaMemcpy3DAsync(const cudaMemcpy3DParms *P, cudaStream_t Stream) {
  return copyPlanes(P, SIMT_API_CALL, Way::Asynchronous, Stream);
}

cudaError_t cudaMemset3D(cudaPitchedPtr P, int Value, cudaExtent Extent) {
  return fillPlanes(P, Value, Extent, SIMT_API_CALL);
}

cudaError_t cudaMemset3DAsync(cudaPitchedPtr P, int Value, cudaExtent Extent, cudaStream_t Stream) {
  return fillPlanes(P, Value, Extent, SIMT_API_CALL, Way::Asynchronous, Stream);
}
}
