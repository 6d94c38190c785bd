// Half precision: types, conversions, intrinsics.
#ifndef COOPIFY_HIP_HALF_H
#define COOPIFY_HIP_HALF_H

#include "coopify_hip_attributes.h"

#if defined(__cplusplus) && defined(COOPIFY_GPU_UNIT)
#include "coopify_hip_device.h"

struct __half;
struct __half2;
struct __half_raw {
  union {
    _Float16 data;
    unsigned short x;
  };
};
typedef _Float16 _Float16_2 __attribute__((ext_vector_type(2)));
struct __half2_raw {
  union {
    struct { unsigned short x, y; };
    _Float16_2 data;
  };
};
struct __attribute__((aligned(2))) __half {
  union {
    _Float16 data;
    unsigned short __x;
  };
  __half() = default;
  __host__ __device__ __half(_Float16);
  __host__ __device__ __half(long);
  __host__ __device__ __half(unsigned long);
  __host__ __device__ __half(const __half_raw &);
  __host__ __device__ __half(float);
  __host__ __device__ __half(double);
  __host__ __device__ __half(short);
  __host__ __device__ __half(unsigned short);
  __host__ __device__ __half(int);
  __host__ __device__ __half(unsigned int);
  __host__ __device__ __half(long long);
  __host__ __device__ __half(unsigned long long);
  __host__ __device__ operator float() const;
  __host__ __device__ operator _Float16() const;
  __host__ __device__ operator __half_raw() const;
  __host__ __device__ explicit operator bool() const;
  __host__ __device__ explicit operator short() const;
  __host__ __device__ explicit operator unsigned short() const;
  __host__ __device__ explicit operator int() const;
  __host__ __device__ explicit operator unsigned int() const;
  __host__ __device__ __half operator++(int);
  __host__ __device__ __half &operator++();
  __host__ __device__ __half operator--(int);
  __host__ __device__ __half &operator--();
  __host__ __device__ __half &operator+=(const __half &);
  __host__ __device__ __half &operator-=(const __half &);
  __host__ __device__ __half &operator*=(const __half &);
  __host__ __device__ __half &operator/=(const __half &);
};
struct __attribute__((aligned(4))) __half2 {
  __half x, y;
  __half2() = default;
  __host__ __device__ __half2(_Float16_2);
  __host__ __device__ operator _Float16_2() const;
  __host__ __device__ operator __half2_raw() const;
  __host__ __device__ __half2(const __half &, const __half &);
  __host__ __device__ __half2(const __half2_raw &);
  __host__ __device__ __half2 &operator+=(const __half2 &);
  __host__ __device__ __half2 &operator-=(const __half2 &);
  __host__ __device__ __half2 &operator*=(const __half2 &);
  __host__ __device__ __half2 &operator/=(const __half2 &);
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
COOPIFY_OPERATORS(__half)
COOPIFY_OPERATORS(__half2)
#undef COOPIFY_OPERATORS
#define COOPIFY_BINARY(N)                                                      \
  __host__ __device__ __half __h##N(__half, __half);                                    \
  __host__ __device__ __half2 __h##N##2(__half2, __half2);
COOPIFY_BINARY(add)
COOPIFY_BINARY(sub)
COOPIFY_BINARY(mul)
COOPIFY_BINARY(add_sat)
COOPIFY_BINARY(max)
COOPIFY_BINARY(min)
#undef COOPIFY_BINARY
__host__ __device__ __half __hdiv(__half, __half);
__host__ __device__ __half2 __h2div(__half2, __half2);
__host__ __device__ __half __hneg(__half);
__host__ __device__ __half2 __hneg2(__half2);
__host__ __device__ __half __habs(__half);
__host__ __device__ __half2 __habs2(__half2);
__host__ __device__ __half __hfma(__half, __half, __half);
__host__ __device__ __half2 __hfma2(__half2, __half2, __half2);
#define COOPIFY_COMPARE(N)                                                     \
  __host__ __device__ bool __h##N(__half, __half);                                      \
  __host__ __device__ __half2 __h##N##2(__half2, __half2);                              \
  __host__ __device__ bool __hb##N##2(__half2, __half2);
COOPIFY_COMPARE(eq)
COOPIFY_COMPARE(ne)
COOPIFY_COMPARE(le)
COOPIFY_COMPARE(ge)
COOPIFY_COMPARE(lt)
COOPIFY_COMPARE(gt)
#undef COOPIFY_COMPARE
__host__ __device__ bool __hisnan(__half);
__host__ __device__ int __hisinf(__half);
__host__ __device__ __half2 __hisnan2(__half2);
__host__ __device__ __half __hmax_nan(__half, __half);
__host__ __device__ __half __hmin_nan(__half, __half);
__host__ __device__ __half __hfma_sat(__half, __half, __half);
__host__ __device__ __half2 __hcmadd(__half2, __half2, __half2);
__device__ float amd_mixed_dot(__half2, __half2, float, bool saturate);
__host__ __device__ __half hpow(__half, __half);
#define COOPIFY_UNARY(N)                                                       \
  __host__ __device__ __half h##N(__half);                                              \
  __host__ __device__ __half2 h2##N(__half2);
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
COOPIFY_LANES(__half)
COOPIFY_LANES(__half2)
#undef COOPIFY_LANES
__device__ __half atomicAdd(__half *, __half);
__device__ __half2 atomicAdd(__half2 *, __half2);
__device__ __half2 unsafeAtomicAdd(__half2 *, __half2);
__device__ __half2 safeAtomicAdd(__half2 *, __half2);
__host__ __device__ __half2 make_half2(__half, __half);
__host__ __device__ __half __float2half(float);
__host__ __device__ __half __float2half_rn(float);
__host__ __device__ __half __float2half_rz(float);
__host__ __device__ __half __float2half_rd(float);
__host__ __device__ __half __float2half_ru(float);
__host__ __device__ __half __double2half(double);
__host__ __device__ float __half2float(__half);
__host__ __device__ __half2 __float2half2_rn(float);
__host__ __device__ __half2 __floats2half2_rn(float, float);
__host__ __device__ __half2 __float22half2_rn(float2);
__host__ __device__ float2 __half22float2(__half2);
__host__ __device__ float __low2float(__half2);
__host__ __device__ float __high2float(__half2);
__host__ __device__ __half2 __half2half2(__half);
__host__ __device__ __half2 __halves2half2(__half, __half);
__host__ __device__ __half __low2half(__half2);
__host__ __device__ __half __high2half(__half2);
__host__ __device__ __half2 __low2half2(__half2);
__host__ __device__ __half2 __high2half2(__half2);
__host__ __device__ __half2 __lows2half2(__half2, __half2);
__host__ __device__ __half2 __highs2half2(__half2, __half2);
__host__ __device__ __half2 __lowhigh2highlow(__half2);
__host__ __device__ __half __int2half_rn(int);
__host__ __device__ int __half2int_rn(__half);
__host__ __device__ int __half2int_rz(__half);
__host__ __device__ int __half2int_rd(__half);
__host__ __device__ int __half2int_ru(__half);
__host__ __device__ __half __uint2half_rn(unsigned int);
__host__ __device__ unsigned int __half2uint_rn(__half);
__host__ __device__ unsigned int __half2uint_rz(__half);
__host__ __device__ unsigned int __half2uint_rd(__half);
__host__ __device__ unsigned int __half2uint_ru(__half);
__host__ __device__ __half __short2half_rn(short);
__host__ __device__ short __half2short_rn(__half);
__host__ __device__ short __half2short_rz(__half);
__host__ __device__ short __half2short_rd(__half);
__host__ __device__ short __half2short_ru(__half);
__host__ __device__ __half __ushort2half_rn(unsigned short);
__host__ __device__ unsigned short __half2ushort_rn(__half);
__host__ __device__ unsigned short __half2ushort_rz(__half);
__host__ __device__ unsigned short __half2ushort_rd(__half);
__host__ __device__ unsigned short __half2ushort_ru(__half);
__host__ __device__ __half __ll2half_rn(long long);
__host__ __device__ long long __half2ll_rn(__half);
__host__ __device__ long long __half2ll_rz(__half);
__host__ __device__ long long __half2ll_rd(__half);
__host__ __device__ long long __half2ll_ru(__half);
__host__ __device__ __half __ull2half_rn(unsigned long long);
__host__ __device__ unsigned long long __half2ull_rn(__half);
__host__ __device__ unsigned long long __half2ull_rz(__half);
__host__ __device__ unsigned long long __half2ull_rd(__half);
__host__ __device__ unsigned long long __half2ull_ru(__half);
__host__ __device__ __half __ushort_as_half(unsigned short);
__host__ __device__ unsigned short __half_as_ushort(__half);
__host__ __device__ __half __short_as_half(short);
__host__ __device__ short __half_as_short(__half);
typedef __half half;
typedef __half2 half2;
#endif // __cplusplus

#endif
