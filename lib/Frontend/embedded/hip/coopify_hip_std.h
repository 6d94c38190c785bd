// Device overloads of std::min, std::max and operator new, where clang's folder
// cuda_wrappers, which has them, is not on the path (-nogpuinc drops it).
#ifndef COOPIFY_HIP_STD_H
#define COOPIFY_HIP_STD_H

#include <algorithm>
#include <new>

#if !defined(__CLANG_CUDA_WRAPPERS_ALGORITHM) && __cplusplus < 201402L // constexpr from then on
namespace std {
template <class T, class C> __device__ const T &max(const T &a, const T &b, C less);
template <class T> __device__ const T &max(const T &a, const T &b);
template <class T, class C> __device__ const T &min(const T &a, const T &b, C less);
template <class T> __device__ const T &min(const T &a, const T &b);
} // namespace std
#endif

#ifndef __CLANG_CUDA_WRAPPERS_NEW
__device__ void *operator new(__SIZE_TYPE__ size);
__device__ void *operator new[](__SIZE_TYPE__ size);
__device__ void *operator new(__SIZE_TYPE__ size, const std::nothrow_t &) noexcept;
__device__ void *operator new[](__SIZE_TYPE__ size, const std::nothrow_t &) noexcept;
__device__ void *operator new(__SIZE_TYPE__, void *place) noexcept;
__device__ void *operator new[](__SIZE_TYPE__, void *place) noexcept;
__device__ void operator delete(void *) noexcept;
__device__ void operator delete[](void *) noexcept;
__device__ void operator delete(void *, void *) noexcept;
__device__ void operator delete[](void *, void *) noexcept;
#if __cplusplus >= 201402L
__device__ void operator delete(void *, __SIZE_TYPE__) noexcept;
__device__ void operator delete[](void *, __SIZE_TYPE__) noexcept;
#endif
#endif

#endif
