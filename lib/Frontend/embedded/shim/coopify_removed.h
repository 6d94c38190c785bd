// What newer toolkits dropped and old code uses, over the embedded headers and
// over a real toolkit: texture and surface references (gone in 12.0), the
// cudaThread* names and others (gone in 13.0 at the latest).
#ifndef COOPIFY_REMOVED_H
#define COOPIFY_REMOVED_H

// 12.x still carried the types in a header that only some units see.
// The embedded headers lack them whatever version a user says with -D.
#if defined(COOPIFY_CUDA_RUNTIME_API_H) || CUDART_VERSION >= 13000
#define COOPIFY_ALL_REMOVED 1
#else
#define COOPIFY_ALL_REMOVED 0
#endif
#if COOPIFY_ALL_REMOVED || (CUDART_VERSION >= 12000 && !defined(__CUDA_TEXTURE_TYPES_H__))

struct __coopify_texture_reference {
  int normalized;
  enum cudaTextureFilterMode filterMode;
  enum cudaTextureAddressMode addressMode[3];
  struct cudaChannelFormatDesc channelDesc;
  int sRGB;
  unsigned int maxAnisotropy;
  enum cudaTextureFilterMode mipmapFilterMode;
  float mipmapLevelBias, minMipmapLevelClamp, maxMipmapLevelClamp;
};
struct __coopify_surface_reference {
  struct cudaChannelFormatDesc channelDesc;
};
#if COOPIFY_ALL_REMOVED
#ifdef __cplusplus
struct textureReference : __coopify_texture_reference {};
struct surfaceReference : __coopify_surface_reference {};
#define COOPIFY_TEXTURE_BASE textureReference
#define COOPIFY_SURFACE_BASE surfaceReference
#endif
#else
#define COOPIFY_TEXTURE_BASE __coopify_texture_reference
#define COOPIFY_SURFACE_BASE __coopify_surface_reference
#endif

#ifdef __cplusplus
#ifdef __CUDA__ // a reference is a host variable that kernels may name
#define COOPIFY_ON_DEVICE(WHAT) __attribute__((device_builtin_##WHAT##_type))
#else
#define COOPIFY_ON_DEVICE(WHAT)
#endif
template <class T, int Dim = cudaTextureType1D,
          enum cudaTextureReadMode Mode = cudaReadModeElementType>
struct COOPIFY_ON_DEVICE(texture) texture : public COOPIFY_TEXTURE_BASE {
  __host__ texture(int norm = 0, enum cudaTextureFilterMode filter = cudaFilterModePoint,
                   enum cudaTextureAddressMode address = cudaAddressModeClamp) {}
  __host__ texture(int norm, enum cudaTextureFilterMode filter,
                   enum cudaTextureAddressMode address, struct cudaChannelFormatDesc desc) {}
};
template <class T, int Dim = 1> struct COOPIFY_ON_DEVICE(surface) surface : public COOPIFY_SURFACE_BASE {
  __host__ surface() {}
};

// The type that a fetch gives: T, or float where it is read normalized.
template <class T, enum cudaTextureReadMode Mode> struct __coopify_fetched { typedef T type; };
#define COOPIFY_NORMALIZED(NAME)                                               \
  template <> struct __coopify_fetched<NAME##1, cudaReadModeNormalizedFloat> { typedef float1 type; }; \
  template <> struct __coopify_fetched<NAME##2, cudaReadModeNormalizedFloat> { typedef float2 type; }; \
  template <> struct __coopify_fetched<NAME##4, cudaReadModeNormalizedFloat> { typedef float4 type; };
#define COOPIFY_NORMALIZED_SCALAR(T)                                           \
  template <> struct __coopify_fetched<T, cudaReadModeNormalizedFloat> { typedef float type; };
COOPIFY_NORMALIZED(char)
COOPIFY_NORMALIZED(uchar)
COOPIFY_NORMALIZED(short)
COOPIFY_NORMALIZED(ushort)
COOPIFY_NORMALIZED_SCALAR(char)
COOPIFY_NORMALIZED_SCALAR(signed char)
COOPIFY_NORMALIZED_SCALAR(unsigned char)
COOPIFY_NORMALIZED_SCALAR(short)
COOPIFY_NORMALIZED_SCALAR(unsigned short)
#undef COOPIFY_NORMALIZED
#undef COOPIFY_NORMALIZED_SCALAR

