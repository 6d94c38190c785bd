// Seed 003, 2.5.2.
#ifndef MACA_ASYNC_STUB_H
#define MACA_ASYNC_STUB_H

#include "maca_cooperative_groups.h"

namespace cooperative_groups {

template <typename TyGroup, typename TyElem, typename TyShape>
__device__ void memcpy_async(const TyGroup &group, TyElem *__restrict__ dst,
                             const TyElem *__restrict__ src, const TyShape &shape);
template <typename TyGroup, typename TyElem, typename TyDstLayout, typename TySrcLayout>
__device__ void memcpy_async(const TyGroup &group, TyElem *__restrict__ dst,
                             const TyDstLayout &dstLayout, const TyElem *__restrict__ src,
                             const TySrcLayout &srcLayout);
template <typename TyGroup> __device__ void wait(TyGroup &group);

} // namespace cooperative_groups

#endif // MACA_ASYNC_STUB_H
