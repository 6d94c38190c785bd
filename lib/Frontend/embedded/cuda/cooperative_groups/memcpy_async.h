#ifndef COOPIFY_CUDA_CG_MEMCPY_ASYNC_H
#define COOPIFY_CUDA_CG_MEMCPY_ASYNC_H

#include "../cooperative_groups.h"

#if defined(__cplusplus) && defined(__CUDA__)
namespace cooperative_groups {
template <class G, class T, class S>
__device__ void memcpy_async(const G &group, T *to, const T *from, const S &size);
template <class G, class T, class S, class R>
__device__ void memcpy_async(const G &group, T *to, const S &room, const T *from, const R &size);
template <class G> __device__ void wait(const G &group);
template <unsigned int Stages, class G> __device__ void wait_prior(const G &group);
} // namespace cooperative_groups
#endif

#endif