#ifdef __CUDA__
#define COOPIFY_FETCH(NAME, ...)                                               \
  template <class T, int Dim, enum cudaTextureReadMode Mode>                   \
  __device__ typename __coopify_fetched<T, Mode>::type NAME(texture<T, Dim, Mode>, __VA_ARGS__);
COOPIFY_FETCH(tex1Dfetch, int)
COOPIFY_FETCH(tex1D, float)
COOPIFY_FETCH(tex1DLod, float, float)
COOPIFY_FETCH(tex1DGrad, float, float, float)
COOPIFY_FETCH(tex1DLayered, float, int)
COOPIFY_FETCH(tex2D, float, float)
COOPIFY_FETCH(tex2DLod, float, float, float)
COOPIFY_FETCH(tex2DLayered, float, float, int)
COOPIFY_FETCH(tex3D, float, float, float)
COOPIFY_FETCH(tex3DLod, float, float, float, float)
COOPIFY_FETCH(texCubemap, float, float, float)
COOPIFY_FETCH(texCubemapLayered, float, float, float, int)
COOPIFY_FETCH(tex2Dgather, float, float, int = 0)
#undef COOPIFY_FETCH
#define COOPIFY_SURFACE(DIM, ...)                                              \
  template <class R, class T, int Dim>                                         \
  __device__ R surf##DIM##read(surface<T, Dim>, __VA_ARGS__,                   \
                               enum cudaSurfaceBoundaryMode = cudaBoundaryModeTrap);                \
  template <class R, class T, int Dim>                                         \
  __device__ void surf##DIM##read(R *, surface<T, Dim>, __VA_ARGS__,           \
                                  enum cudaSurfaceBoundaryMode = cudaBoundaryModeTrap);             \
  template <class R, class T, int Dim>                                         \
  __device__ void surf##DIM##write(R, surface<T, Dim>, __VA_ARGS__,            \
                                   enum cudaSurfaceBoundaryMode = cudaBoundaryModeTrap);
COOPIFY_SURFACE(1D, int)
COOPIFY_SURFACE(2D, int, int)
COOPIFY_SURFACE(3D, int, int, int)
#undef COOPIFY_SURFACE
#endif // __CUDA__

#define COOPIFY_BIND template <class T, int Dim, enum cudaTextureReadMode Mode> cudaError_t
typedef const struct cudaChannelFormatDesc __coopify_desc;
COOPIFY_BIND cudaBindTexture(size_t *, const texture<T, Dim, Mode> &, const void *,
                             size_t = 0xffffffffu);
COOPIFY_BIND cudaBindTexture(size_t *, const texture<T, Dim, Mode> &, const void *,
                             __coopify_desc &, size_t = 0xffffffffu);
COOPIFY_BIND cudaBindTexture2D(size_t *, const texture<T, Dim, Mode> &, const void *, size_t,
                               size_t, size_t);
COOPIFY_BIND cudaBindTexture2D(size_t *, const texture<T, Dim, Mode> &, const void *,
                               __coopify_desc &, size_t, size_t, size_t);
COOPIFY_BIND cudaBindTextureToArray(const texture<T, Dim, Mode> &, cudaArray_const_t);
COOPIFY_BIND cudaBindTextureToArray(const texture<T, Dim, Mode> &, cudaArray_const_t,
                                    __coopify_desc &);
COOPIFY_BIND cudaBindTextureToMipmappedArray(const texture<T, Dim, Mode> &,
                                             cudaMipmappedArray_const_t);
