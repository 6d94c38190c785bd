// The C++ forms of what takes void pointers, for the prefix COOPIFY_P(...). No
// guard: each prefix includes it once.
#define COOPIFY_TYPED template <class T> static inline COOPIFY_P(Error_t)
#define COOPIFY_STREAM_0 COOPIFY_P(Stream_t) stream = 0

COOPIFY_TYPED COOPIFY_P(Malloc)(T **p, size_t size) {
  return ::COOPIFY_P(Malloc)((void **)(void *)p, size);
}
COOPIFY_TYPED COOPIFY_P(ExtMallocWithFlags)(T **p, size_t size, unsigned int flags) {
  return ::COOPIFY_P(ExtMallocWithFlags)((void **)(void *)p, size, flags);
}
COOPIFY_TYPED COOPIFY_P(MallocManaged)(T **p, size_t size, unsigned int flags = 1) {
  return ::COOPIFY_P(MallocManaged)((void **)(void *)p, size, flags);
}
COOPIFY_TYPED COOPIFY_P(MallocHost)(T **p, size_t size, unsigned int = 0) {
  return ::COOPIFY_P(MallocHost)((void **)(void *)p, size);
}
COOPIFY_TYPED COOPIFY_P(HostMalloc)(T **p, size_t size, unsigned int flags = 0) {
  return ::COOPIFY_P(HostMalloc)((void **)(void *)p, size, flags);
}
COOPIFY_TYPED COOPIFY_P(HostAlloc)(T **p, size_t size, unsigned int flags) {
  return ::COOPIFY_P(HostAlloc)((void **)(void *)p, size, flags);
}
COOPIFY_TYPED COOPIFY_P(MallocAsync)(T **p, size_t size, COOPIFY_P(Stream_t) stream) {
  return ::COOPIFY_P(MallocAsync)((void **)(void *)p, size, stream);
}
COOPIFY_TYPED COOPIFY_P(MallocPitch)(T **p, size_t *pitch, size_t width, size_t height) {
  return ::COOPIFY_P(MallocPitch)((void **)(void *)p, pitch, width, height);
}
COOPIFY_TYPED COOPIFY_P(HostGetDevicePointer)(T **device, void *host, unsigned int flags) {
  return ::COOPIFY_P(HostGetDevicePointer)((void **)(void *)device, host, flags);
}
COOPIFY_TYPED COOPIFY_P(GetSymbolAddress)(void **p, const T &symbol) {
  return ::COOPIFY_P(GetSymbolAddress)(p, (const void *)&symbol);
}
template <class P, class T>
static inline COOPIFY_P(Error_t) COOPIFY_P(GetSymbolAddress)(P **p, const T &symbol) {
  return ::COOPIFY_P(GetSymbolAddress)((void **)(void *)p, (const void *)&symbol);
}
COOPIFY_TYPED COOPIFY_P(GetSymbolSize)(size_t *size, const T &symbol) {
  return ::COOPIFY_P(GetSymbolSize)(size, (const void *)&symbol);
}
COOPIFY_TYPED COOPIFY_P(MemcpyToSymbol)(const T &symbol, const void *src, size_t count,
                                        size_t offset = 0,
                                        COOPIFY_P(MemcpyKind) kind =
                                            COOPIFY_P(MemcpyHostToDevice)) {
  return ::COOPIFY_P(MemcpyToSymbol)((const void *)&symbol, src, count, offset, kind);
}
COOPIFY_TYPED COOPIFY_P(MemcpyFromSymbol)(void *dst, const T &symbol, size_t count,
                                          size_t offset = 0,
                                          COOPIFY_P(MemcpyKind) kind =
                                              COOPIFY_P(MemcpyDeviceToHost)) {
  return ::COOPIFY_P(MemcpyFromSymbol)(dst, (const void *)&symbol, count, offset, kind);
}
COOPIFY_TYPED COOPIFY_P(MemcpyToSymbolAsync)(const T &symbol, const void *src, size_t count,
                                             size_t offset, COOPIFY_P(MemcpyKind) kind,
                                             COOPIFY_STREAM_0) {
  return ::COOPIFY_P(MemcpyToSymbolAsync)((const void *)&symbol, src, count, offset, kind, stream);
}
COOPIFY_TYPED COOPIFY_P(MemcpyFromSymbolAsync)(void *dst, const T &symbol, size_t count,
                                               size_t offset, COOPIFY_P(MemcpyKind) kind,
                                               COOPIFY_STREAM_0) {
  return ::COOPIFY_P(MemcpyFromSymbolAsync)(dst, (const void *)&symbol, count, offset, kind,
                                            stream);
}
COOPIFY_TYPED COOPIFY_P(LaunchKernel)(T *func, dim3 grid, dim3 block, void **args,
                                      size_t sharedMem = 0, COOPIFY_STREAM_0) {
  return ::COOPIFY_P(LaunchKernel)((const void *)func, grid, block, args, sharedMem, stream);
}
COOPIFY_TYPED COOPIFY_P(LaunchCooperativeKernel)(T *func, dim3 grid, dim3 block, void **args,
                                                 unsigned int sharedMem = 0, COOPIFY_STREAM_0) {
  return ::COOPIFY_P(LaunchCooperativeKernel)((const void *)func, grid, block, args, sharedMem,
                                              stream);
}
COOPIFY_TYPED COOPIFY_P(ExtLaunchKernel)(T *func, dim3 grid, dim3 block, void **args,
                                         size_t sharedMem, COOPIFY_P(Stream_t) stream,
                                         COOPIFY_P(Event_t) start, COOPIFY_P(Event_t) stop,
                                         int flags) {
  return ::COOPIFY_P(ExtLaunchKernel)((const void *)func, grid, block, args, sharedMem, stream,
                                      start, stop, flags);
}
COOPIFY_TYPED COOPIFY_P(FuncSetAttribute)(T *func, COOPIFY_P(FuncAttribute) attribute, int value) {
  return ::COOPIFY_P(FuncSetAttribute)((const void *)func, attribute, value);
}
COOPIFY_TYPED COOPIFY_P(FuncGetAttributes)(COOPIFY_P(FuncAttributes) *attributes, T *func) {
  return ::COOPIFY_P(FuncGetAttributes)(attributes, (const void *)func);
}
COOPIFY_TYPED COOPIFY_P(FuncSetCacheConfig)(T *func, COOPIFY_P(FuncCache_t) config) {
  return ::COOPIFY_P(FuncSetCacheConfig)((const void *)func, config);
}
COOPIFY_TYPED COOPIFY_P(FuncSetSharedMemConfig)(T *func, COOPIFY_P(SharedMemConfig) config) {
  return ::COOPIFY_P(FuncSetSharedMemConfig)((const void *)func, config);
}
COOPIFY_TYPED COOPIFY_P(SetupArgument)(T arg, size_t offset) {
  return ::COOPIFY_P(SetupArgument)((const void *)&arg, sizeof(T), offset);
}
COOPIFY_TYPED COOPIFY_P(OccupancyMaxActiveBlocksPerMultiprocessor)(int *blocks, T func,
                                                                   int blockSize,
                                                                   size_t dynamicSMemSize) {
  return ::COOPIFY_P(OccupancyMaxActiveBlocksPerMultiprocessor)(blocks, (const void *)func,
                                                                blockSize, dynamicSMemSize);
}
COOPIFY_TYPED COOPIFY_P(OccupancyMaxActiveBlocksPerMultiprocessorWithFlags)(
    int *blocks, T func, int blockSize, size_t dynamicSMemSize, unsigned int flags = 0) {
  return ::COOPIFY_P(OccupancyMaxActiveBlocksPerMultiprocessorWithFlags)(
      blocks, (const void *)func, blockSize, dynamicSMemSize, flags);
}
template <class T>
COOPIFY_P(Error_t) COOPIFY_P(OccupancyMaxPotentialBlockSize)(int *gridSize, int *blockSize, T func,
                                                             size_t dynamicSMemSize = 0,
                                                             int blockSizeLimit = 0);
template <class T>
COOPIFY_P(Error_t) COOPIFY_P(OccupancyMaxPotentialBlockSizeWithFlags)(int *gridSize, int *blockSize,
                                                                      T func,
                                                                      size_t dynamicSMemSize = 0,
                                                                      int blockSizeLimit = 0,
                                                                      unsigned int flags = 0);
template <class T, class F>
COOPIFY_P(Error_t) COOPIFY_P(OccupancyMaxPotentialBlockSizeVariableSMem)(int *gridSize,
                                                                         int *blockSize, T func,
                                                                         F blockSizeToSMemSize,
                                                                         int blockSizeLimit = 0);
template <class T> COOPIFY_P(ChannelFormatDesc) COOPIFY_P(CreateChannelDesc)();
COOPIFY_P(ChannelFormatDesc)
COOPIFY_P(CreateChannelDesc)(int x, int y, int z, int w, COOPIFY_P(ChannelFormatKind) f);
static inline COOPIFY_P(Error_t) COOPIFY_P(EventCreate)(COOPIFY_P(Event_t) *event,
                                                        unsigned int flags) {
  return ::COOPIFY_P(EventCreateWithFlags)(event, flags);
}
#undef COOPIFY_TYPED
#undef COOPIFY_STREAM_0
