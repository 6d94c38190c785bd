#ifndef COOPIFY_CUDA_CG_SCAN_H
#define COOPIFY_CUDA_CG_SCAN_H

#include "../cooperative_groups.h"

#if defined(__cplusplus) && defined(__CUDA__)
namespace cooperative_groups {
template <class G, class T, class F>
__device__ auto inclusive_scan(const G &group, T &&value, F &&op) -> decltype(op(value, value));
template <class G, class T>
__device__ details::remove_qual<T> inclusive_scan(const G &group, T &&value);
template <class G, class T, class F>
__device__ auto exclusive_scan(const G &group, T &&value, F &&op) -> decltype(op(value, value));
template <class G, class T>
__device__ details::remove_qual<T> exclusive_scan(const G &group, T &&value);
} // namespace cooperative_groups
#endif

#endif
