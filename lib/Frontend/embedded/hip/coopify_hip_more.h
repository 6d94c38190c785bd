// Less common functions of the HIP runtime API. Included by hip_runtime_api.h
// inside extern "C".
#ifndef COOPIFY_HIP_MORE_H
#define COOPIFY_HIP_MORE_H

hipError_t hipGetMipmappedArrayLevel(hipArray_t *array, hipMipmappedArray_const_t mipmapped,
                                     unsigned int level);
hipError_t hipMemcpy2DToArrayAsync(hipArray_t dst, size_t w, size_t h, const void *src,
                                   size_t spitch, size_t width, size_t height,
                                   enum hipMemcpyKind kind, hipStream_t stream COOPIFY_D(0));
hipError_t hipMemcpy2DFromArrayAsync(void *dst, size_t dpitch, hipArray_const_t src, size_t w,
                                     size_t h, size_t width, size_t height,
                                     enum hipMemcpyKind kind, hipStream_t stream COOPIFY_D(0));
hipError_t hipMemset3DAsync(hipPitchedPtr p, int value, hipExtent extent,
                            hipStream_t stream COOPIFY_D(0));
hipError_t hipStreamWriteValue64(hipStream_t stream, void *p, unsigned long long value,
                                 unsigned int flags);
hipError_t hipStreamWaitValue64(hipStream_t stream, void *p, unsigned long long value,
                                unsigned int flags,
                                unsigned long long mask COOPIFY_D(0xffffffffffffffffull));
hipError_t hipGetProcAddress(const char *symbol, void **p, int version, unsigned long long flags,
                             void *status);
hipError_t hipExtGetLinkTypeAndHopCount(int from, int to, unsigned int *type, unsigned int *hops);

typedef enum hipMemRangeAttribute {
  hipMemRangeAttributeReadMostly = 1, hipMemRangeAttributePreferredLocation,
  hipMemRangeAttributeAccessedBy, hipMemRangeAttributeLastPrefetchLocation,
  hipMemRangeAttributeCoherencyMode = 100
} hipMemRangeAttribute;
hipError_t hipMemRangeGetAttribute(void *data, size_t size, hipMemRangeAttribute attribute,
                                   const void *p, size_t count);
typedef enum hipPointer_attribute {
  HIP_POINTER_ATTRIBUTE_CONTEXT = 1, HIP_POINTER_ATTRIBUTE_MEMORY_TYPE,
  HIP_POINTER_ATTRIBUTE_DEVICE_POINTER, HIP_POINTER_ATTRIBUTE_HOST_POINTER,
  HIP_POINTER_ATTRIBUTE_SYNC_MEMOPS = 6, HIP_POINTER_ATTRIBUTE_BUFFER_ID,
  HIP_POINTER_ATTRIBUTE_IS_MANAGED, HIP_POINTER_ATTRIBUTE_DEVICE_ORDINAL
} hipPointer_attribute;
hipError_t hipPointerGetAttribute(void *data, hipPointer_attribute attribute, hipDeviceptr_t p);
hipError_t hipPointerSetAttribute(const void *value, hipPointer_attribute attribute,
                                  hipDeviceptr_t p);

// Nodes of graphs.
typedef enum hipGraphNodeType {
  hipGraphNodeTypeKernel, hipGraphNodeTypeMemcpy, hipGraphNodeTypeMemset, hipGraphNodeTypeHost,
  hipGraphNodeTypeGraph, hipGraphNodeTypeEmpty, hipGraphNodeTypeWaitEvent,
  hipGraphNodeTypeEventRecord, hipGraphNodeTypeExtSemaphoreSignal,
  hipGraphNodeTypeExtSemaphoreWait, hipGraphNodeTypeMemAlloc, hipGraphNodeTypeMemFree
} hipGraphNodeType;
#define COOPIFY_NODE                                                           \
  hipGraphNode_t *node, hipGraph_t graph, const hipGraphNode_t *after, size_t count
