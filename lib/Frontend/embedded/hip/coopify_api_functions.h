// Devices, streams, events, launches, modules of the runtime API, for the prefix
// COOPIFY_P(...), hip or mc; COOPIFY_D(v) is a default of C++. No guard.
#define COOPIFY_API(NAME, ...) COOPIFY_P(Error_t) COOPIFY_P(NAME)(__VA_ARGS__);
#define COOPIFY_STREAM COOPIFY_P(Stream_t) stream
#define COOPIFY_STREAM_0 COOPIFY_STREAM COOPIFY_D(0)

COOPIFY_API(Init, unsigned int flags)
COOPIFY_API(GetLastError, void)
COOPIFY_API(PeekAtLastError, void)
COOPIFY_API(ExtGetLastError, void)
const char *COOPIFY_P(GetErrorName)(COOPIFY_P(Error_t) error);
const char *COOPIFY_P(GetErrorString)(COOPIFY_P(Error_t) error);
COOPIFY_API(DrvGetErrorName, COOPIFY_P(Error_t) error, const char **text)
COOPIFY_API(DrvGetErrorString, COOPIFY_P(Error_t) error, const char **text)

COOPIFY_API(DriverGetVersion, int *version)
COOPIFY_API(RuntimeGetVersion, int *version)
COOPIFY_API(DeviceSynchronize, void)
COOPIFY_API(DeviceReset, void)
COOPIFY_API(SetDevice, int device)
COOPIFY_API(SetValidDevices, int *devices, int length)
COOPIFY_API(GetDevice, int *device)
COOPIFY_API(GetDeviceCount, int *count)
COOPIFY_API(GetDeviceProperties, COOPIFY_DEVICE_PROP *prop, int device)
COOPIFY_API(DeviceGetAttribute, int *value, COOPIFY_DEVICE_ATTRIBUTE attribute, int device)
COOPIFY_API(ChooseDevice, int *device, const COOPIFY_DEVICE_PROP *prop)
COOPIFY_API(DeviceGet, COOPIFY_P(Device_t) *device, int ordinal)
COOPIFY_API(DeviceGetName, char *name, int length, COOPIFY_P(Device_t) device)
COOPIFY_API(DeviceGetUuid, COOPIFY_P(UUID) *uuid, COOPIFY_P(Device_t) device)
COOPIFY_API(DeviceComputeCapability, int *major, int *minor, COOPIFY_P(Device_t) device)
COOPIFY_API(DeviceTotalMem, size_t *bytes, COOPIFY_P(Device_t) device)
COOPIFY_API(DeviceGetPCIBusId, char *id, int length, int device)
COOPIFY_API(DeviceGetByPCIBusId, int *device, const char *id)
COOPIFY_API(DeviceGetLimit, size_t *value, enum COOPIFY_P(Limit_t) limit)
COOPIFY_API(DeviceSetLimit, enum COOPIFY_P(Limit_t) limit, size_t value)
COOPIFY_API(DeviceGetCacheConfig, COOPIFY_P(FuncCache_t) *config)
COOPIFY_API(DeviceSetCacheConfig, COOPIFY_P(FuncCache_t) config)
COOPIFY_API(DeviceGetSharedMemConfig, COOPIFY_P(SharedMemConfig) *config)
COOPIFY_API(DeviceSetSharedMemConfig, COOPIFY_P(SharedMemConfig) config)
COOPIFY_API(DeviceGetStreamPriorityRange, int *least, int *greatest)
COOPIFY_API(SetDeviceFlags, unsigned int flags)
COOPIFY_API(GetDeviceFlags, unsigned int *flags)
COOPIFY_API(DeviceCanAccessPeer, int *can, int device, int peer)
COOPIFY_API(DeviceEnablePeerAccess, int peer, unsigned int flags)
COOPIFY_API(DeviceDisablePeerAccess, int peer)
COOPIFY_API(DeviceGetP2PAttribute, int *value, COOPIFY_P(DeviceP2PAttr) attribute, int from, int to)
COOPIFY_API(IpcGetMemHandle, COOPIFY_P(IpcMemHandle_t) *handle, void *p)
COOPIFY_API(IpcOpenMemHandle, void **p, COOPIFY_P(IpcMemHandle_t) handle, unsigned int flags)
COOPIFY_API(IpcCloseMemHandle, void *p)
COOPIFY_API(IpcGetEventHandle, COOPIFY_P(IpcEventHandle_t) *handle, COOPIFY_P(Event_t) event)
COOPIFY_API(IpcOpenEventHandle, COOPIFY_P(Event_t) *event, COOPIFY_P(IpcEventHandle_t) handle)

