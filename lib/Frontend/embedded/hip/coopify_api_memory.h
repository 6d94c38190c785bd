// Memory, graphs, textures of the runtime API; after coopify_api_functions.h, whose
// macros it uses and ends. No guard.
COOPIFY_API(Malloc, void **p, size_t size)
COOPIFY_API(ExtMallocWithFlags, void **p, size_t size, unsigned int flags)
COOPIFY_API(MallocManaged, void **p, size_t size, unsigned int flags COOPIFY_D(1))
COOPIFY_API(MallocHost, void **p, size_t size)
COOPIFY_API(MemAllocHost, void **p, size_t size)
COOPIFY_API(HostMalloc, void **p, size_t size, unsigned int flags COOPIFY_D(0))
COOPIFY_API(HostAlloc, void **p, size_t size, unsigned int flags)
COOPIFY_API(MallocPitch, void **p, size_t *pitch, size_t width, size_t height)
COOPIFY_API(MemAllocPitch, void **p, size_t *pitch, size_t width, size_t height, unsigned int size)
COOPIFY_API(Malloc3D, COOPIFY_P(PitchedPtr) *p, COOPIFY_P(Extent) extent)
COOPIFY_API(MallocArray, COOPIFY_P(Array_t) *array, const COOPIFY_P(ChannelFormatDesc) *desc,
            size_t width, size_t height COOPIFY_D(0), unsigned int flags COOPIFY_D(0))
COOPIFY_API(Malloc3DArray, COOPIFY_P(Array_t) *array, const COOPIFY_P(ChannelFormatDesc) *desc,
            COOPIFY_P(Extent) extent, unsigned int flags)
COOPIFY_API(MallocMipmappedArray, COOPIFY_P(MipmappedArray_t) *array,
            const COOPIFY_P(ChannelFormatDesc) *desc, COOPIFY_P(Extent) extent,
            unsigned int levels, unsigned int flags COOPIFY_D(0))
COOPIFY_API(MallocAsync, void **p, size_t size, COOPIFY_STREAM)
COOPIFY_API(MallocFromPoolAsync, void **p, size_t size, COOPIFY_P(MemPool_t) pool, COOPIFY_STREAM)
COOPIFY_API(Free, void *p)
COOPIFY_API(FreeAsync, void *p, COOPIFY_STREAM)
COOPIFY_API(FreeHost, void *p)
COOPIFY_API(HostFree, void *p)
COOPIFY_API(FreeArray, COOPIFY_P(Array_t) array)
COOPIFY_API(FreeMipmappedArray, COOPIFY_P(MipmappedArray_t) array)
COOPIFY_API(HostRegister, void *p, size_t size, unsigned int flags)
COOPIFY_API(HostUnregister, void *p)
COOPIFY_API(HostGetDevicePointer, void **device, void *host, unsigned int flags)
COOPIFY_API(HostGetFlags, unsigned int *flags, void *host)
COOPIFY_API(MemGetInfo, size_t *free, size_t *total)
COOPIFY_API(MemGetAddressRange, COOPIFY_P(Deviceptr_t) *base, size_t *size,
            COOPIFY_P(Deviceptr_t) p)
COOPIFY_API(MemPtrGetInfo, void *p, size_t *size)
COOPIFY_API(PointerGetAttributes, COOPIFY_P(PointerAttribute_t) *attributes, const void *p)
COOPIFY_API(MemPrefetchAsync, const void *p, size_t count, int device, COOPIFY_STREAM_0)
COOPIFY_API(MemAdvise, const void *p, size_t count, COOPIFY_P(MemoryAdvise) advice, int device)
COOPIFY_API(DeviceGetDefaultMemPool, COOPIFY_P(MemPool_t) *pool, int device)
COOPIFY_API(DeviceGetMemPool, COOPIFY_P(MemPool_t) *pool, int device)
COOPIFY_API(DeviceSetMemPool, int device, COOPIFY_P(MemPool_t) pool)
COOPIFY_API(MemPoolDestroy, COOPIFY_P(MemPool_t) pool)
COOPIFY_API(MemPoolTrimTo, COOPIFY_P(MemPool_t) pool, size_t keep)
COOPIFY_API(MemPoolSetAttribute, COOPIFY_P(MemPool_t) pool, COOPIFY_P(MemPoolAttr) attribute,
            void *value)