COOPIFY_BIND cudaUnbindTexture(const texture<T, Dim, Mode> &);
COOPIFY_BIND cudaGetTextureAlignmentOffset(size_t *, const texture<T, Dim, Mode> &);
#undef COOPIFY_BIND
template <class T, int Dim>
cudaError_t cudaBindSurfaceToArray(const surface<T, Dim> &, cudaArray_const_t);
template <class T, int Dim>
cudaError_t cudaBindSurfaceToArray(const surface<T, Dim> &, cudaArray_const_t, __coopify_desc &);
#if COOPIFY_ALL_REMOVED
extern "C" {
cudaError_t cudaBindTexture(size_t *, const struct textureReference *, const void *,
                            const struct cudaChannelFormatDesc *, size_t);
cudaError_t cudaBindTexture2D(size_t *, const struct textureReference *, const void *,
                              const struct cudaChannelFormatDesc *, size_t, size_t, size_t);
cudaError_t cudaBindTextureToArray(const struct textureReference *, cudaArray_const_t,
                                   const struct cudaChannelFormatDesc *);
cudaError_t cudaUnbindTexture(const struct textureReference *);
cudaError_t cudaGetTextureReference(const struct textureReference **, const void *);
cudaError_t cudaGetSurfaceReference(const struct surfaceReference **, const void *);
}
#endif
#endif // __cplusplus

#endif // references

#if COOPIFY_ALL_REMOVED
#ifdef __cplusplus
extern "C" {
#endif
cudaError_t cudaThreadSynchronize(void);
cudaError_t cudaThreadExit(void);
cudaError_t cudaThreadSetLimit(enum cudaLimit, size_t);
cudaError_t cudaThreadGetLimit(size_t *, enum cudaLimit);
cudaError_t cudaThreadSetCacheConfig(enum cudaFuncCache);
cudaError_t cudaThreadGetCacheConfig(enum cudaFuncCache *);
cudaError_t cudaSetDoubleForDevice(double *);
cudaError_t cudaSetDoubleForHost(double *);
#ifndef COOPIFY_CUDA_RUNTIME_H
cudaError_t cudaConfigureCall(dim3, dim3, size_t, cudaStream_t);
cudaError_t cudaSetupArgument(const void *, size_t, size_t);
cudaError_t cudaLaunch(const void *);
#endif
#ifdef __cplusplus
}
#ifndef COOPIFY_CUDA_RUNTIME_H
#ifdef __CUDA__ // the implicit join of dynamic parallelism, gone from kernels in 12.0
extern "C" __device__ cudaError_t cudaDeviceSynchronize(void);
#endif
// 13.0 takes a cudaMemLocation where a device number stood.
cudaError_t cudaMemPrefetchAsync(const void *, size_t, int device, cudaStream_t = 0);
cudaError_t cudaMemAdvise(const void *, size_t, enum cudaMemoryAdvise, int device);
#endif
#endif
#endif

#if COOPIFY_ALL_REMOVED && defined(__cplusplus) // several devices: gone in 13.0
#ifndef COOPIFY_CUDA_RUNTIME_API_H
struct cudaLaunchParams {
  void *func;
  dim3 gridDim, blockDim;
  void **args;
  size_t sharedMem;
  cudaStream_t stream;
};
extern "C" cudaError_t cudaLaunchCooperativeKernelMultiDevice(struct cudaLaunchParams *,
                                                              unsigned int, unsigned int = 0);
#endif
#ifdef __CUDA__
namespace cooperative_groups {
class multi_grid_group {
public:
  __device__ multi_grid_group();
  __device__ bool is_valid() const;
  __device__ void sync() const;
  __device__ unsigned long long num_threads() const;
  __device__ unsigned long long size() const;
  __device__ unsigned long long thread_rank() const;
  __device__ unsigned int grid_rank() const;
  __device__ unsigned int num_grids() const;
};
__device__ multi_grid_group this_multi_grid();
} // namespace cooperative_groups
#endif
#endif

#if COOPIFY_ALL_REMOVED && !defined(COOPIFY_CUDA_RUNTIME_API_H) // enumerators of CUDA 3
#define cudaErrorAddressOfConstant cudaErrorUnknown
#define cudaErrorTextureFetchFailed cudaErrorUnknown
#define cudaErrorTextureNotBound cudaErrorUnknown
#define cudaErrorSynchronizationError cudaErrorUnknown
#endif

#endif