COOPIFY_API(StreamCreate, COOPIFY_P(Stream_t) *stream)
COOPIFY_API(StreamCreateWithFlags, COOPIFY_P(Stream_t) *stream, unsigned int flags)
COOPIFY_API(StreamCreateWithPriority, COOPIFY_P(Stream_t) *stream, unsigned int flags, int priority)
COOPIFY_API(ExtStreamCreateWithCUMask, COOPIFY_P(Stream_t) *stream, unsigned int size,
            const unsigned int *mask)
COOPIFY_API(StreamDestroy, COOPIFY_STREAM)
COOPIFY_API(StreamQuery, COOPIFY_STREAM)
COOPIFY_API(StreamSynchronize, COOPIFY_STREAM)
COOPIFY_API(StreamWaitEvent, COOPIFY_STREAM, COOPIFY_P(Event_t) event,
            unsigned int flags COOPIFY_D(0))
COOPIFY_API(StreamGetFlags, COOPIFY_STREAM, unsigned int *flags)
COOPIFY_API(StreamGetPriority, COOPIFY_STREAM, int *priority)
COOPIFY_API(StreamGetDevice, COOPIFY_STREAM, COOPIFY_P(Device_t) *device)
COOPIFY_API(StreamAddCallback, COOPIFY_STREAM, COOPIFY_P(StreamCallback_t) callback, void *data,
            unsigned int flags)
COOPIFY_API(StreamAttachMemAsync, COOPIFY_STREAM, void *p, size_t length COOPIFY_D(0),
            unsigned int flags COOPIFY_D(4))
COOPIFY_API(StreamWriteValue32, COOPIFY_STREAM, void *p, unsigned int value, unsigned int flags)
COOPIFY_API(StreamWaitValue32, COOPIFY_STREAM, void *p, unsigned int value, unsigned int flags,
            unsigned int mask COOPIFY_D(0xffffffff))
COOPIFY_API(LaunchHostFunc, COOPIFY_STREAM, COOPIFY_P(HostFn_t) fn, void *data)
COOPIFY_API(EventCreate, COOPIFY_P(Event_t) *event)
COOPIFY_API(EventCreateWithFlags, COOPIFY_P(Event_t) *event, unsigned int flags)
COOPIFY_API(EventRecord, COOPIFY_P(Event_t) event, COOPIFY_STREAM_0)
COOPIFY_API(EventRecordWithFlags, COOPIFY_P(Event_t) event, COOPIFY_STREAM_0,
            unsigned int flags COOPIFY_D(0))
COOPIFY_API(EventDestroy, COOPIFY_P(Event_t) event)
COOPIFY_API(EventQuery, COOPIFY_P(Event_t) event)
COOPIFY_API(EventSynchronize, COOPIFY_P(Event_t) event)
COOPIFY_API(EventElapsedTime, float *ms, COOPIFY_P(Event_t) start, COOPIFY_P(Event_t) stop)

COOPIFY_API(LaunchKernel, const void *func, dim3 grid, dim3 block, void **args,
            size_t sharedMem COOPIFY_D(0), COOPIFY_STREAM_0)
COOPIFY_API(LaunchCooperativeKernel, const void *func, dim3 grid, dim3 block, void **args,
            unsigned int sharedMem COOPIFY_D(0), COOPIFY_STREAM_0)
COOPIFY_API(LaunchCooperativeKernelMultiDevice, COOPIFY_P(LaunchParams) *list, int count,
            unsigned int flags COOPIFY_D(0))
COOPIFY_API(ExtLaunchMultiKernelMultiDevice, COOPIFY_P(LaunchParams) *list, int count,
            unsigned int flags)
COOPIFY_API(ExtLaunchKernel, const void *func, dim3 grid, dim3 block, void **args, size_t sharedMem,
            COOPIFY_STREAM, COOPIFY_P(Event_t) start, COOPIFY_P(Event_t) stop, int flags)
