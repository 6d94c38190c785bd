//===- Textures.cpp - textures of linear memory ---------------------------===//
#include "host/Textures.h"

#include "host/Allocations.h"
#include "host/Errors.h"
#include "host/Units.h"

#include <algorithm>
#include <cstdio>
#include <map>
#include <mutex>

using namespace simt::host;

namespace {

/// As simt/textures.h has it.
struct Texture {
  const void *Data;
  size_t Size;
};

std::mutex Mutex; // of what follows
std::map<Texture *, Texture> Bound;

cudaError_t setBinding(const Variable &V, Texture To) {
  const std::lock_guard Lock(Mutex);
  Bound[reinterpret_cast<Texture *>(V.Address)] = To;
  return done();
}

// CUDA Runtime API, cudaBindTexture: without a size it is all of the memory.
size_t sizeFrom(const void *Data, size_t Size) {
  const char *Start = static_cast<const char *>(Data);
  if (const Allocation *A = findAllocation(Data))
    return std::min(Size, size_t(A->Start + A->Size - Start));
  const Variable V = findVariableAt(Data);
  return V.Address ? std::min(Size, size_t(V.Address + V.Size - Start)) : 0;
}

// There is no alignment that memory must have, so the offset is none.
cudaError_t bind(size_t *Offset, const void *Shadow, const void *Data, size_t Size) {
  const Variable V = findVariable(Shadow);
  if (!V.Address)
    return done(cudaErrorInvalidTexture);
  const size_t Bytes = sizeFrom(Data, Size);
  if (!Bytes)
    return done(cudaErrorInvalidValue);
  if (Offset)
    *Offset = 0;
  return setBinding(V, {Data, Bytes});
}

} // namespace

std::function<void()> simt::host::currentBindings() {
  const std::lock_guard Lock(Mutex);
  return [Bindings = Bound] {
    for (const auto &[Reference, To] : Bindings)
      *Reference = To;
  };
}

extern "C" {
cudaError_t simt_bind_texture(size_t *Offset, const void *Shadow, const void *Data, size_t Size) {
  return bind(Offset, Shadow, Data, Size);
}

cudaError_t simt_unbind_texture(const void *Shadow) {
  const Variable V = findVariable(Shadow);
  return V.Address ? setBinding(V, {nullptr, 0}) : done(cudaErrorInvalidTexture);
}

// The old form, by a pointer to what is in the reference behind the Texture.
cudaError_t cudaBindTexture(size_t *Offset, const void *Reference, const void *Data,
                            const cudaChannelFormatDesc *, size_t Size) {
  return bind(Offset, static_cast<const char *>(Reference) - sizeof(Texture), Data, Size);
}

cudaError_t cudaUnbindTexture(const void *Reference) {
  return simt_unbind_texture(static_cast<const char *>(Reference) - sizeof(Texture));
}

cudaError_t cudaCreateTextureObject(cudaTextureObject_t *Object, const cudaResourceDesc *Resource,
                                    const cudaTextureDesc *How, const cudaResourceViewDesc *) {
  if (!Object || !Resource || !How)
    return done(cudaErrorInvalidValue);
  if (Resource->resType != cudaResourceTypeLinear || How->readMode != cudaReadModeElementType) {
    fprintf(stderr, "simt: the machine has no textures but those of elements of linear memory\n");
    return done(cudaErrorNotSupported);
  }
  const auto &Linear = Resource->res.linear;
  const size_t Bytes = sizeFrom(Linear.devPtr, Linear.sizeInBytes);
  if (!Bytes)
    return done(cudaErrorInvalidValue);
  *Object = reinterpret_cast<uintptr_t>(new Texture{Linear.devPtr, Bytes});
  return done();
}

cudaChannelFormatDesc cudaCreateChannelDesc(int X, int Y, int Z, int W,
                                            cudaChannelFormatKind Kind) {
  return {X, Y, Z, W, Kind};
}

// It stays: a launch that was given it may still wait in its stream.
cudaError_t cudaDestroyTextureObject(cudaTextureObject_t) { return done(); }

// CUDA guide, texture functions: a fetch from outside gives 0.
const void *simt_texel(const Texture *T, long Index, size_t Size) {
  alignas(16) static const char Zeros[16] = {};
  if (!T || Index < 0 || size_t(Index) >= T->Size / Size)
    return Zeros;
  return static_cast<const char *>(T->Data) + size_t(Index) * Size;
}
}