COOPIFY_API(MemPoolGetAttribute, COOPIFY_P(MemPool_t) pool, COOPIFY_P(MemPoolAttr) attribute,
            void *value)

#define COOPIFY_KIND enum COOPIFY_P(MemcpyKind) kind
COOPIFY_API(Memcpy, void *dst, const void *src, size_t count, COOPIFY_KIND)
COOPIFY_API(MemcpyAsync, void *dst, const void *src, size_t count, COOPIFY_KIND, COOPIFY_STREAM_0)
COOPIFY_API(MemcpyWithStream, void *dst, const void *src, size_t count, COOPIFY_KIND,
            COOPIFY_STREAM)
COOPIFY_API(MemcpyHtoD, COOPIFY_P(Deviceptr_t) dst, const void *src, size_t count)
COOPIFY_API(MemcpyDtoH, void *dst, COOPIFY_P(Deviceptr_t) src, size_t count)
COOPIFY_API(MemcpyDtoD, COOPIFY_P(Deviceptr_t) dst, COOPIFY_P(Deviceptr_t) src, size_t count)
COOPIFY_API(MemcpyHtoDAsync, COOPIFY_P(Deviceptr_t) dst, const void *src, size_t count,
            COOPIFY_STREAM)
COOPIFY_API(MemcpyDtoHAsync, void *dst, COOPIFY_P(Deviceptr_t) src, size_t count, COOPIFY_STREAM)
COOPIFY_API(MemcpyDtoDAsync, COOPIFY_P(Deviceptr_t) dst, COOPIFY_P(Deviceptr_t) src, size_t count,
            COOPIFY_STREAM)
COOPIFY_API(MemcpyPeer, void *dst, int dstDevice, const void *src, int srcDevice, size_t count)
COOPIFY_API(MemcpyPeerAsync, void *dst, int dstDevice, const void *src, int srcDevice, size_t count,
            COOPIFY_STREAM_0)
COOPIFY_API(Memcpy2D, void *dst, size_t dpitch, const void *src, size_t spitch, size_t width,
            size_t height, COOPIFY_KIND)
COOPIFY_API(Memcpy2DAsync, void *dst, size_t dpitch, const void *src, size_t spitch, size_t width,
            size_t height, COOPIFY_KIND, COOPIFY_STREAM_0)
COOPIFY_API(Memcpy2DToArray, COOPIFY_P(Array_t) dst, size_t w, size_t h, const void *src,
            size_t spitch, size_t width, size_t height, COOPIFY_KIND)
COOPIFY_API(Memcpy2DFromArray, void *dst, size_t dpitch, COOPIFY_P(Array_const_t) src, size_t w,
            size_t h, size_t width, size_t height, COOPIFY_KIND)
COOPIFY_API(MemcpyToArray, COOPIFY_P(Array_t) dst, size_t w, size_t h, const void *src,
            size_t count, COOPIFY_KIND)
COOPIFY_API(MemcpyFromArray, void *dst, COOPIFY_P(Array_const_t) src, size_t w, size_t h,
            size_t count, COOPIFY_KIND)
COOPIFY_API(Memcpy3D, const COOPIFY_P(Memcpy3DParms) *p)
COOPIFY_API(Memcpy3DAsync, const COOPIFY_P(Memcpy3DParms) *p, COOPIFY_STREAM_0)
COOPIFY_API(Memset, void *p, int value, size_t count)
COOPIFY_API(MemsetAsync, void *p, int value, size_t count, COOPIFY_STREAM_0)
COOPIFY_API(MemsetD8, COOPIFY_P(Deviceptr_t) p, unsigned char value, size_t count)
COOPIFY_API(MemsetD16, COOPIFY_P(Deviceptr_t) p, unsigned short value, size_t count)
COOPIFY_API(MemsetD32, COOPIFY_P(Deviceptr_t) p, int value, size_t count)
COOPIFY_API(MemsetD8Async, COOPIFY_P(Deviceptr_t) p, unsigned char value, size_t count,
            COOPIFY_STREAM_0)
COOPIFY_API(MemsetD16Async, COOPIFY_P(Deviceptr_t) p, unsigned short value, size_t count,
            COOPIFY_STREAM_0)