COOPIFY_API(LaunchByPtr, const void *func)
COOPIFY_API(ConfigureCall, dim3 grid, dim3 block, size_t sharedMem COOPIFY_D(0), COOPIFY_STREAM_0)
COOPIFY_API(SetupArgument, const void *arg, size_t size, size_t offset)
COOPIFY_API(FuncSetAttribute, const void *func, enum COOPIFY_P(FuncAttribute) attribute, int value)
COOPIFY_API(FuncGetAttributes, COOPIFY_P(FuncAttributes) *attributes, const void *func)
COOPIFY_API(FuncSetCacheConfig, const void *func, COOPIFY_P(FuncCache_t) config)
COOPIFY_API(FuncSetSharedMemConfig, const void *func, COOPIFY_P(SharedMemConfig) config)
COOPIFY_API(OccupancyMaxActiveBlocksPerMultiprocessor, int *blocks, const void *func, int blockSize,
            size_t dynamicSMemSize)
COOPIFY_API(OccupancyMaxActiveBlocksPerMultiprocessorWithFlags, int *blocks, const void *func,
            int blockSize, size_t dynamicSMemSize, unsigned int flags COOPIFY_D(0))
COOPIFY_API(OccupancyMaxPotentialBlockSize, int *gridSize, int *blockSize, const void *func,
            size_t dynamicSMemSize, int blockSizeLimit)

COOPIFY_API(ModuleLoad, COOPIFY_P(Module_t) *module_, const char *file)
COOPIFY_API(ModuleLoadData, COOPIFY_P(Module_t) *module_, const void *image)
COOPIFY_API(ModuleLoadDataEx, COOPIFY_P(Module_t) *module_, const void *image, unsigned int count,
            COOPIFY_P(JitOption) *options, void **values)
COOPIFY_API(ModuleUnload, COOPIFY_P(Module_t) module_)
COOPIFY_API(ModuleGetFunction, COOPIFY_P(Function_t) *function, COOPIFY_P(Module_t) module_,
            const char *name)
COOPIFY_API(ModuleGetGlobal, void **p, size_t *bytes, COOPIFY_P(Module_t) module_, const char *name)
COOPIFY_API(ModuleLaunchKernel, COOPIFY_P(Function_t) function, unsigned int gridX,
            unsigned int gridY, unsigned int gridZ, unsigned int blockX, unsigned int blockY,
            unsigned int blockZ, unsigned int sharedMem, COOPIFY_STREAM, void **params,
            void **extra)
COOPIFY_API(ModuleLaunchCooperativeKernel, COOPIFY_P(Function_t) function, unsigned int gridX,
            unsigned int gridY, unsigned int gridZ, unsigned int blockX, unsigned int blockY,
            unsigned int blockZ, unsigned int sharedMem, COOPIFY_STREAM, void **params)
COOPIFY_API(ModuleOccupancyMaxActiveBlocksPerMultiprocessor, int *blocks,
            COOPIFY_P(Function_t) function, int blockSize, size_t dynamicSMemSize)
COOPIFY_API(ModuleOccupancyMaxPotentialBlockSize, int *gridSize, int *blockSize,
            COOPIFY_P(Function_t) function, size_t dynamicSMemSize, int blockSizeLimit)
COOPIFY_API(FuncGetAttribute, int *value, int attribute, COOPIFY_P(Function_t) function)
COOPIFY_API(GetFuncBySymbol, COOPIFY_P(Function_t) *function, const void *symbol)
COOPIFY_API(CtxCreate, COOPIFY_P(Ctx_t) *context, unsigned int flags, COOPIFY_P(Device_t) device)
COOPIFY_API(CtxDestroy, COOPIFY_P(Ctx_t) context)
COOPIFY_API(CtxPushCurrent, COOPIFY_P(Ctx_t) context)
COOPIFY_API(CtxPopCurrent, COOPIFY_P(Ctx_t) *context)
COOPIFY_API(CtxSetCurrent, COOPIFY_P(Ctx_t) context)
COOPIFY_API(CtxGetCurrent, COOPIFY_P(Ctx_t) *context)
COOPIFY_API(CtxGetDevice, COOPIFY_P(Device_t) *device)
COOPIFY_API(CtxSynchronize, void)
COOPIFY_API(CtxEnablePeerAccess, COOPIFY_P(Ctx_t) peer, unsigned int flags)
COOPIFY_API(CtxDisablePeerAccess, COOPIFY_P(Ctx_t) peer)
COOPIFY_API(DevicePrimaryCtxRetain, COOPIFY_P(Ctx_t) *context, COOPIFY_P(Device_t) device)
COOPIFY_API(DevicePrimaryCtxRelease, COOPIFY_P(Device_t) device)
COOPIFY_API(ProfilerStart, void)
COOPIFY_API(ProfilerStop, void)
