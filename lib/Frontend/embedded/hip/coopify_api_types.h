// Types of the runtime API for the prefix COOPIFY_P(...), hip or mc, and
// COOPIFY_DEVICE_PROP, which the two spell differently. No guard.
typedef struct COOPIFY_P(UUID_t) { char bytes[16]; } COOPIFY_P(UUID);
typedef struct {
  unsigned hasGlobalInt32Atomics : 1, hasGlobalFloatAtomicExch : 1, hasSharedInt32Atomics : 1,
      hasSharedFloatAtomicExch : 1, hasFloatAtomicAdd : 1, hasGlobalInt64Atomics : 1,
      hasSharedInt64Atomics : 1, hasDoubles : 1, hasWarpVote : 1, hasWarpBallot : 1,
      hasWarpShuffle : 1, hasFunnelShift : 1, hasThreadFenceSystem : 1, hasSyncThreadsExt : 1,
      hasSurfaceFuncs : 1, has3dGrid : 1, hasDynamicParallelism : 1;
} COOPIFY_P(DeviceArch_t);

// Fields of all versions together: code of any age may name them.
typedef struct COOPIFY_DEVICE_PROP {
  char name[256];
  COOPIFY_P(UUID) uuid;
  char luid[8];
  unsigned int luidDeviceNodeMask;
  size_t totalGlobalMem, sharedMemPerBlock;
  int regsPerBlock, warpSize;
  size_t memPitch;
  int maxThreadsPerBlock, maxThreadsDim[3], maxGridSize[3], clockRate;
  size_t totalConstMem;
  int major, minor;
  size_t textureAlignment, texturePitchAlignment;
  int deviceOverlap, multiProcessorCount, kernelExecTimeoutEnabled, integrated, canMapHostMemory,
      computeMode;
  int maxTexture1D, maxTexture1DMipmap, maxTexture1DLinear, maxTexture2D[2], maxTexture2DMipmap[2],
      maxTexture2DLinear[3], maxTexture2DGather[2], maxTexture3D[3], maxTexture3DAlt[3],
      maxTextureCubemap, maxTexture1DLayered[2], maxTexture2DLayered[3],
      maxTextureCubemapLayered[2], maxSurface1D, maxSurface2D[2], maxSurface3D[3],
      maxSurface1DLayered[2], maxSurface2DLayered[3], maxSurfaceCubemap,
      maxSurfaceCubemapLayered[2];
  size_t surfaceAlignment;
  int concurrentKernels, ECCEnabled, pciBusID, pciDeviceID, pciDomainID, tccDriver,
      asyncEngineCount, unifiedAddressing, memoryClockRate, memoryBusWidth, l2CacheSize,
      persistingL2CacheMaxSize, maxThreadsPerMultiProcessor, streamPrioritiesSupported,
      globalL1CacheSupported, localL1CacheSupported;
  size_t sharedMemPerMultiprocessor;
  int regsPerMultiprocessor, managedMemory, isMultiGpuBoard, multiGpuBoardGroupID,
      hostNativeAtomicSupported, singleToDoublePrecisionPerfRatio, pageableMemoryAccess,
      concurrentManagedAccess, computePreemptionSupported, canUseHostPointerForRegisteredMem,
      cooperativeLaunch, cooperativeMultiDeviceLaunch;
  size_t sharedMemPerBlockOptin;
  int pageableMemoryAccessUsesHostPageTables, directManagedMemAccessFromHost,
      maxBlocksPerMultiProcessor, accessPolicyMaxWindowSize;
  size_t reservedSharedMemPerBlock;
  int hostRegisterSupported, sparseHipArraySupported, hostRegisterReadOnlySupported,
      timelineSemaphoreInteropSupported, memoryPoolsSupported, gpuDirectRDMASupported;
  unsigned int gpuDirectRDMAFlushWritesOptions;
  int gpuDirectRDMAWritesOrdering;
  unsigned int memoryPoolSupportedHandleTypes;
  int deferredMappingHipArraySupported, ipcEventSupported, clusterLaunch, unifiedFunctionPointers;
  char gcnArchName[256];
  int gcnArch;
  size_t maxSharedMemoryPerMultiProcessor;
  int clockInstructionRate;
  COOPIFY_P(DeviceArch_t) arch;
  unsigned int *hdpMemFlushCntl, *hdpRegFlushCntl;
  int cooperativeMultiDeviceUnmatchedFunc, cooperativeMultiDeviceUnmatchedGridDim,
      cooperativeMultiDeviceUnmatchedBlockDim, cooperativeMultiDeviceUnmatchedSharedMem,
      isLargeBar, asicRevision;
} COOPIFY_DEVICE_PROP;

