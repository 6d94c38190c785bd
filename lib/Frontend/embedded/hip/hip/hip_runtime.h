// HIP for C++ units: the API, the kernels' side and the forms of a launch.
#ifndef COOPIFY_HIP_HIP_RUNTIME_H
#define COOPIFY_HIP_HIP_RUNTIME_H

#include "../coopify_hip_runtime.h"

#ifdef __HIP__
#define HIP_KERNEL_NAME(...) __VA_ARGS__
#define HIP_SYMBOL(X) X
#define hipLaunchParm
#ifdef HIP_TEMPLATE_KERNEL_LAUNCH // then k<1, 2> needs no parentheses
template <class... P, class F = void (*)(P...)>
static inline void hipLaunchKernelGGL(F kernel, const dim3 &grid, const dim3 &block,
                                      unsigned int shared, hipStream_t stream, P... args) {
  kernel<<<grid, block, shared, stream>>>(args...);
}
#else
#define hipLaunchKernelGGLInternal(kernel, grid, block, shared, stream, ...)   \
  do {                                                                         \
    kernel<<<(grid), (block), (shared), (stream)>>>(__VA_ARGS__);              \
  } while (0)
#define hipLaunchKernelGGL(kernel, ...) hipLaunchKernelGGLInternal((kernel), __VA_ARGS__)
#endif
#endif

#endif
