// bfloat16: types, conversions, intrinsics.
#ifndef COOPIFY_HIP_BFLOAT_H
#define COOPIFY_HIP_BFLOAT_H

#include "coopify_hip_attributes.h"

#if defined(__cplusplus) && defined(COOPIFY_GPU_UNIT)
#include "coopify_hip_device.h"

struct __hip_bfloat16;
struct __hip_bfloat162;
struct __hip_bfloat16_raw { unsigned short x; };
struct __hip_bfloat162_raw { unsigned short x, y; };
struct __attribute__((aligned(2))) __hip_bfloat16 {
  unsigned short __x;
  __hip_bfloat16() = default;
  __host__ __device__ __hip_bfloat16(const __hip_bfloat16_raw &);
  __host__ __device__ __hip_bfloat16(float);
  __host__ __device__ __hip_bfloat16(double);
  __host__ __device__ __hip_bfloat16(short);
  __host__ __device__ __hip_bfloat16(unsigned short);
  __host__ __device__ __hip_bfloat16(int);
  __host__ __device__ __hip_bfloat16(unsigned int);
  __host__ __device__ __hip_bfloat16(long long);
  __host__ __device__ __hip_bfloat16(unsigned long long);
  __host__ __device__ operator float() const;
  __host__ __device__ operator __hip_bfloat16_raw() const;
  __host__ __device__ explicit operator bool() const;
  __host__ __device__ explicit operator short() const;
  __host__ __device__ explicit operator unsigned short() const;
  __host__ __device__ explicit operator int() const;
  __host__ __device__ explicit operator unsigned int() const;
  __host__ __device__ __hip_bfloat16 &operator+=(const __hip_bfloat16 &);
  __host__ __device__ __hip_bfloat16 &operator-=(const __hip_bfloat16 &);
  __host__ __device__ __hip_bfloat16 &operator*=(const __hip_bfloat16 &);
  __host__ __device__ __hip_bfloat16 &operator/=(const __hip_bfloat16 &);
};
struct __attribute__((aligned(4))) __hip_bfloat162 {
  __hip_bfloat16 x, y;
  __hip_bfloat162() = default;
  __host__ __device__ __hip_bfloat162(const __hip_bfloat16 &, const __hip_bfloat16 &);
  __host__ __device__ __hip_bfloat162(const __hip_bfloat162_raw &);
  __host__ __device__ __hip_bfloat162 &operator+=(const __hip_bfloat162 &);
  __host__ __device__ __hip_bfloat162 &operator-=(const __hip_bfloat162 &);
  __host__ __device__ __hip_bfloat162 &operator*=(const __hip_bfloat162 &);
  __host__ __device__ __hip_bfloat162 &operator/=(const __hip_bfloat162 &);
};
#define COOPIFY_OPERATORS(T)                                                   \
  __host__ __device__ T operator+(const T &, const T &);                       \
  __host__ __device__ T operator-(const T &, const T &);                       \
  __host__ __device__ T operator*(const T &, const T &);                       \
  __host__ __device__ T operator/(const T &, const T &);                       \
  __host__ __device__ T operator-(const T &);                                  \
  __host__ __device__ bool operator==(const T &, const T &);                   \
  __host__ __device__ bool operator!=(const T &, const T &);                   \
  __host__ __device__ bool operator<(const T &, const T &);                    \
  __host__ __device__ bool operator>(const T &, const T &);                    \
  __host__ __device__ bool operator<=(const T &, const T &);                   \
  __host__ __device__ bool operator>=(const T &, const T &);
COOPIFY_OPERATORS(__hip_bfloat16)
COOPIFY_OPERATORS(__hip_bfloat162)
#undef COOPIFY_OPERATORS
#define COOPIFY_BINARY(N)                                                      \
  __host__ __device__ __hip_bfloat16 __h##N(__hip_bfloat16, __hip_bfloat16);                                    \
  __host__ __device__ __hip_bfloat162 __h##N##2(__hip_bfloat162, __hip_bfloat162);
