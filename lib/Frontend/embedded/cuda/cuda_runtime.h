// The runtime API of C++: typed forms of what takes void pointers.
#ifndef COOPIFY_CUDA_RUNTIME_H
#define COOPIFY_CUDA_RUNTIME_H

#include "cuda_runtime_api.h"
#include "vector_functions.h"

#ifdef __cplusplus
#define COOPIFY_TYPED template <class T> static __inline__ __host__ cudaError_t

template <class T> static __inline__ __host__ __device__ cudaError_t cudaMalloc(T **p, size_t size) {
  return ::cudaMalloc((void **)(void *)p, size);
}
COOPIFY_TYPED cudaMallocHost(T **p, size_t size, unsigned int = 0) {
  return ::cudaMallocHost((void **)(void *)p, size);
}
COOPIFY_TYPED cudaMallocManaged(T **p, size_t size, unsigned int flags = cudaMemAttachGlobal) {
  return ::cudaMallocManaged((void **)(void *)p, size, flags);
}
COOPIFY_TYPED cudaMallocAsync(T **p, size_t size, cudaStream_t stream) {
  return ::cudaMallocAsync((void **)(void *)p, size, stream);
}
COOPIFY_TYPED cudaMallocFromPoolAsync(T **p, size_t size, cudaMemPool_t pool, cudaStream_t stream) {
  return ::cudaMallocFromPoolAsync((void **)(void *)p, size, pool, stream);
}
COOPIFY_TYPED cudaMallocPitch(T **p, size_t *pitch, size_t width, size_t height) {
  return ::cudaMallocPitch((void **)(void *)p, pitch, width, height);
}
COOPIFY_TYPED cudaHostAlloc(T **p, size_t size, unsigned int flags) {
  return ::cudaHostAlloc((void **)(void *)p, size, flags);
}
COOPIFY_TYPED cudaHostGetDevicePointer(T **device, void *host, unsigned int flags) {
  return ::cudaHostGetDevicePointer((void **)(void *)device, host, flags);
}
COOPIFY_TYPED cudaGetSymbolAddress(void **p, const T &symbol) {
  return ::cudaGetSymbolAddress(p, (const void *)&symbol);
}
template <class P, class T>
static __inline__ __host__ cudaError_t cudaGetSymbolAddress(P **p, const T &symbol) {
  return ::cudaGetSymbolAddress((void **)(void *)p, (const void *)&symbol);
}
COOPIFY_TYPED cudaGetSymbolSize(size_t *size, const T &symbol) {
  return ::cudaGetSymbolSize(size, (const void *)&symbol);
}
COOPIFY_TYPED cudaMemcpyToSymbol(const T &symbol, const void *src, size_t count, size_t offset = 0,
                                 cudaMemcpyKind kind = cudaMemcpyHostToDevice) {
  return ::cudaMemcpyToSymbol((const void *)&symbol, src, count, offset, kind);
}
COOPIFY_TYPED cudaMemcpyFromSymbol(void *dst, const T &symbol, size_t count, size_t offset = 0,
                                   cudaMemcpyKind kind = cudaMemcpyDeviceToHost) {
  return ::cudaMemcpyFromSymbol(dst, (const void *)&symbol, count, offset, kind);
}
COOPIFY_TYPED cudaMemcpyToSymbolAsync(const T &symbol, const void *src, size_t count,
                                      size_t offset = 0,
                                      cudaMemcpyKind kind = cudaMemcpyHostToDevice,
                                      cudaStream_t stream = 0) {
  return ::cudaMemcpyToSymbolAsync((const void *)&symbol, src, count, offset, kind, stream);
}
COOPIFY_TYPED cudaMemcpyFromSymbolAsync(void *dst, const T &symbol, size_t count, size_t offset = 0,
                                        cudaMemcpyKind kind = cudaMemcpyDeviceToHost,
                                        cudaStream_t stream = 0) {
  return ::cudaMemcpyFromSymbolAsync(dst, (const void *)&symbol, count, offset, kind, stream);
}
COOPIFY_TYPED cudaLaunchKernel(T *func, dim3 grid, dim3 block, void **args, size_t sharedMem = 0,
                               cudaStream_t stream = 0) {
  return ::cudaLaunchKernel((const void *)func, grid, block, args, sharedMem, stream);
}
COOPIFY_TYPED cudaLaunchCooperativeKernel(T *func, dim3 grid, dim3 block, void **args,
                                          size_t sharedMem = 0, cudaStream_t stream = 0) {
  return ::cudaLaunchCooperativeKernel((const void *)func, grid, block, args, sharedMem, stream);
}
COOPIFY_TYPED cudaFuncSetAttribute(T *func, cudaFuncAttribute attr, int value) {
  return ::cudaFuncSetAttribute((const void *)func, attr, value);
}
COOPIFY_TYPED cudaFuncGetAttributes(cudaFuncAttributes *attr, T *func) {
  return ::cudaFuncGetAttributes(attr, (const void *)func);
}
COOPIFY_TYPED cudaFuncGetName(const char **name, T *func) {
  return ::cudaFuncGetName(name, (const void *)func);
}
static __inline__ __host__ cudaError_t cudaGraphInstantiate(cudaGraphExec_t *exec,
                                                            cudaGraph_t graph, cudaGraphNode_t *,
                                                            char *, size_t) {
  return ::cudaGraphInstantiateWithFlags(exec, graph);
}
COOPIFY_TYPED cudaFuncSetCacheConfig(T *func, cudaFuncCache config) {
  return ::cudaFuncSetCacheConfig((const void *)func, config);
}
COOPIFY_TYPED cudaFuncSetSharedMemConfig(T *func, cudaSharedMemConfig config) {
  return ::cudaFuncSetSharedMemConfig((const void *)func, config);
}
COOPIFY_TYPED cudaSetupArgument(T arg, size_t offset) {
  return ::cudaSetupArgument((const void *)&arg, sizeof(T), offset);
}
COOPIFY_TYPED cudaLaunch(T *func) { return ::cudaLaunch((const void *)func); }
COOPIFY_TYPED cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, T func, int blockSize,
                                                            size_t dynamicSMemSize) {
  return ::cudaOccupancyMaxActiveBlocksPerMultiprocessor(blocks, (const void *)func, blockSize,
                                                         dynamicSMemSize);
}
COOPIFY_TYPED cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *blocks, T func,
                                                                     int blockSize,
                                                                     size_t dynamicSMemSize,
                                                                     unsigned int flags) {
  return ::cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
      blocks, (const void *)func, blockSize, dynamicSMemSize, flags);
}
template <class T>
__host__ cudaError_t cudaOccupancyMaxPotentialBlockSize(int *minGridSize, int *blockSize, T func,
                                                        size_t dynamicSMemSize = 0,
                                                        int blockSizeLimit = 0);
template <class F, class T>
__host__ cudaError_t cudaOccupancyMaxPotentialBlockSizeVariableSMem(int *minGridSize,
                                                                    int *blockSize, T func,
                                                                    F blockSizeToSMemSize,
                                                                    int blockSizeLimit = 0);
template <class T> __host__ __device__ cudaChannelFormatDesc cudaCreateChannelDesc();
static __inline__ __host__ cudaError_t cudaEventCreate(cudaEvent_t *event, unsigned int flags) {
  return ::cudaEventCreateWithFlags(event, flags);
}
#if __cplusplus >= 201103L
template <class... P, class... A>
__host__ cudaError_t cudaLaunchKernelEx(const cudaLaunchConfig_t *config, void (*kernel)(P...),
                                        A &&...args);
#endif
#undef COOPIFY_TYPED
#endif // __cplusplus

// A host unit (.cpp) sees the API alone; a CUDA unit has the prelude.
#ifndef __CUDA__
#include "coopify_removed.h"
#endif

#endif
