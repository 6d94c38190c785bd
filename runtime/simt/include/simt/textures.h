//===- textures.h - textures of linear memory, and names of the others -*- C++ -*-===//
//
// Of textures the machine has those that old code uses for a cache: elements of linear memory, by
// tex1Dfetch(). Other functions are errors where they are called.
//
//===----------------------------------------------------------------------===//
#ifndef COOPIFY_SIMT_TEXTURES_H
#define COOPIFY_SIMT_TEXTURES_H

#ifdef __cplusplus
/// What a fetch looks at. The library fills it: of a reference the device's copy, of an object the
/// one that its number is the address of.
struct simt_texture {
  const void *simt_data;
  size_t simt_size;
};
extern "C" cudaError_t simt_bind_texture(size_t *Offset, const void *Texture, const void *Data,
                                         size_t Size);
extern "C" cudaError_t simt_unbind_texture(const void *Texture);

#ifdef __CUDA__
#define SIMT_OF_DEVICE(WHAT) __attribute__((device_builtin_##WHAT##_type))
#else
#define SIMT_OF_DEVICE(WHAT)
#endif
template <class T, int Dim = cudaTextureType1D,
          enum cudaTextureReadMode Mode = cudaReadModeElementType>
struct SIMT_OF_DEVICE(texture) texture : public simt_texture, public textureReference {
  __host__ texture(int _Normalized = 0, enum cudaTextureFilterMode _Filter = cudaFilterModePoint,
                   enum cudaTextureAddressMode _Address = cudaAddressModeClamp) {
    normalized = _Normalized, filterMode = _Filter;
    addressMode[0] = addressMode[1] = addressMode[2] = _Address;
  }
  __host__ texture(int _Normalized, enum cudaTextureFilterMode _Filter,
                   enum cudaTextureAddressMode _Address, struct cudaChannelFormatDesc _Format) {
    normalized = _Normalized, filterMode = _Filter, channelDesc = _Format;
    addressMode[0] = addressMode[1] = addressMode[2] = _Address;
  }
};
template <class T, int Dim = 1> struct SIMT_OF_DEVICE(surface) surface : public surfaceReference {};
#undef SIMT_OF_DEVICE

// What a texture's elements are.
#define SIMT_CHANNELS(_T, _X, _Y, _Z, _W, KIND)                                                    \
  template <> inline __host__ __device__ cudaChannelFormatDesc cudaCreateChannelDesc<_T>() {       \
    cudaChannelFormatDesc _D = {_X, _Y, _Z, _W, cudaChannelFormatKind##KIND};                      \
    return _D;                                                                                     \
  }
#define SIMT_CHANNELS_OF(_T, NAME, BITS, KIND)                                                     \
  SIMT_CHANNELS(_T, BITS, 0, 0, 0, KIND)                                                           \
  SIMT_CHANNELS(NAME##1, BITS, 0, 0, 0, KIND)                                                      \
  SIMT_CHANNELS(NAME##2, BITS, BITS, 0, 0, KIND)                                                   \
  SIMT_CHANNELS(NAME##4, BITS, BITS, BITS, BITS, KIND)
SIMT_CHANNELS_OF(signed char, char, 8, Signed)
SIMT_CHANNELS(char, 8, 0, 0, 0, Signed)
SIMT_CHANNELS_OF(unsigned char, uchar, 8, Unsigned)
SIMT_CHANNELS_OF(short, short, 16, Signed)
SIMT_CHANNELS_OF(unsigned short, ushort, 16, Unsigned)
SIMT_CHANNELS_OF(int, int, 32, Signed)
SIMT_CHANNELS_OF(unsigned, uint, 32, Unsigned)
SIMT_CHANNELS_OF(float, float, 32, Float)
#undef SIMT_CHANNELS_OF
#undef SIMT_CHANNELS

#define SIMT_BIND template <class T, int Dim, enum cudaTextureReadMode Mode> inline cudaError_t
SIMT_BIND cudaBindTexture(size_t *_Offset, const texture<T, Dim, Mode> &_Texture, const void *_Data,
                          size_t _Size = 0xffffffffu) {
  return simt_bind_texture(_Offset, &_Texture, _Data, _Size);
}
SIMT_BIND cudaBindTexture(size_t *_Offset, const texture<T, Dim, Mode> &_Texture, const void *_Data,
                          const struct cudaChannelFormatDesc &, size_t _Size = 0xffffffffu) {
  return simt_bind_texture(_Offset, &_Texture, _Data, _Size);
}
SIMT_BIND cudaUnbindTexture(const texture<T, Dim, Mode> &_Texture) {
  return simt_unbind_texture(&_Texture);
}
SIMT_BIND cudaGetTextureAlignmentOffset(size_t *_Offset, const texture<T, Dim, Mode> &) {
  *_Offset = 0;
  return cudaSuccess;
}
#undef SIMT_BIND

#include "simt/refused.h"

#ifdef __CUDA__
extern "C" __device__ const void *simt_texel(const void *Texture, long Index, size_t Size);

// The load is the caller's, as of any memory.
#define SIMT_FETCH static __device__ inline __attribute__((always_inline))
template <class T, int Dim>
SIMT_FETCH T tex1Dfetch(const texture<T, Dim, cudaReadModeElementType> &_Texture, int _Index) {
  return *(const T *)simt_texel(&_Texture, _Index, sizeof(T));
}
template <class T> SIMT_FETCH T tex1Dfetch(cudaTextureObject_t _Texture, int _Index) {
  return *(const T *)simt_texel((const void *)_Texture, _Index, sizeof(T));
}
template <class T> SIMT_FETCH void tex1Dfetch(T *_To, cudaTextureObject_t _Texture, int _Index) {
  *_To = tex1Dfetch<T>(_Texture, _Index);
}
#undef SIMT_FETCH
#endif
#endif // __cplusplus

#endif
