// Integer and conversion intrinsics, clocks, cached loads: what clang's own
// headers do not give. Declarations are enough.
#ifndef COOPIFY_HIP_MATH_H
#define COOPIFY_HIP_MATH_H

#include "hip/hip_vector_types.h"

__device__ unsigned int __popc(unsigned int);
__device__ unsigned int __popcll(unsigned long long);
__device__ int __clz(int);
__device__ int __clzll(long long);
#ifdef __MACA__ // as CUDA: one of each, for masks of any type
__device__ int __ffs(int);
__device__ int __ffsll(long long);
#else
__device__ int __ffs(int);
__device__ int __ffs(unsigned int);
__device__ int __ffsll(long);
__device__ int __ffsll(unsigned long);
__device__ int __ffsll(long long);
__device__ int __ffsll(unsigned long long);
#endif
__device__ unsigned int __brev(unsigned int);
__device__ unsigned long long __brevll(unsigned long long);
__device__ unsigned int __byte_perm(unsigned int, unsigned int, unsigned int);
__device__ unsigned int __hadd(int, int);
__device__ int __rhadd(int, int);
__device__ unsigned int __uhadd(unsigned int, unsigned int);
__device__ unsigned int __urhadd(unsigned int, unsigned int);
__device__ int __mul24(int, int);
__device__ unsigned int __umul24(unsigned int, unsigned int);
__device__ int __mulhi(int, int);
__device__ unsigned int __umulhi(unsigned int, unsigned int);
__device__ long long __mul64hi(long long, long long);
__device__ unsigned long long __umul64hi(unsigned long long, unsigned long long);
__device__ int mul24(int, int);
__device__ unsigned int umul24(unsigned int, unsigned int);
__device__ unsigned int __sad(int, int, unsigned int);
__device__ unsigned int __usad(unsigned int, unsigned int, unsigned int);
__device__ unsigned int __funnelshift_l(unsigned int low, unsigned int high, unsigned int shift);
__device__ unsigned int __funnelshift_lc(unsigned int low, unsigned int high, unsigned int shift);
__device__ unsigned int __funnelshift_r(unsigned int low, unsigned int high, unsigned int shift);
__device__ unsigned int __funnelshift_rc(unsigned int low, unsigned int high, unsigned int shift);
__device__ int __dp4a(int, int, int);
__device__ unsigned int __dp4a(unsigned int, unsigned int, unsigned int);
__device__ void __nanosleep(unsigned int ns);

#ifndef __MACA__
__device__ unsigned int __bitextract_u32(unsigned int value, unsigned int offset, unsigned int width);
__device__ unsigned long long __bitextract_u64(unsigned long long value, unsigned int offset,
                                               unsigned int width);
__device__ unsigned int __bitinsert_u32(unsigned int to, unsigned int from, unsigned int offset,
                                        unsigned int width);
__device__ unsigned long long __bitinsert_u64(unsigned long long to, unsigned long long from,
                                              unsigned int offset, unsigned int width);
__device__ unsigned int __alignbit(unsigned int, unsigned int, unsigned int);
__device__ unsigned int __alignbyte(unsigned int, unsigned int, unsigned int);
__device__ int __fns32(unsigned long long mask, unsigned int base, int offset);
__device__ int __fns64(unsigned long long mask, unsigned int base, int offset);
__device__ int amd_mixed_dot(short2, short2, int, bool saturate);
__device__ unsigned int amd_mixed_dot(ushort2, ushort2, unsigned int, bool saturate);
__device__ int amd_mixed_dot(char4, char4, int, bool saturate);
__device__ unsigned int amd_mixed_dot(uchar4, uchar4, unsigned int, bool saturate);
__device__ unsigned int __lastbit_u32_u32(unsigned int);
__device__ unsigned int __lastbit_u32_u64(unsigned long long);
__device__ unsigned int __firstbit_u32_u32(unsigned int);
__device__ unsigned int __firstbit_u32_u64(unsigned long long);
__device__ long long wall_clock64();
#endif
__device__ unsigned int __fns(unsigned int mask, unsigned int base, int offset);
extern "C" {
__device__ long long __clock64();
__device__ long long clock64();
}
__device__ long long __clock();
// An overload for kernels of the clock() of <time.h>.
#include <time.h>
extern "C" __device__ clock_t clock() __attribute__((nothrow));