COOPIFY_BINARY(add)
COOPIFY_BINARY(sub)
COOPIFY_BINARY(mul)
COOPIFY_BINARY(add_sat)
COOPIFY_BINARY(max)
COOPIFY_BINARY(min)
#undef COOPIFY_BINARY
__host__ __device__ __hip_bfloat16 __hdiv(__hip_bfloat16, __hip_bfloat16);
__host__ __device__ __hip_bfloat162 __h2div(__hip_bfloat162, __hip_bfloat162);
__host__ __device__ __hip_bfloat16 __hneg(__hip_bfloat16);
__host__ __device__ __hip_bfloat162 __hneg2(__hip_bfloat162);
__host__ __device__ __hip_bfloat16 __habs(__hip_bfloat16);
__host__ __device__ __hip_bfloat162 __habs2(__hip_bfloat162);
__host__ __device__ __hip_bfloat16 __hfma(__hip_bfloat16, __hip_bfloat16, __hip_bfloat16);
__host__ __device__ __hip_bfloat162 __hfma2(__hip_bfloat162, __hip_bfloat162, __hip_bfloat162);
#define COOPIFY_COMPARE(N)                                                     \
  __host__ __device__ bool __h##N(__hip_bfloat16, __hip_bfloat16);                                      \
  __host__ __device__ __hip_bfloat162 __h##N##2(__hip_bfloat162, __hip_bfloat162);                              \
  __host__ __device__ bool __hb##N##2(__hip_bfloat162, __hip_bfloat162);
COOPIFY_COMPARE(eq)
COOPIFY_COMPARE(ne)
COOPIFY_COMPARE(le)
COOPIFY_COMPARE(ge)
COOPIFY_COMPARE(lt)
COOPIFY_COMPARE(gt)
#undef COOPIFY_COMPARE
__host__ __device__ bool __hisnan(__hip_bfloat16);
#define COOPIFY_UNARY(N)                                                       \
  __host__ __device__ __hip_bfloat16 h##N(__hip_bfloat16);                                              \
  __host__ __device__ __hip_bfloat162 h2##N(__hip_bfloat162);
COOPIFY_UNARY(sqrt)
COOPIFY_UNARY(rsqrt)
COOPIFY_UNARY(rcp)
COOPIFY_UNARY(exp)
COOPIFY_UNARY(exp2)
COOPIFY_UNARY(exp10)
COOPIFY_UNARY(log)
COOPIFY_UNARY(log2)
COOPIFY_UNARY(log10)
COOPIFY_UNARY(sin)
COOPIFY_UNARY(cos)
COOPIFY_UNARY(floor)
COOPIFY_UNARY(ceil)
COOPIFY_UNARY(trunc)
COOPIFY_UNARY(rint)
#undef COOPIFY_UNARY
#define COOPIFY_LANES(T)                                                       \
  __device__ T __ldg(const T *);                                               \
  __device__ T __shfl(T, int, int = warpSize);                                 \
  __device__ T __shfl_up(T, unsigned int, int = warpSize);                     \
  __device__ T __shfl_down(T, unsigned int, int = warpSize);                   \
  __device__ T __shfl_xor(T, int, int = warpSize);