hipError_t hipGraphAddEventRecordNode(COOPIFY_NODE, hipEvent_t event);
hipError_t hipGraphAddEventWaitNode(COOPIFY_NODE, hipEvent_t event);
hipError_t hipGraphAddMemcpyNodeToSymbol(COOPIFY_NODE, const void *symbol, const void *src,
                                         size_t bytes, size_t offset, enum hipMemcpyKind kind);
hipError_t hipGraphAddMemcpyNodeFromSymbol(COOPIFY_NODE, void *dst, const void *symbol,
                                           size_t bytes, size_t offset, enum hipMemcpyKind kind);
hipError_t hipGraphAddMemFreeNode(COOPIFY_NODE, void *p);
#undef COOPIFY_NODE
hipError_t hipGraphNodeGetType(hipGraphNode_t node, hipGraphNodeType *type);
hipError_t hipGraphNodeFindInClone(hipGraphNode_t *node, hipGraphNode_t original, hipGraph_t clone);
hipError_t hipGraphNodeGetDependencies(hipGraphNode_t node, hipGraphNode_t *nodes, size_t *count);
hipError_t hipGraphNodeGetDependentNodes(hipGraphNode_t node, hipGraphNode_t *nodes, size_t *count);
hipError_t hipGraphNodeSetEnabled(hipGraphExec_t exec, hipGraphNode_t node, unsigned int enabled);
hipError_t hipGraphNodeGetEnabled(hipGraphExec_t exec, hipGraphNode_t node, unsigned int *enabled);
hipError_t hipGraphGetRootNodes(hipGraph_t graph, hipGraphNode_t *nodes, size_t *count);
hipError_t hipGraphGetEdges(hipGraph_t graph, hipGraphNode_t *from, hipGraphNode_t *to,
                            size_t *count);
hipError_t hipGraphRemoveDependencies(hipGraph_t graph, const hipGraphNode_t *from,
                                      const hipGraphNode_t *to, size_t count);
hipError_t hipGraphDestroyNode(hipGraphNode_t node);
hipError_t hipGraphDebugDotPrint(hipGraph_t graph, const char *file, unsigned int flags);
hipError_t hipGraphChildGraphNodeGetGraph(hipGraphNode_t node, hipGraph_t *graph);
hipError_t hipGraphHostNodeSetParams(hipGraphNode_t node, const hipHostNodeParams *params);
hipError_t hipGraphMemsetNodeSetParams(hipGraphNode_t node, const hipMemsetParams *params);
hipError_t hipGraphMemcpyNodeSetParams(hipGraphNode_t node, const hipMemcpy3DParms *params);
hipError_t hipGraphMemcpyNodeSetParams1D(hipGraphNode_t node, void *dst, const void *src,
                                         size_t bytes, enum hipMemcpyKind kind);
hipError_t hipGraphExecHostNodeSetParams(hipGraphExec_t exec, hipGraphNode_t node,
                                         const hipHostNodeParams *params);
hipError_t hipGraphExecMemsetNodeSetParams(hipGraphExec_t exec, hipGraphNode_t node,
                                           const hipMemsetParams *params);
hipError_t hipGraphExecMemcpyNodeSetParams(hipGraphExec_t exec, hipGraphNode_t node,
                                           hipMemcpy3DParms *params);
hipError_t hipGraphExecMemcpyNodeSetParams1D(hipGraphExec_t exec, hipGraphNode_t node, void *dst,
                                             const void *src, size_t bytes,
                                             enum hipMemcpyKind kind);
hipError_t hipGraphExecChildGraphNodeSetParams(hipGraphExec_t exec, hipGraphNode_t node,
                                               hipGraph_t child);
hipError_t hipUserObjectCreate(hipUserObject_t *object, void *p, hipHostFn_t destroy,
                               unsigned int references, unsigned int flags);