COOPIFY_API(MemsetD32Async, COOPIFY_P(Deviceptr_t) p, int value, size_t count, COOPIFY_STREAM_0)
COOPIFY_API(Memset2D, void *p, size_t pitch, int value, size_t width, size_t height)
COOPIFY_API(Memset2DAsync, void *p, size_t pitch, int value, size_t width, size_t height,
            COOPIFY_STREAM_0)
COOPIFY_API(Memset3D, COOPIFY_P(PitchedPtr) p, int value, COOPIFY_P(Extent) extent)
COOPIFY_API(MemcpyToSymbol, const void *symbol, const void *src, size_t count,
            size_t offset COOPIFY_D(0), COOPIFY_KIND COOPIFY_D(COOPIFY_P(MemcpyHostToDevice)))
COOPIFY_API(MemcpyFromSymbol, void *dst, const void *symbol, size_t count,
            size_t offset COOPIFY_D(0), COOPIFY_KIND COOPIFY_D(COOPIFY_P(MemcpyDeviceToHost)))
COOPIFY_API(MemcpyToSymbolAsync, const void *symbol, const void *src, size_t count, size_t offset,
            COOPIFY_KIND, COOPIFY_STREAM_0)
COOPIFY_API(MemcpyFromSymbolAsync, void *dst, const void *symbol, size_t count, size_t offset,
            COOPIFY_KIND, COOPIFY_STREAM_0)
COOPIFY_API(GetSymbolAddress, void **p, const void *symbol)
COOPIFY_API(GetSymbolSize, size_t *size, const void *symbol)

// Graphs: what records a stream and plays it.
typedef struct COOPIFY_P(KernelNodeParams) {
  dim3 blockDim;
  void **extra;
  void *func;
  dim3 gridDim;
  void **kernelParams;
  unsigned int sharedMemBytes;
} COOPIFY_P(KernelNodeParams);
typedef struct COOPIFY_P(HostNodeParams) {
  COOPIFY_P(HostFn_t) fn;
  void *userData;
} COOPIFY_P(HostNodeParams);
typedef struct COOPIFY_P(MemsetParams) {
  void *dst;
  unsigned int elementSize;
  size_t height, pitch;
  unsigned int value;
  size_t width;
} COOPIFY_P(MemsetParams);
typedef enum COOPIFY_P(GraphExecUpdateResult) {
  COOPIFY_P(GraphExecUpdateSuccess), COOPIFY_P(GraphExecUpdateError)
} COOPIFY_P(GraphExecUpdateResult);
#define COOPIFY_GRAPH COOPIFY_P(Graph_t) graph
#define COOPIFY_NODE                                                           \
  COOPIFY_P(GraphNode_t) *node, COOPIFY_GRAPH, const COOPIFY_P(GraphNode_t) *after, size_t count
COOPIFY_API(StreamBeginCapture, COOPIFY_STREAM, COOPIFY_P(StreamCaptureMode) mode)
COOPIFY_API(StreamEndCapture, COOPIFY_STREAM, COOPIFY_P(Graph_t) *graph)
COOPIFY_API(StreamIsCapturing, COOPIFY_STREAM, COOPIFY_P(StreamCaptureStatus) *status)
COOPIFY_API(StreamGetCaptureInfo, COOPIFY_STREAM, COOPIFY_P(StreamCaptureStatus) *status,
            unsigned long long *id)
COOPIFY_API(ThreadExchangeStreamCaptureMode, COOPIFY_P(StreamCaptureMode) *mode)
COOPIFY_API(GraphCreate, COOPIFY_P(Graph_t) *graph, unsigned int flags)
COOPIFY_API(GraphDestroy, COOPIFY_GRAPH)
COOPIFY_API(GraphInstantiate, COOPIFY_P(GraphExec_t) *exec, COOPIFY_GRAPH,
            COOPIFY_P(GraphNode_t) *node, char *log, size_t size)
COOPIFY_API(GraphInstantiateWithFlags, COOPIFY_P(GraphExec_t) *exec, COOPIFY_GRAPH,
            unsigned long long flags)