COOPIFY_LANES(__hip_bfloat16)
COOPIFY_LANES(__hip_bfloat162)
#undef COOPIFY_LANES
__device__ __hip_bfloat16 atomicAdd(__hip_bfloat16 *, __hip_bfloat16);
__device__ __hip_bfloat162 atomicAdd(__hip_bfloat162 *, __hip_bfloat162);
__device__ __hip_bfloat162 unsafeAtomicAdd(__hip_bfloat162 *, __hip_bfloat162);
__device__ __hip_bfloat162 safeAtomicAdd(__hip_bfloat162 *, __hip_bfloat162);
__host__ __device__ __hip_bfloat16 __float2bfloat16(float);
__host__ __device__ __hip_bfloat16 __float2bfloat16_rn(float);
__host__ __device__ __hip_bfloat16 __float2bfloat16_rz(float);
__host__ __device__ __hip_bfloat16 __float2bfloat16_rd(float);
__host__ __device__ __hip_bfloat16 __float2bfloat16_ru(float);
__host__ __device__ __hip_bfloat16 __double2bfloat16(double);
__host__ __device__ float __bfloat162float(__hip_bfloat16);
__host__ __device__ __hip_bfloat162 __float2bfloat162_rn(float);
__host__ __device__ __hip_bfloat162 __floats2bfloat162_rn(float, float);
__host__ __device__ __hip_bfloat162 __float22bfloat162_rn(float2);
__host__ __device__ float2 __bfloat1622float2(__hip_bfloat162);
__host__ __device__ float __low2float(__hip_bfloat162);
__host__ __device__ float __high2float(__hip_bfloat162);
__host__ __device__ __hip_bfloat162 __bfloat162bfloat162(__hip_bfloat16);
__host__ __device__ __hip_bfloat162 __halves2bfloat162(__hip_bfloat16, __hip_bfloat16);
__host__ __device__ __hip_bfloat16 __low2bfloat16(__hip_bfloat162);
__host__ __device__ __hip_bfloat16 __high2bfloat16(__hip_bfloat162);
__host__ __device__ __hip_bfloat162 __low2bfloat162(__hip_bfloat162);
__host__ __device__ __hip_bfloat162 __high2bfloat162(__hip_bfloat162);
__host__ __device__ __hip_bfloat162 __lows2bfloat162(__hip_bfloat162, __hip_bfloat162);
__host__ __device__ __hip_bfloat162 __highs2bfloat162(__hip_bfloat162, __hip_bfloat162);
__host__ __device__ __hip_bfloat162 __lowhigh2highlow(__hip_bfloat162);
__host__ __device__ __hip_bfloat16 __int2bfloat16_rn(int);
__host__ __device__ int __bfloat162int_rn(__hip_bfloat16);
__host__ __device__ int __bfloat162int_rz(__hip_bfloat16);
__host__ __device__ int __bfloat162int_rd(__hip_bfloat16);
__host__ __device__ int __bfloat162int_ru(__hip_bfloat16);
__host__ __device__ __hip_bfloat16 __uint2bfloat16_rn(unsigned int);
__host__ __device__ unsigned int __bfloat162uint_rn(__hip_bfloat16);
__host__ __device__ unsigned int __bfloat162uint_rz(__hip_bfloat16);
__host__ __device__ unsigned int __bfloat162uint_rd(__hip_bfloat16);
__host__ __device__ unsigned int __bfloat162uint_ru(__hip_bfloat16);
__host__ __device__ __hip_bfloat16 __short2bfloat16_rn(short);
__host__ __device__ short __bfloat162short_rn(__hip_bfloat16);
__host__ __device__ short __bfloat162short_rz(__hip_bfloat16);
__host__ __device__ short __bfloat162short_rd(__hip_bfloat16);
__host__ __device__ short __bfloat162short_ru(__hip_bfloat16);
__host__ __device__ __hip_bfloat16 __ushort2bfloat16_rn(unsigned short);
__host__ __device__ unsigned short __bfloat162ushort_rn(__hip_bfloat16);
__host__ __device__ unsigned short __bfloat162ushort_rz(__hip_bfloat16);
__host__ __device__ unsigned short __bfloat162ushort_rd(__hip_bfloat16);
__host__ __device__ unsigned short __bfloat162ushort_ru(__hip_bfloat16);
__host__ __device__ __hip_bfloat16 __ll2bfloat16_rn(long long);
__host__ __device__ long long __bfloat162ll_rn(__hip_bfloat16);
__host__ __device__ long long __bfloat162ll_rz(__hip_bfloat16);
__host__ __device__ long long __bfloat162ll_rd(__hip_bfloat16);
__host__ __device__ long long __bfloat162ll_ru(__hip_bfloat16);
__host__ __device__ __hip_bfloat16 __ull2bfloat16_rn(unsigned long long);
__host__ __device__ unsigned long long __bfloat162ull_rn(__hip_bfloat16);
__host__ __device__ unsigned long long __bfloat162ull_rz(__hip_bfloat16);
__host__ __device__ unsigned long long __bfloat162ull_rd(__hip_bfloat16);
__host__ __device__ unsigned long long __bfloat162ull_ru(__hip_bfloat16);
__host__ __device__ __hip_bfloat16 __ushort_as_bfloat16(unsigned short);
__host__ __device__ unsigned short __bfloat16_as_ushort(__hip_bfloat16);
__host__ __device__ __hip_bfloat16 __short_as_bfloat16(short);
__host__ __device__ short __bfloat16_as_short(__hip_bfloat16);
#endif // __cplusplus

#endif
