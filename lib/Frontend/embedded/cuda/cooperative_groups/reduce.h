#ifndef COOPIFY_CUDA_CG_REDUCE_H
#define COOPIFY_CUDA_CG_REDUCE_H

#include "../cooperative_groups.h"

#if defined(__cplusplus) && defined(__CUDA__)
namespace cooperative_groups {
template <class G, class T, class F>
__device__ auto reduce(const G &group, T &&value, F &&op) -> decltype(op(value, value));
} // namespace cooperative_groups
#endif

#endif
