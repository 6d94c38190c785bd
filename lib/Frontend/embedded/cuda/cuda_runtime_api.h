// The C runtime API that code in the wild calls.
#ifndef COOPIFY_CUDA_RUNTIME_API_H
#define COOPIFY_CUDA_RUNTIME_API_H

#include "driver_types.h"
#include "texture_types.h"

#ifndef CUDART_VERSION
#define CUDART_VERSION 13000
#endif
#define __CUDART_API_VERSION CUDART_VERSION

#ifdef __cplusplus
#define COOPIFY_DEFAULT(VALUE) = VALUE
extern "C" {
#else
#define COOPIFY_DEFAULT(VALUE)
#endif
// Callable in kernels too (device runtime).
#define COOPIFY_BOTH(NAME, ...) __host__ __device__ cudaError_t NAME(__VA_ARGS__);
#define COOPIFY_HOST(NAME, ...) __host__ cudaError_t NAME(__VA_ARGS__);

COOPIFY_BOTH(cudaGetLastError)
COOPIFY_BOTH(cudaPeekAtLastError)
__host__ __device__ const char *cudaGetErrorString(cudaError_t error);
__host__ __device__ const char *cudaGetErrorName(cudaError_t error);

COOPIFY_BOTH(cudaDeviceSynchronize)
COOPIFY_BOTH(cudaGetDevice, int *device)
COOPIFY_BOTH(cudaGetDeviceCount, int *count)
COOPIFY_BOTH(cudaDeviceGetAttribute, int *value, enum cudaDeviceAttr attr, int device)
COOPIFY_BOTH(cudaDeviceGetLimit, size_t *value, enum cudaLimit limit)
COOPIFY_BOTH(cudaDeviceGetCacheConfig, enum cudaFuncCache *config)
COOPIFY_BOTH(cudaDeviceGetSharedMemConfig, enum cudaSharedMemConfig *config)
COOPIFY_HOST(cudaDeviceReset)
COOPIFY_HOST(cudaDeviceSetLimit, enum cudaLimit limit, size_t value)
COOPIFY_HOST(cudaDeviceSetCacheConfig, enum cudaFuncCache config)
COOPIFY_HOST(cudaDeviceSetSharedMemConfig, enum cudaSharedMemConfig config)
COOPIFY_HOST(cudaDeviceGetStreamPriorityRange, int *least, int *greatest)
COOPIFY_HOST(cudaDeviceGetPCIBusId, char *id, int length, int device)
COOPIFY_HOST(cudaDeviceGetByPCIBusId, int *device, const char *id)
COOPIFY_HOST(cudaSetDevice, int device)
COOPIFY_HOST(cudaSetDeviceFlags, unsigned int flags)
COOPIFY_HOST(cudaGetDeviceFlags, unsigned int *flags)
COOPIFY_HOST(cudaSetValidDevices, int *devices, int length)
COOPIFY_HOST(cudaChooseDevice, int *device, const struct cudaDeviceProp *prop)
COOPIFY_HOST(cudaGetDeviceProperties, struct cudaDeviceProp *prop, int device)
COOPIFY_HOST(cudaDriverGetVersion, int *version)
COOPIFY_BOTH(cudaRuntimeGetVersion, int *version)
COOPIFY_HOST(cudaDeviceCanAccessPeer, int *can, int device, int peer)
COOPIFY_HOST(cudaDeviceEnablePeerAccess, int peer, unsigned int flags)
COOPIFY_HOST(cudaDeviceDisablePeerAccess, int peer)
COOPIFY_HOST(cudaIpcGetMemHandle, cudaIpcMemHandle_t *handle, void *p)
COOPIFY_HOST(cudaIpcOpenMemHandle, void **p, cudaIpcMemHandle_t handle, unsigned int flags)
COOPIFY_HOST(cudaIpcCloseMemHandle, void *p)
COOPIFY_HOST(cudaIpcGetEventHandle, cudaIpcEventHandle_t *handle, cudaEvent_t event)
COOPIFY_HOST(cudaIpcOpenEventHandle, cudaEvent_t *event, cudaIpcEventHandle_t handle)

COOPIFY_BOTH(cudaStreamCreateWithFlags, cudaStream_t *stream, unsigned int flags)
COOPIFY_BOTH(cudaStreamDestroy, cudaStream_t stream)
COOPIFY_BOTH(cudaStreamWaitEvent, cudaStream_t stream, cudaEvent_t event,
             unsigned int flags COOPIFY_DEFAULT(0))
COOPIFY_HOST(cudaStreamCreate, cudaStream_t *stream)
COOPIFY_HOST(cudaStreamCreateWithPriority, cudaStream_t *stream, unsigned int flags, int priority)
COOPIFY_HOST(cudaStreamGetPriority, cudaStream_t stream, int *priority)
COOPIFY_HOST(cudaStreamGetFlags, cudaStream_t stream, unsigned int *flags)
COOPIFY_HOST(cudaStreamSynchronize, cudaStream_t stream)
COOPIFY_HOST(cudaStreamQuery, cudaStream_t stream)
COOPIFY_HOST(cudaStreamAddCallback, cudaStream_t stream, cudaStreamCallback_t callback, void *data,
             unsigned int flags)
COOPIFY_HOST(cudaStreamAttachMemAsync, cudaStream_t stream, void *p, size_t length COOPIFY_DEFAULT(0),
             unsigned int flags COOPIFY_DEFAULT(cudaMemAttachSingle))
COOPIFY_HOST(cudaLaunchHostFunc, cudaStream_t stream, cudaHostFn_t fn, void *data)
COOPIFY_HOST(cudaStreamGetId, cudaStream_t stream, unsigned long long *id)
COOPIFY_HOST(cudaStreamIsCapturing, cudaStream_t stream, enum cudaStreamCaptureStatus *status)
COOPIFY_HOST(cudaStreamBeginCapture, cudaStream_t stream, enum cudaStreamCaptureMode mode)
COOPIFY_HOST(cudaStreamEndCapture, cudaStream_t stream, cudaGraph_t *graph)
COOPIFY_HOST(cudaGraphInstantiateWithFlags, cudaGraphExec_t *exec, cudaGraph_t graph,
             unsigned long long flags COOPIFY_DEFAULT(0))
COOPIFY_HOST(cudaGraphLaunch, cudaGraphExec_t exec, cudaStream_t stream)
COOPIFY_HOST(cudaGraphDestroy, cudaGraph_t graph)
COOPIFY_HOST(cudaGraphExecDestroy, cudaGraphExec_t exec)
COOPIFY_BOTH(cudaEventCreateWithFlags, cudaEvent_t *event, unsigned int flags)
COOPIFY_BOTH(cudaEventRecord, cudaEvent_t event, cudaStream_t stream COOPIFY_DEFAULT(0))
COOPIFY_BOTH(cudaEventDestroy, cudaEvent_t event)
COOPIFY_HOST(cudaEventCreate, cudaEvent_t *event)
COOPIFY_HOST(cudaEventRecordWithFlags, cudaEvent_t event, cudaStream_t stream COOPIFY_DEFAULT(0),
             unsigned int flags COOPIFY_DEFAULT(0))
COOPIFY_HOST(cudaEventQuery, cudaEvent_t event)
COOPIFY_HOST(cudaEventSynchronize, cudaEvent_t event)
COOPIFY_HOST(cudaEventElapsedTime, float *ms, cudaEvent_t start, cudaEvent_t end)

COOPIFY_BOTH(cudaMalloc, void **p, size_t size)
COOPIFY_BOTH(cudaFree, void *p)
COOPIFY_HOST(cudaMallocHost, void **p, size_t size)
COOPIFY_HOST(cudaMallocPitch, void **p, size_t *pitch, size_t width, size_t height)
COOPIFY_HOST(cudaMalloc3D, struct cudaPitchedPtr *p, struct cudaExtent extent)
COOPIFY_HOST(cudaMallocArray, cudaArray_t *array, const struct cudaChannelFormatDesc *desc,
             size_t width, size_t height COOPIFY_DEFAULT(0), unsigned int flags COOPIFY_DEFAULT(0))
COOPIFY_HOST(cudaMalloc3DArray, cudaArray_t *array, const struct cudaChannelFormatDesc *desc,
             struct cudaExtent extent, unsigned int flags COOPIFY_DEFAULT(0))
COOPIFY_HOST(cudaMallocManaged, void **p, size_t size,
             unsigned int flags COOPIFY_DEFAULT(cudaMemAttachGlobal))
COOPIFY_HOST(cudaMallocAsync, void **p, size_t size, cudaStream_t stream)
COOPIFY_HOST(cudaMallocFromPoolAsync, void **p, size_t size, cudaMemPool_t pool, cudaStream_t stream)
COOPIFY_HOST(cudaDeviceGetDefaultMemPool, cudaMemPool_t *pool, int device)
COOPIFY_HOST(cudaDeviceGetMemPool, cudaMemPool_t *pool, int device)
COOPIFY_HOST(cudaDeviceSetMemPool, int device, cudaMemPool_t pool)
COOPIFY_HOST(cudaMemPoolGetAttribute, cudaMemPool_t pool, enum cudaMemPoolAttr attr, void *value)
COOPIFY_HOST(cudaMemPoolSetAttribute, cudaMemPool_t pool, enum cudaMemPoolAttr attr, void *value)
COOPIFY_HOST(cudaMemPoolTrimTo, cudaMemPool_t pool, size_t keep)
COOPIFY_HOST(cudaFreeAsync, void *p, cudaStream_t stream)
COOPIFY_HOST(cudaFreeHost, void *p)
COOPIFY_HOST(cudaFreeArray, cudaArray_t array)
COOPIFY_HOST(cudaHostAlloc, void **p, size_t size, unsigned int flags)
COOPIFY_HOST(cudaHostRegister, void *p, size_t size, unsigned int flags)
COOPIFY_HOST(cudaHostUnregister, void *p)
COOPIFY_HOST(cudaHostGetDevicePointer, void **device, void *host, unsigned int flags)
COOPIFY_HOST(cudaHostGetFlags, unsigned int *flags, void *host)
COOPIFY_HOST(cudaMemGetInfo, size_t *free, size_t *total)
COOPIFY_HOST(cudaPointerGetAttributes, struct cudaPointerAttributes *attributes, const void *p)
COOPIFY_HOST(cudaMemPrefetchAsync, const void *p, size_t count, int device,
             cudaStream_t stream COOPIFY_DEFAULT(0))
COOPIFY_HOST(cudaMemAdvise, const void *p, size_t count, enum cudaMemoryAdvise advice, int device)
COOPIFY_BOTH(cudaMemcpyAsync, void *dst, const void *src, size_t count, enum cudaMemcpyKind kind,
             cudaStream_t stream COOPIFY_DEFAULT(0))
COOPIFY_BOTH(cudaMemsetAsync, void *p, int value, size_t count,
             cudaStream_t stream COOPIFY_DEFAULT(0))
COOPIFY_HOST(cudaMemcpy, void *dst, const void *src, size_t count, enum cudaMemcpyKind kind)
COOPIFY_HOST(cudaMemcpyPeer, void *dst, int dstDevice, const void *src, int srcDevice, size_t count)
COOPIFY_HOST(cudaMemcpyPeerAsync, void *dst, int dstDevice, const void *src, int srcDevice,
             size_t count, cudaStream_t stream COOPIFY_DEFAULT(0))
COOPIFY_HOST(cudaMemcpy2D, void *dst, size_t dpitch, const void *src, size_t spitch, size_t width,
             size_t height, enum cudaMemcpyKind kind)
COOPIFY_BOTH(cudaMemcpy2DAsync, void *dst, size_t dpitch, const void *src, size_t spitch,
             size_t width, size_t height, enum cudaMemcpyKind kind,
             cudaStream_t stream COOPIFY_DEFAULT(0))
COOPIFY_HOST(cudaMemcpyToArray, cudaArray_t dst, size_t w, size_t h, const void *src, size_t count,
             enum cudaMemcpyKind kind)
COOPIFY_HOST(cudaMemcpyFromArray, void *dst, cudaArray_const_t src, size_t w, size_t h,
             size_t count, enum cudaMemcpyKind kind)
COOPIFY_HOST(cudaMemcpy2DToArray, cudaArray_t dst, size_t w, size_t h, const void *src,
             size_t spitch, size_t width, size_t height, enum cudaMemcpyKind kind)
COOPIFY_HOST(cudaMemcpy2DFromArray, void *dst, size_t dpitch, cudaArray_const_t src, size_t w,
             size_t h, size_t width, size_t height, enum cudaMemcpyKind kind)
COOPIFY_HOST(cudaMemcpy3D, const struct cudaMemcpy3DParms *p)
COOPIFY_HOST(cudaMemcpy3DAsync, const struct cudaMemcpy3DParms *p,
             cudaStream_t stream COOPIFY_DEFAULT(0))
COOPIFY_HOST(cudaMemset, void *p, int value, size_t count)
COOPIFY_HOST(cudaMemset2D, void *p, size_t pitch, int value, size_t width, size_t height)
COOPIFY_HOST(cudaMemset2DAsync, void *p, size_t pitch, int value, size_t width, size_t height,
             cudaStream_t stream COOPIFY_DEFAULT(0))
COOPIFY_HOST(cudaMemset3D, struct cudaPitchedPtr p, int value, struct cudaExtent extent)
COOPIFY_HOST(cudaMemset3DAsync, struct cudaPitchedPtr p, int value, struct cudaExtent extent,
             cudaStream_t stream COOPIFY_DEFAULT(0))
COOPIFY_HOST(cudaMemcpyToSymbol, const void *symbol, const void *src, size_t count,
             size_t offset COOPIFY_DEFAULT(0),
             enum cudaMemcpyKind kind COOPIFY_DEFAULT(cudaMemcpyHostToDevice))
COOPIFY_HOST(cudaMemcpyFromSymbol, void *dst, const void *symbol, size_t count,
             size_t offset COOPIFY_DEFAULT(0),
             enum cudaMemcpyKind kind COOPIFY_DEFAULT(cudaMemcpyDeviceToHost))
COOPIFY_HOST(cudaMemcpyToSymbolAsync, const void *symbol, const void *src, size_t count,
             size_t offset, enum cudaMemcpyKind kind, cudaStream_t stream COOPIFY_DEFAULT(0))
COOPIFY_HOST(cudaMemcpyFromSymbolAsync, void *dst, const void *symbol, size_t count, size_t offset,
             enum cudaMemcpyKind kind, cudaStream_t stream COOPIFY_DEFAULT(0))
COOPIFY_HOST(cudaGetSymbolAddress, void **p, const void *symbol)
COOPIFY_HOST(cudaGetSymbolSize, size_t *size, const void *symbol)

COOPIFY_HOST(cudaLaunchKernel, const void *func, dim3 grid, dim3 block, void **args,
             size_t sharedMem, cudaStream_t stream)
COOPIFY_HOST(cudaLaunchCooperativeKernel, const void *func, dim3 grid, dim3 block, void **args,
             size_t sharedMem, cudaStream_t stream)
COOPIFY_HOST(cudaLaunchCooperativeKernelMultiDevice, struct cudaLaunchParams *list,
             unsigned int count, unsigned int flags COOPIFY_DEFAULT(0))
COOPIFY_HOST(cudaLaunchKernelExC, const cudaLaunchConfig_t *config, const void *func, void **args)
COOPIFY_HOST(cudaFuncGetName, const char **name, const void *func)
COOPIFY_HOST(cudaFuncSetAttribute, const void *func, enum cudaFuncAttribute attr, int value)
COOPIFY_BOTH(cudaFuncGetAttributes, struct cudaFuncAttributes *attr, const void *func)
COOPIFY_HOST(cudaFuncSetCacheConfig, const void *func, enum cudaFuncCache config)
COOPIFY_HOST(cudaFuncSetSharedMemConfig, const void *func, enum cudaSharedMemConfig config)
COOPIFY_BOTH(cudaOccupancyMaxActiveBlocksPerMultiprocessor, int *blocks, const void *func,
             int blockSize, size_t dynamicSMemSize)
COOPIFY_BOTH(cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags, int *blocks, const void *func,
             int blockSize, size_t dynamicSMemSize, unsigned int flags)
// What <<<>>> becomes: the second since CUDA 9.2, the first before.
COOPIFY_HOST(cudaConfigureCall, dim3 grid, dim3 block, size_t sharedMem COOPIFY_DEFAULT(0),
             cudaStream_t stream COOPIFY_DEFAULT(0))
COOPIFY_HOST(cudaSetupArgument, const void *arg, size_t size, size_t offset)
COOPIFY_HOST(cudaLaunch, const void *func)
unsigned __cudaPushCallConfiguration(dim3 gridDim, dim3 blockDim,
                                     size_t sharedMem COOPIFY_DEFAULT(0),
                                     void *stream COOPIFY_DEFAULT(0));

// What <<<>>> in device code becomes (dynamic parallelism); clang looks them up.
__device__ void *cudaGetParameterBuffer(size_t alignment, size_t size);
__device__ cudaError_t cudaLaunchDevice(void *func, void *parameters, dim3 grid, dim3 block,
                                        unsigned int sharedMem, cudaStream_t stream);

COOPIFY_HOST(cudaProfilerStart)
COOPIFY_HOST(cudaProfilerStop)
struct cudaChannelFormatDesc cudaCreateChannelDesc(int x, int y, int z, int w,
                                                   enum cudaChannelFormatKind f);
COOPIFY_HOST(cudaGetChannelDesc, struct cudaChannelFormatDesc *desc, cudaArray_const_t array)
COOPIFY_HOST(cudaCreateTextureObject, cudaTextureObject_t *texture,
             const struct cudaResourceDesc *resource, const struct cudaTextureDesc *desc,
             const struct cudaResourceViewDesc *view)
COOPIFY_HOST(cudaDestroyTextureObject, cudaTextureObject_t texture)
COOPIFY_HOST(cudaCreateSurfaceObject, cudaSurfaceObject_t *surface,
             const struct cudaResourceDesc *resource)
COOPIFY_HOST(cudaDestroySurfaceObject, cudaSurfaceObject_t surface)
COOPIFY_HOST(cudaGraphicsUnregisterResource, cudaGraphicsResource_t resource)
COOPIFY_HOST(cudaGraphicsMapResources, int count, cudaGraphicsResource_t *resources,
             cudaStream_t stream COOPIFY_DEFAULT(0))
COOPIFY_HOST(cudaGraphicsUnmapResources, int count, cudaGraphicsResource_t *resources,
             cudaStream_t stream COOPIFY_DEFAULT(0))
COOPIFY_HOST(cudaGraphicsResourceGetMappedPointer, void **p, size_t *size,
             cudaGraphicsResource_t resource)
COOPIFY_HOST(cudaGraphicsSubResourceGetMappedArray, cudaArray_t *array,
             cudaGraphicsResource_t resource, unsigned int index, unsigned int level)
COOPIFY_HOST(cudaGraphicsResourceSetMapFlags, cudaGraphicsResource_t resource, unsigned int flags)
#ifdef __cplusplus
}
#define COOPIFY_SIGNATURE static __inline__ __host__ cudaError_t
#else
#define COOPIFY_SIGNATURE static __inline__ __attribute__((overloadable)) cudaError_t
#endif

