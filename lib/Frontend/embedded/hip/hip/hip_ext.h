// AMD's extensions of the launch, with two events.
#ifndef COOPIFY_HIP_EXT_H
#define COOPIFY_HIP_EXT_H

#include "hip_runtime_api.h"

#if defined(__cplusplus) && defined(__HIP__)
template <class... P, class F = void (*)(P...)>
static inline void hipExtLaunchKernelGGL(F kernel, const dim3 &grid, const dim3 &block,
                                         unsigned int sharedMem, hipStream_t stream,
                                         hipEvent_t start, hipEvent_t stop, unsigned int flags,
                                         P... args) {
  kernel<<<grid, block, sharedMem, stream>>>(args...);
}
#endif

#endif
