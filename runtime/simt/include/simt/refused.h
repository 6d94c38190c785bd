//===- refused.h - textures, surfaces and arrays that are not there -*- C++ -*-===//
//
// A call is an error at its line, if it is in code that is compiled: a program may have it in a
// template that nobody uses.
//
//===----------------------------------------------------------------------===//
#ifndef COOPIFY_SIMT_REFUSED_H
#define COOPIFY_SIMT_REFUSED_H

#define SIMT_REFUSED(NAME, WHY)                                                                    \
  __attribute__((error("simtcc: the machine has no " WHY ": " #NAME "()")))

// --- host code: functions of C, such as cudaMallocArray, the linker names ---------

#define SIMT_REFUSED_BINDING(NAME)                                                                 \
  template <class T, int Dim, enum cudaTextureReadMode Mode, class... _A>                          \
  SIMT_REFUSED(NAME, "textures but those of linear memory")                                        \
  cudaError_t NAME(const texture<T, Dim, Mode> &, _A...);                                          \
  template <class T, int Dim, enum cudaTextureReadMode Mode, class... _A>                          \
  SIMT_REFUSED(NAME, "textures but those of linear memory")                                        \
  cudaError_t NAME(size_t *, const texture<T, Dim, Mode> &, _A...);
SIMT_REFUSED_BINDING(cudaBindTexture2D)
SIMT_REFUSED_BINDING(cudaBindTextureToArray)
SIMT_REFUSED_BINDING(cudaBindTextureToMipmappedArray)
#undef SIMT_REFUSED_BINDING
template <class T, int Dim, class... _A>
SIMT_REFUSED(cudaBindSurfaceToArray, "surfaces")
cudaError_t cudaBindSurfaceToArray(const surface<T, Dim> &, _A...);

// --- kernels -------------------------------------------------------------------

#ifdef __CUDA__
// By object, by object into a pointer, by reference.
#define SIMT_REFUSED_FETCH(NAME)                                                                   \
  template <class T, class... _A>                                                                  \
  SIMT_REFUSED(NAME, "textures but those of linear memory")                                        \
  __device__ T NAME(cudaTextureObject_t, _A...);                                                   \
  template <class T, class... _A>                                                                  \
  SIMT_REFUSED(NAME, "textures but those of linear memory")                                        \
  __device__ void NAME(T *, cudaTextureObject_t, _A...);                                           \
  template <class T, int Dim, enum cudaTextureReadMode Mode, class... _A>                          \
  SIMT_REFUSED(NAME, "textures but those of linear memory")                                        \
  __device__ typename simt_fetched<T, Mode>::type NAME(const texture<T, Dim, Mode> &, _A...);
template <class T, enum cudaTextureReadMode Mode> struct simt_fetched {
  typedef typename __coopify_fetched<T, Mode>::type type;
};
SIMT_REFUSED_FETCH(tex1D)
SIMT_REFUSED_FETCH(tex1DLod)
SIMT_REFUSED_FETCH(tex1DGrad)
SIMT_REFUSED_FETCH(tex1DLayered)
SIMT_REFUSED_FETCH(tex1DLayeredLod)
SIMT_REFUSED_FETCH(tex1DLayeredGrad)
SIMT_REFUSED_FETCH(tex2D)
SIMT_REFUSED_FETCH(tex2DLod)
SIMT_REFUSED_FETCH(tex2DGrad)
SIMT_REFUSED_FETCH(tex2DLayered)
SIMT_REFUSED_FETCH(tex2DLayeredLod)
SIMT_REFUSED_FETCH(tex2DLayeredGrad)
SIMT_REFUSED_FETCH(tex2Dgather)
SIMT_REFUSED_FETCH(tex3D)
SIMT_REFUSED_FETCH(tex3DLod)
SIMT_REFUSED_FETCH(tex3DGrad)
SIMT_REFUSED_FETCH(texCubemap)
SIMT_REFUSED_FETCH(texCubemapLod)
SIMT_REFUSED_FETCH(texCubemapLayered)
SIMT_REFUSED_FETCH(texCubemapLayeredLod)
#undef SIMT_REFUSED_FETCH
template <class T, int Dim>
SIMT_REFUSED(tex1Dfetch, "normalized textures")
__device__ typename simt_fetched<T, cudaReadModeNormalizedFloat>::type
    tex1Dfetch(const texture<T, Dim, cudaReadModeNormalizedFloat> &, int);

#define SIMT_REFUSED_SURFACE(DIM)                                                                  \
  template <class T, class... _A>                                                                  \
  SIMT_REFUSED(surf##DIM##read, "surfaces")                                                        \
  __device__ T surf##DIM##read(cudaSurfaceObject_t, _A...);                                        \
  template <class T, class... _A>                                                                  \
  SIMT_REFUSED(surf##DIM##read, "surfaces")                                                        \
  __device__ void surf##DIM##read(T *, _A...);                                                     \
  template <class T, class _S, int Dim, class... _A>                                               \
  SIMT_REFUSED(surf##DIM##read, "surfaces")                                                        \
  __device__ T surf##DIM##read(const surface<_S, Dim> &, _A...);                                   \
  template <class T, class _S, class... _A>                                                        \
  SIMT_REFUSED(surf##DIM##write, "surfaces")                                                       \
  __device__ void surf##DIM##write(T, _S, _A...);
SIMT_REFUSED_SURFACE(1D)
SIMT_REFUSED_SURFACE(2D)
SIMT_REFUSED_SURFACE(3D)
SIMT_REFUSED_SURFACE(1DLayered)
SIMT_REFUSED_SURFACE(2DLayered)
SIMT_REFUSED_SURFACE(Cubemap)
SIMT_REFUSED_SURFACE(CubemapLayered)
#undef SIMT_REFUSED_SURFACE
#endif
#undef SIMT_REFUSED

#endif