// Signatures of CUDA 13 beside those of before: programs choose by CUDART_VERSION.
static __inline__ __host__ int __coopify_device_of(struct cudaMemLocation location) {
  return location.type == cudaMemLocationTypeDevice ? location.id : cudaCpuDeviceId;
}
COOPIFY_SIGNATURE cudaMemPrefetchAsync(const void *p, size_t count, struct cudaMemLocation location,
                                       unsigned int flags, cudaStream_t stream COOPIFY_DEFAULT(0)) {
  (void)flags; // reserved
  return cudaMemPrefetchAsync(p, count, __coopify_device_of(location), stream);
}
COOPIFY_SIGNATURE cudaMemAdvise(const void *p, size_t count, enum cudaMemoryAdvise advice,
                                struct cudaMemLocation location) {
  return cudaMemAdvise(p, count, advice, __coopify_device_of(location));
}
// CUDA 12's; the one of before is in cuda_runtime.h.
COOPIFY_SIGNATURE cudaGraphInstantiate(cudaGraphExec_t *exec, cudaGraph_t graph,
                                       unsigned long long flags COOPIFY_DEFAULT(0)) {
  return cudaGraphInstantiateWithFlags(exec, graph, flags);
}
#undef COOPIFY_SIGNATURE
#undef COOPIFY_BOTH
#undef COOPIFY_HOST
#undef COOPIFY_DEFAULT

static __inline__ __host__ struct cudaPitchedPtr make_cudaPitchedPtr(void *d, size_t p, size_t x,
                                                                     size_t y) {
  struct cudaPitchedPtr s = {d, p, x, y};
  return s;
}
static __inline__ __host__ struct cudaPos make_cudaPos(size_t x, size_t y, size_t z) {
  struct cudaPos p = {x, y, z};
  return p;
}
static __inline__ __host__ struct cudaExtent make_cudaExtent(size_t w, size_t h, size_t d) {
  struct cudaExtent e = {w, h, d};
  return e;
}

#endif
