// memcpy_async of MXMACA's cooperative groups, and what waits for it.
#ifndef COOPIFY_MACA_ASYNC_H
#define COOPIFY_MACA_ASYNC_H

#include "maca_cooperative_groups.h"

#if defined(__cplusplus) && defined(COOPIFY_GPU_UNIT)
namespace cooperative_groups {
template <class TyGroup, class TyElem, class TyShape>
__device__ void memcpy_async(const TyGroup &group, TyElem *to, const TyElem *from,
                             const TyShape &shape);
template <class TyGroup, class TyElem, class TyDstLayout, class TySrcLayout>
__device__ void memcpy_async(const TyGroup &group, TyElem *to, const TyDstLayout &toLayout,
                             const TyElem *from, const TySrcLayout &fromLayout);
template <class TyGroup> __device__ void wait(const TyGroup &group);
template <unsigned int Stages, class TyGroup> __device__ void wait_prior(const TyGroup &group);
} // namespace cooperative_groups
#endif

#endif