typedef struct COOPIFY_P(Stream_s) *COOPIFY_P(Stream_t);
typedef struct COOPIFY_P(Event_s) *COOPIFY_P(Event_t);
typedef struct COOPIFY_P(Graph_s) *COOPIFY_P(Graph_t);
typedef struct COOPIFY_P(GraphNode_s) *COOPIFY_P(GraphNode_t);
typedef struct COOPIFY_P(GraphExec_s) *COOPIFY_P(GraphExec_t);
typedef struct COOPIFY_P(UserObject_s) *COOPIFY_P(UserObject_t);
typedef struct COOPIFY_P(MemPool_s) *COOPIFY_P(MemPool_t);
typedef struct COOPIFY_P(Module_s) *COOPIFY_P(Module_t);
typedef struct COOPIFY_P(Function_s) *COOPIFY_P(Function_t);
typedef struct COOPIFY_P(Ctx_s) *COOPIFY_P(Ctx_t);
typedef struct COOPIFY_P(ExternalMemory_s) *COOPIFY_P(ExternalMemory_t);
typedef struct COOPIFY_P(ExternalSemaphore_s) *COOPIFY_P(ExternalSemaphore_t);
typedef struct COOPIFY_P(GraphicsResource_s) *COOPIFY_P(GraphicsResource_t);
typedef int COOPIFY_P(Device_t);
typedef void *COOPIFY_P(Deviceptr_t);
typedef void (*COOPIFY_P(StreamCallback_t))(COOPIFY_P(Stream_t), COOPIFY_P(Error_t), void *);
typedef void (*COOPIFY_P(HostFn_t))(void *);
typedef struct COOPIFY_P(IpcMemHandle_st) { char reserved[64]; } COOPIFY_P(IpcMemHandle_t);
typedef struct COOPIFY_P(IpcEventHandle_st) { char reserved[64]; } COOPIFY_P(IpcEventHandle_t);

typedef enum COOPIFY_P(MemcpyKind) {
  COOPIFY_P(MemcpyHostToHost) = 0, COOPIFY_P(MemcpyHostToDevice) = 1,
  COOPIFY_P(MemcpyDeviceToHost) = 2, COOPIFY_P(MemcpyDeviceToDevice) = 3,
  COOPIFY_P(MemcpyDefault) = 4, COOPIFY_P(MemcpyDeviceToDeviceNoCU) = 1024
} COOPIFY_P(MemcpyKind);
typedef enum COOPIFY_P(MemoryType) {
  COOPIFY_P(MemoryTypeUnregistered) = 0, COOPIFY_P(MemoryTypeHost) = 1,
  COOPIFY_P(MemoryTypeDevice) = 2, COOPIFY_P(MemoryTypeManaged) = 3,
  COOPIFY_P(MemoryTypeArray) = 10, COOPIFY_P(MemoryTypeUnified) = 11
} COOPIFY_P(MemoryType);
typedef enum COOPIFY_P(FuncAttribute) {
  COOPIFY_P(FuncAttributeMaxDynamicSharedMemorySize) = 8,
  COOPIFY_P(FuncAttributePreferredSharedMemoryCarveout) = 9, COOPIFY_P(FuncAttributeMax)
} COOPIFY_P(FuncAttribute);
typedef enum COOPIFY_P(FuncCache_t) {
  COOPIFY_P(FuncCachePreferNone), COOPIFY_P(FuncCachePreferShared), COOPIFY_P(FuncCachePreferL1),
  COOPIFY_P(FuncCachePreferEqual)
} COOPIFY_P(FuncCache_t);
typedef enum COOPIFY_P(SharedMemConfig) {
  COOPIFY_P(SharedMemBankSizeDefault), COOPIFY_P(SharedMemBankSizeFourByte),
  COOPIFY_P(SharedMemBankSizeEightByte)
} COOPIFY_P(SharedMemConfig);
typedef enum COOPIFY_P(ComputeMode) {
  COOPIFY_P(ComputeModeDefault), COOPIFY_P(ComputeModeExclusive),
  COOPIFY_P(ComputeModeProhibited), COOPIFY_P(ComputeModeExclusiveProcess)
} COOPIFY_P(ComputeMode);
enum COOPIFY_P(Limit_t) {
  COOPIFY_P(LimitStackSize), COOPIFY_P(LimitPrintfFifoSize), COOPIFY_P(LimitMallocHeapSize),
  COOPIFY_P(LimitRange)
};
typedef enum COOPIFY_P(MemoryAdvise) {
  COOPIFY_P(MemAdviseSetReadMostly) = 1, COOPIFY_P(MemAdviseUnsetReadMostly),
  COOPIFY_P(MemAdviseSetPreferredLocation), COOPIFY_P(MemAdviseUnsetPreferredLocation),
  COOPIFY_P(MemAdviseSetAccessedBy), COOPIFY_P(MemAdviseUnsetAccessedBy),
  COOPIFY_P(MemAdviseSetCoarseGrain) = 100, COOPIFY_P(MemAdviseUnsetCoarseGrain) = 101
} COOPIFY_P(MemoryAdvise);
typedef enum COOPIFY_P(StreamCaptureMode) {
  COOPIFY_P(StreamCaptureModeGlobal), COOPIFY_P(StreamCaptureModeThreadLocal),
  COOPIFY_P(StreamCaptureModeRelaxed)
} COOPIFY_P(StreamCaptureMode);
typedef enum COOPIFY_P(StreamCaptureStatus) {
  COOPIFY_P(StreamCaptureStatusNone), COOPIFY_P(StreamCaptureStatusActive),
  COOPIFY_P(StreamCaptureStatusInvalidated)
} COOPIFY_P(StreamCaptureStatus);
typedef enum COOPIFY_P(DeviceP2PAttr) {
  COOPIFY_P(DevP2PAttrPerformanceRank), COOPIFY_P(DevP2PAttrAccessSupported),
  COOPIFY_P(DevP2PAttrNativeAtomicSupported), COOPIFY_P(DevP2PAttrHipArrayAccessSupported)
} COOPIFY_P(DeviceP2PAttr);
typedef enum COOPIFY_P(MemPoolAttr) {
  COOPIFY_P(MemPoolReuseFollowEventDependencies) = 1, COOPIFY_P(MemPoolReuseAllowOpportunistic),
  COOPIFY_P(MemPoolReuseAllowInternalDependencies), COOPIFY_P(MemPoolAttrReleaseThreshold),
  COOPIFY_P(MemPoolAttrReservedMemCurrent), COOPIFY_P(MemPoolAttrReservedMemHigh),
  COOPIFY_P(MemPoolAttrUsedMemCurrent), COOPIFY_P(MemPoolAttrUsedMemHigh)
} COOPIFY_P(MemPoolAttr);

