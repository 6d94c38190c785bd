// Textures and surfaces in kernels, by object and by the older references.
#ifndef COOPIFY_HIP_TEXTURES_H
#define COOPIFY_HIP_TEXTURES_H

#include "hip/hip_runtime_api.h"

#define __HIP_TEXTURE_ATTRIB __attribute__((device_builtin_texture_type))
struct textureReference : hipTextureReferenceBase {};
template <class T, int Dim = hipTextureType1D,
          enum hipTextureReadMode Mode = hipReadModeElementType>
struct __HIP_TEXTURE_ATTRIB texture : public textureReference {
  texture(int norm = 0, hipTextureFilterMode filter = hipFilterModePoint,
          hipTextureAddressMode address = hipAddressModeClamp) {}
  texture(int norm, hipTextureFilterMode filter, hipTextureAddressMode address,
          hipChannelFormatDesc desc) {}
};

namespace coopify_hip {
// The type that a fetch gives: T, or float where it is read normalized.
template <class T, hipTextureReadMode Mode> struct fetched { typedef T type; };
template <class T> struct fetched<T, hipReadModeNormalizedFloat> { typedef float type; };
template <class T, unsigned int N>
struct fetched<HIP_vector_type<T, N>, hipReadModeNormalizedFloat> {
  typedef HIP_vector_type<float, N> type;
};
} // namespace coopify_hip

#define COOPIFY_TEX_OBJECT(NAME, ...)                                          \
  template <class T> __device__ T NAME(hipTextureObject_t, __VA_ARGS__);       \
  template <class T> __device__ void NAME(T *, hipTextureObject_t, __VA_ARGS__);
#define COOPIFY_TEX(NAME, ...)                                                 \
  COOPIFY_TEX_OBJECT(NAME, __VA_ARGS__)                                        \
  template <class T, int Dim, hipTextureReadMode Mode>                         \
  __device__ typename coopify_hip::fetched<T, Mode>::type NAME(texture<T, Dim, Mode>, __VA_ARGS__);
COOPIFY_TEX(tex1Dfetch, int)
COOPIFY_TEX(tex1D, float)
COOPIFY_TEX(tex1DLod, float, float)
COOPIFY_TEX(tex1DGrad, float, float, float)
COOPIFY_TEX(tex1DLayered, float, int)
COOPIFY_TEX(tex2D, float, float)
COOPIFY_TEX(tex2DLod, float, float, float)
COOPIFY_TEX(tex2DGrad, float, float, float2, float2)
COOPIFY_TEX(tex2DLayered, float, float, int)
COOPIFY_TEX(tex3D, float, float, float)
COOPIFY_TEX(tex3DLod, float, float, float, float)
COOPIFY_TEX(texCubemap, float, float, float)
COOPIFY_TEX(texCubemapLod, float, float, float, float)
COOPIFY_TEX(texCubemapLayered, float, float, float, int)
COOPIFY_TEX(texCubemapLayeredLod, float, float, float, int, float)
COOPIFY_TEX(tex2DLayeredLod, float, float, int, float)
template <class T> __device__ T tex2Dgather(hipTextureObject_t, float, float, int component = 0);
#undef COOPIFY_TEX
#undef COOPIFY_TEX_OBJECT
#define COOPIFY_SURFACE(DIM, ...)                                              \
  template <class T>                                                           \
  __device__ void surf##DIM##read(T *, hipSurfaceObject_t, __VA_ARGS__,        \
                                  int = hipBoundaryModeTrap);                  \
  template <class T>                                                           \
  __device__ void surf##DIM##write(T, hipSurfaceObject_t, __VA_ARGS__,         \
                                   int = hipBoundaryModeTrap);
COOPIFY_SURFACE(1D, int)
COOPIFY_SURFACE(2D, int, int)
COOPIFY_SURFACE(3D, int, int, int)
COOPIFY_SURFACE(1DLayered, int, int)
COOPIFY_SURFACE(Cubemap, int, int, int)
COOPIFY_SURFACE(2DLayered, int, int, int)
#undef COOPIFY_SURFACE

// Binding of references: deprecated, and in much code.
hipError_t hipBindTexture(size_t *offset, const textureReference *reference, const void *p,
                          const hipChannelFormatDesc *desc, size_t size = 0xffffffff);
hipError_t hipUnbindTexture(const textureReference *reference);
hipError_t hipGetTextureReference(const textureReference **reference, const void *symbol);
#define COOPIFY_REFERENCE                                                      \
  template <class T, int Dim, hipTextureReadMode Mode> hipError_t
COOPIFY_REFERENCE hipBindTexture(size_t *offset, const texture<T, Dim, Mode> &reference,
                                 const void *p, size_t size = 0xffffffff);
COOPIFY_REFERENCE hipBindTexture(size_t *offset, const texture<T, Dim, Mode> &reference,
                                 const void *p, const hipChannelFormatDesc &desc,
                                 size_t size = 0xffffffff);
COOPIFY_REFERENCE hipBindTexture2D(size_t *offset, const texture<T, Dim, Mode> &reference,
                                   const void *p, size_t width, size_t height, size_t pitch);
COOPIFY_REFERENCE hipBindTexture2D(size_t *offset, const texture<T, Dim, Mode> &reference,
                                   const void *p, const hipChannelFormatDesc &desc, size_t width,
                                   size_t height, size_t pitch);
COOPIFY_REFERENCE hipBindTextureToArray(const texture<T, Dim, Mode> &reference,
                                        hipArray_const_t array);
COOPIFY_REFERENCE hipBindTextureToArray(const texture<T, Dim, Mode> &reference,
                                        hipArray_const_t array, const hipChannelFormatDesc &desc);
COOPIFY_REFERENCE hipUnbindTexture(const texture<T, Dim, Mode> &reference);
#undef COOPIFY_REFERENCE

#endif