hipError_t hipUserObjectRetain(hipUserObject_t object, unsigned int count COOPIFY_D(1));
hipError_t hipUserObjectRelease(hipUserObject_t object, unsigned int count COOPIFY_D(1));

// Memory that a graph allocates, and what nodes are asked and told later.
typedef enum hipGraphMemAttributeType {
  hipGraphMemAttrUsedMemCurrent, hipGraphMemAttrUsedMemHigh, hipGraphMemAttrReservedMemCurrent,
  hipGraphMemAttrReservedMemHigh
} hipGraphMemAttributeType;
typedef struct hipMemAllocNodeParams {
  hipMemPoolProps poolProps;
  const hipMemAccessDesc *accessDescs;
  size_t accessDescCount, bytesize;
  void *dptr;
} hipMemAllocNodeParams;
hipError_t hipGraphAddMemAllocNode(hipGraphNode_t *node, hipGraph_t graph,
                                   const hipGraphNode_t *after, size_t count,
                                   hipMemAllocNodeParams *params);
hipError_t hipGraphMemAllocNodeGetParams(hipGraphNode_t node, hipMemAllocNodeParams *params);
hipError_t hipGraphMemFreeNodeGetParams(hipGraphNode_t node, void *p);
hipError_t hipDeviceGetGraphMemAttribute(int device, hipGraphMemAttributeType attribute,
                                         void *value);
hipError_t hipDeviceSetGraphMemAttribute(int device, hipGraphMemAttributeType attribute,
                                         void *value);
hipError_t hipDeviceGraphMemTrim(int device);
hipError_t hipGraphEventRecordNodeGetEvent(hipGraphNode_t node, hipEvent_t *event);
hipError_t hipGraphEventRecordNodeSetEvent(hipGraphNode_t node, hipEvent_t event);
hipError_t hipGraphEventWaitNodeGetEvent(hipGraphNode_t node, hipEvent_t *event);
hipError_t hipGraphEventWaitNodeSetEvent(hipGraphNode_t node, hipEvent_t event);
hipError_t hipGraphExecEventRecordNodeSetEvent(hipGraphExec_t exec, hipGraphNode_t node,
                                               hipEvent_t event);
hipError_t hipGraphExecEventWaitNodeSetEvent(hipGraphExec_t exec, hipGraphNode_t node,
                                             hipEvent_t event);
hipError_t hipGraphHostNodeGetParams(hipGraphNode_t node, hipHostNodeParams *params);
hipError_t hipGraphMemsetNodeGetParams(hipGraphNode_t node, hipMemsetParams *params);
hipError_t hipGraphMemcpyNodeGetParams(hipGraphNode_t node, hipMemcpy3DParms *params);
hipError_t hipStreamGetCaptureInfo_v2(hipStream_t stream, hipStreamCaptureStatus *status,
                                      unsigned long long *id COOPIFY_D(0),
                                      hipGraph_t *graph COOPIFY_D(0),
                                      const hipGraphNode_t **after COOPIFY_D(0),
                                      size_t *count COOPIFY_D(0));
typedef enum hipStreamUpdateCaptureDependenciesFlags {
  hipStreamAddCaptureDependencies, hipStreamSetCaptureDependencies
} hipStreamUpdateCaptureDependenciesFlags;
hipError_t hipStreamUpdateCaptureDependencies(hipStream_t stream, hipGraphNode_t *after,
                                              size_t count, unsigned int flags COOPIFY_D(0));
#define hipUserObjectNoDestructorSync 1
#define hipGraphUserObjectMove 1
hipError_t hipGraphRetainUserObject(hipGraph_t graph, hipUserObject_t object,
                                    unsigned int count COOPIFY_D(1),
                                    unsigned int flags COOPIFY_D(0));
hipError_t hipGraphReleaseUserObject(hipGraph_t graph, hipUserObject_t object,
                                     unsigned int count COOPIFY_D(1));

#endif