COOPIFY_API(GraphLaunch, COOPIFY_P(GraphExec_t) exec, COOPIFY_STREAM)
COOPIFY_API(GraphUpload, COOPIFY_P(GraphExec_t) exec, COOPIFY_STREAM)
COOPIFY_API(GraphExecDestroy, COOPIFY_P(GraphExec_t) exec)
COOPIFY_API(GraphExecUpdate, COOPIFY_P(GraphExec_t) exec, COOPIFY_GRAPH,
            COOPIFY_P(GraphNode_t) *node, COOPIFY_P(GraphExecUpdateResult) *result)
COOPIFY_API(GraphGetNodes, COOPIFY_GRAPH, COOPIFY_P(GraphNode_t) *nodes, size_t *count)
COOPIFY_API(GraphClone, COOPIFY_P(Graph_t) *clone, COOPIFY_GRAPH)
COOPIFY_API(GraphAddKernelNode, COOPIFY_NODE, const COOPIFY_P(KernelNodeParams) *params)
COOPIFY_API(GraphAddMemcpyNode, COOPIFY_NODE, const COOPIFY_P(Memcpy3DParms) *params)
COOPIFY_API(GraphAddMemcpyNode1D, COOPIFY_NODE, void *dst, const void *src, size_t bytes,
            COOPIFY_KIND)
COOPIFY_API(GraphAddMemsetNode, COOPIFY_NODE, const COOPIFY_P(MemsetParams) *params)
COOPIFY_API(GraphAddHostNode, COOPIFY_NODE, const COOPIFY_P(HostNodeParams) *params)
COOPIFY_API(GraphAddEmptyNode, COOPIFY_NODE)
COOPIFY_API(GraphAddChildGraphNode, COOPIFY_NODE, COOPIFY_P(Graph_t) child)
COOPIFY_API(GraphAddDependencies, COOPIFY_GRAPH, const COOPIFY_P(GraphNode_t) *from,
            const COOPIFY_P(GraphNode_t) *to, size_t count)
COOPIFY_API(GraphKernelNodeSetParams, COOPIFY_P(GraphNode_t) node,
            const COOPIFY_P(KernelNodeParams) *params)
COOPIFY_API(GraphKernelNodeGetParams, COOPIFY_P(GraphNode_t) node,
            COOPIFY_P(KernelNodeParams) *params)
COOPIFY_API(GraphExecKernelNodeSetParams, COOPIFY_P(GraphExec_t) exec, COOPIFY_P(GraphNode_t) node,
            const COOPIFY_P(KernelNodeParams) *params)
#undef COOPIFY_NODE
#undef COOPIFY_GRAPH

// Textures and surfaces by object.
COOPIFY_API(GetChannelDesc, COOPIFY_P(ChannelFormatDesc) *desc, COOPIFY_P(Array_const_t) array)
COOPIFY_API(CreateTextureObject, COOPIFY_P(TextureObject_t) *texture,
            const COOPIFY_P(ResourceDesc) *resource, const COOPIFY_P(TextureDesc) *desc,
            const struct COOPIFY_P(ResourceViewDesc) *view)
COOPIFY_API(DestroyTextureObject, COOPIFY_P(TextureObject_t) texture)
COOPIFY_API(GetTextureObjectResourceDesc, COOPIFY_P(ResourceDesc) *desc,
            COOPIFY_P(TextureObject_t) texture)
COOPIFY_API(CreateSurfaceObject, COOPIFY_P(SurfaceObject_t) *surface,
            const COOPIFY_P(ResourceDesc) *resource)
COOPIFY_API(DestroySurfaceObject, COOPIFY_P(SurfaceObject_t) surface)
COOPIFY_API(GraphicsMapResources, int count, COOPIFY_P(GraphicsResource_t) *resources,
            COOPIFY_STREAM_0)
COOPIFY_API(GraphicsUnmapResources, int count, COOPIFY_P(GraphicsResource_t) *resources,
            COOPIFY_STREAM_0)
COOPIFY_API(GraphicsResourceGetMappedPointer, void **p, size_t *size,
            COOPIFY_P(GraphicsResource_t) resource)
COOPIFY_API(GraphicsUnregisterResource, COOPIFY_P(GraphicsResource_t) resource)
#undef COOPIFY_KIND
#undef COOPIFY_STREAM_0
#undef COOPIFY_STREAM
#undef COOPIFY_API
