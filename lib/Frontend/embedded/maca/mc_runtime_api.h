// MXMACA's runtime API: the names of seed 003, and CUDA's with the prefix mc. No
// real one was at hand.
#ifndef COOPIFY_MACA_RUNTIME_API_H
#define COOPIFY_MACA_RUNTIME_API_H

#include <stddef.h>
#include <stdint.h>

#include "../hip/hip/hip_vector_types.h"

#define COOPIFY_P(NAME) mc##NAME
#define COOPIFY_A(NAME) mcDevAttr##NAME
#define COOPIFY_DEVICE_PROP mcDeviceProp
#define COOPIFY_DEVICE_ATTRIBUTE mcDeviceAttribute_t
#include "../hip/coopify_api_errors.h"
typedef enum mcDeviceAttribute_t {
#include "../hip/coopify_api_attributes.h"
} mcDeviceAttribute_t;
typedef mcDeviceAttribute_t mcDeviceAttr;
#include "../hip/coopify_api_types.h"
#include "../hip/coopify_api_textures.h"
typedef mcDeviceProp mcDeviceProp_t;
typedef mcFuncCache_t mcFuncCache;
typedef mcPointerAttribute_t mcPointerAttributes;
#ifdef __cplusplus
#define COOPIFY_D(VALUE) = VALUE
extern "C" {
#else
#define COOPIFY_D(VALUE)
#endif
#include "../hip/coopify_api_functions.h"
#include "../hip/coopify_api_memory.h"
mcError_t mcOccupancyMaxActiveBlocksPerMultiProcessor(int *blocks, const void *func, int blockSize,
                                                      size_t dynamicSMemSize);
// What <<<>>> becomes: clang parses the unit as HIP, and looks for HIP's.
mcError_t __hipPushCallConfiguration(dim3 gridDim, dim3 blockDim, size_t sharedMem COOPIFY_D(0),
                                     mcStream_t stream COOPIFY_D(0));
mcError_t __hipPopCallConfiguration(dim3 *gridDim, dim3 *blockDim, size_t *sharedMem,
                                    mcStream_t *stream);
#ifdef __cplusplus
}
#include "../hip/coopify_api_typed.h"
template <class T>
static inline mcError_t mcOccupancyMaxActiveBlocksPerMultiProcessor(int *blocks, T func,
                                                                    int blockSize,
                                                                    size_t dynamicSMemSize) {
  return ::mcOccupancyMaxActiveBlocksPerMultiProcessor(blocks, (const void *)func, blockSize,
                                                       dynamicSMemSize);
}
#endif
#undef COOPIFY_P
#undef COOPIFY_A
#undef COOPIFY_D
#undef COOPIFY_DEVICE_PROP
#undef COOPIFY_DEVICE_ATTRIBUTE

#define mcStreamDefault 0x00
#define mcStreamNonBlocking 0x01
#define mcStreamLegacy ((mcStream_t)0x1)
#define mcStreamPerThread ((mcStream_t)0x2)
#define mcEventDefault 0x00
#define mcEventBlockingSync 0x01
#define mcEventDisableTiming 0x02
#define mcEventInterprocess 0x04
#define mcHostAllocDefault 0x00
#define mcHostAllocPortable 0x01
#define mcHostAllocMapped 0x02
#define mcHostAllocWriteCombined 0x04
#define mcHostMallocDefault 0x00
#define mcHostMallocPortable 0x01
#define mcHostMallocMapped 0x02
#define mcHostRegisterDefault 0x00
#define mcHostRegisterPortable 0x01
#define mcHostRegisterMapped 0x02
#define mcMemAttachGlobal 0x01
#define mcMemAttachHost 0x02
#define mcMemAttachSingle 0x04
#define mcDeviceScheduleAuto 0x00
#define mcDeviceScheduleSpin 0x01
#define mcDeviceScheduleYield 0x02
#define mcDeviceScheduleBlockingSync 0x04
#define mcDeviceMapHost 0x08
#define mcOccupancyDefault 0x00
#define mcCpuDeviceId ((int)-1)
#define mcInvalidDeviceId ((int)-2)
#define mcCooperativeLaunchMultiDeviceNoPreSync 0x01
#define mcCooperativeLaunchMultiDeviceNoPostSync 0x02

#endif
