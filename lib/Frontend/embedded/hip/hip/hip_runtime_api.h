// The runtime API that code in the wild calls, in C, and its typed forms.
#ifndef COOPIFY_HIP_RUNTIME_API_H
#define COOPIFY_HIP_RUNTIME_API_H

#include "driver_types.h"
#include "hip_version.h"

#define COOPIFY_P(NAME) hip##NAME
#define COOPIFY_DEVICE_PROP hipDeviceProp_t
#define COOPIFY_DEVICE_ATTRIBUTE hipDeviceAttribute_t
#ifdef __cplusplus
#define COOPIFY_D(VALUE) = VALUE
extern "C" {
#else
#define COOPIFY_D(VALUE)
#endif
#include "../coopify_api_functions.h"
#include "../coopify_api_memory.h"

#include "../coopify_hip_driver.h"
#include "../coopify_hip_more.h"

// What <<<>>> becomes.
hipError_t __hipPushCallConfiguration(dim3 gridDim, dim3 blockDim, size_t sharedMem COOPIFY_D(0),
                                      hipStream_t stream COOPIFY_D(0));
hipError_t __hipPopCallConfiguration(dim3 *gridDim, dim3 *blockDim, size_t *sharedMem,
                                     hipStream_t *stream);
const char *hipApiName(unsigned int id);
const char *hipKernelNameRef(const hipFunction_t function);
const char *hipKernelNameRefByPtr(const void *function, hipStream_t stream);
int hipGetStreamDeviceId(hipStream_t stream);
hipError_t hipExtModuleLaunchKernel(hipFunction_t function, unsigned int threadsX,
                                    unsigned int threadsY, unsigned int threadsZ,
                                    unsigned int blockX, unsigned int blockY, unsigned int blockZ,
                                    size_t sharedMem, hipStream_t stream, void **params,
                                    void **extra, hipEvent_t start COOPIFY_D(0),
                                    hipEvent_t stop COOPIFY_D(0), unsigned int flags COOPIFY_D(0));
hipError_t hipHccModuleLaunchKernel(hipFunction_t function, unsigned int threadsX,
                                    unsigned int threadsY, unsigned int threadsZ,
                                    unsigned int blockX, unsigned int blockY, unsigned int blockZ,
                                    size_t sharedMem, hipStream_t stream, void **params,
                                    void **extra, hipEvent_t start COOPIFY_D(0),
                                    hipEvent_t stop COOPIFY_D(0));
#ifdef __cplusplus
}
#include "../coopify_api_typed.h"
#endif
#undef COOPIFY_D
#undef COOPIFY_P
#undef COOPIFY_DEVICE_PROP
#undef COOPIFY_DEVICE_ATTRIBUTE

#endif