// Conversions. The last letters are the rounding.
#define COOPIFY_ROUNDED(R, NAME, A)                                            \
  __device__ R NAME##_rd(A);                                                   \
  __device__ R NAME##_rn(A);                                                   \
  __device__ R NAME##_ru(A);                                                   \
  __device__ R NAME##_rz(A);
COOPIFY_ROUNDED(float, __double2float, double)
COOPIFY_ROUNDED(int, __double2int, double)
COOPIFY_ROUNDED(long long, __double2ll, double)
COOPIFY_ROUNDED(unsigned int, __double2uint, double)
COOPIFY_ROUNDED(unsigned long long, __double2ull, double)
COOPIFY_ROUNDED(int, __float2int, float)
COOPIFY_ROUNDED(long long, __float2ll, float)
COOPIFY_ROUNDED(unsigned int, __float2uint, float)
COOPIFY_ROUNDED(unsigned long long, __float2ull, float)
COOPIFY_ROUNDED(float, __int2float, int)
COOPIFY_ROUNDED(float, __uint2float, unsigned int)
COOPIFY_ROUNDED(float, __ll2float, long long)
COOPIFY_ROUNDED(double, __ll2double, long long)
COOPIFY_ROUNDED(float, __ull2float, unsigned long long)
COOPIFY_ROUNDED(double, __ull2double, unsigned long long)
#undef COOPIFY_ROUNDED
__device__ double __int2double_rn(int);
__device__ double __uint2double_rn(unsigned int);
__device__ int __double2hiint(double);
__device__ int __double2loint(double);
__device__ double __hiloint2double(int, int);
__device__ int __float_as_int(float);
__device__ unsigned int __float_as_uint(float);
__device__ float __int_as_float(int);
__device__ float __uint_as_float(unsigned int);
__device__ long long __double_as_longlong(double);
__device__ double __longlong_as_double(long long);
__device__ int float_as_int(float);
__device__ float int_as_float(int);

#define COOPIFY_CACHED(T)                                                      \
  __device__ T __ldg(const T *);                                               \
  __device__ T __ldcg(const T *);                                              \
  __device__ T __ldca(const T *);                                              \
  __device__ T __ldcs(const T *);                                              \
  __device__ void __stcg(T *, T);                                              \
  __device__ void __stcs(T *, T);
#define COOPIFY_CACHED_VECTOR(NAME)                                            \
  COOPIFY_CACHED(NAME##1) COOPIFY_CACHED(NAME##2) COOPIFY_CACHED(NAME##3) COOPIFY_CACHED(NAME##4)
COOPIFY_CACHED(char)
COOPIFY_CACHED(signed char)
COOPIFY_CACHED(unsigned char)
COOPIFY_CACHED(short)
COOPIFY_CACHED(unsigned short)
COOPIFY_CACHED(int)
COOPIFY_CACHED(unsigned int)
COOPIFY_CACHED(long)
COOPIFY_CACHED(unsigned long)
COOPIFY_CACHED(long long)
COOPIFY_CACHED(unsigned long long)
COOPIFY_CACHED(float)
COOPIFY_CACHED(double)
COOPIFY_CACHED_VECTOR(char)
COOPIFY_CACHED_VECTOR(uchar)
COOPIFY_CACHED_VECTOR(short)
COOPIFY_CACHED_VECTOR(ushort)
COOPIFY_CACHED_VECTOR(int)
COOPIFY_CACHED_VECTOR(uint)
COOPIFY_CACHED_VECTOR(longlong)
COOPIFY_CACHED_VECTOR(ulonglong)
COOPIFY_CACHED_VECTOR(float)
COOPIFY_CACHED_VECTOR(double)
#undef COOPIFY_CACHED_VECTOR
#undef COOPIFY_CACHED

__device__ bool __isGlobal(const void *);
__device__ bool __isShared(const void *);
__device__ bool __isConstant(const void *);
__device__ bool __isLocal(const void *);

#endif