typedef struct COOPIFY_P(FuncAttributes) {
  int binaryVersion, cacheModeCA;
  size_t constSizeBytes, localSizeBytes;
  int maxDynamicSharedSizeBytes, maxThreadsPerBlock, numRegs, preferredShmemCarveout, ptxVersion;
  size_t sharedSizeBytes;
} COOPIFY_P(FuncAttributes);
typedef struct COOPIFY_P(PointerAttribute_t) {
  enum COOPIFY_P(MemoryType) type, memoryType;
  int device;
  void *devicePointer, *hostPointer;
  int isManaged;
  unsigned allocationFlags;
} COOPIFY_P(PointerAttribute_t);
typedef struct COOPIFY_P(LaunchParams_t) {
  void *func;
  dim3 gridDim, blockDim;
  void **args;
  size_t sharedMem;
  COOPIFY_P(Stream_t) stream;
} COOPIFY_P(LaunchParams);

// Arrays, extents, copies.
typedef enum COOPIFY_P(ChannelFormatKind) {
  COOPIFY_P(ChannelFormatKindSigned), COOPIFY_P(ChannelFormatKindUnsigned),
  COOPIFY_P(ChannelFormatKindFloat), COOPIFY_P(ChannelFormatKindNone)
} COOPIFY_P(ChannelFormatKind);
typedef struct COOPIFY_P(ChannelFormatDesc) {
  int x, y, z, w;
  enum COOPIFY_P(ChannelFormatKind) f;
} COOPIFY_P(ChannelFormatDesc);
struct COOPIFY_P(Array);
typedef struct COOPIFY_P(Array) *COOPIFY_P(Array_t);
typedef const struct COOPIFY_P(Array) *COOPIFY_P(Array_const_t);
typedef struct COOPIFY_P(MipmappedArray) *COOPIFY_P(MipmappedArray_t);
typedef const struct COOPIFY_P(MipmappedArray) *COOPIFY_P(MipmappedArray_const_t);
typedef struct COOPIFY_P(PitchedPtr) { void *ptr; size_t pitch, xsize, ysize; } COOPIFY_P(PitchedPtr);
typedef struct COOPIFY_P(Extent) { size_t width, height, depth; } COOPIFY_P(Extent);
typedef struct COOPIFY_P(Pos) { size_t x, y, z; } COOPIFY_P(Pos);
typedef int COOPIFY_P(JitOption);
typedef struct COOPIFY_P(Memcpy3DParms) {
  COOPIFY_P(Array_t) srcArray;
  COOPIFY_P(Pos) srcPos;
  COOPIFY_P(PitchedPtr) srcPtr;
  COOPIFY_P(Array_t) dstArray;
  COOPIFY_P(Pos) dstPos;
  COOPIFY_P(PitchedPtr) dstPtr;
  COOPIFY_P(Extent) extent;
  enum COOPIFY_P(MemcpyKind) kind;
} COOPIFY_P(Memcpy3DParms);
