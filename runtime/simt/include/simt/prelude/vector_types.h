//===- vector_types.h - int2, float4, dim3 and the like ----------*- C++ -*-===//
#ifndef COOPIFY_SIMT_PRELUDE_VECTOR_TYPES_H
#define COOPIFY_SIMT_PRELUDE_VECTOR_TYPES_H

#include "keywords.h"

// Alignments as in CUDA's vector_types.h; three-element types have their element's.
#define SIMT_VECTOR(_T, NAME, ALIGN2, ALIGN4)                                                      \
  struct NAME##1 { _T x; };                                                                        \
  struct alignas(ALIGN2) NAME##2 { _T x, y; };                                                     \
  struct NAME##3 { _T x, y, z; };                                                                  \
  struct alignas(ALIGN4) NAME##4 { _T x, y, z, w; };                                               \
  static __device__ __host__ inline NAME##1 make_##NAME##1(_T x) { return {x}; }                   \
  static __device__ __host__ inline NAME##2 make_##NAME##2(_T x, _T y) { return {x, y}; }          \
  static __device__ __host__ inline NAME##3 make_##NAME##3(_T x, _T y, _T z) { return {x, y, z}; } \
  static __device__ __host__ inline NAME##4 make_##NAME##4(_T x, _T y, _T z, _T w) {               \
    return {x, y, z, w};                                                                           \
  }
SIMT_VECTOR(signed char, char, 2, 4)
SIMT_VECTOR(unsigned char, uchar, 2, 4)
SIMT_VECTOR(short, short, 4, 8)
SIMT_VECTOR(unsigned short, ushort, 4, 8)
SIMT_VECTOR(int, int, 8, 16)
SIMT_VECTOR(unsigned, uint, 8, 16)
SIMT_VECTOR(long long, longlong, 16, 16)
SIMT_VECTOR(unsigned long long, ulonglong, 16, 16)
SIMT_VECTOR(long, long, 16, 16)
SIMT_VECTOR(unsigned long, ulong, 16, 16)
SIMT_VECTOR(float, float, 8, 16)
SIMT_VECTOR(double, double, 16, 16)
#undef SIMT_VECTOR

struct dim3 {
  unsigned x, y, z;
  __host__ __device__ constexpr dim3(unsigned _X = 1, unsigned _Y = 1, unsigned _Z = 1)
      : x(_X), y(_Y), z(_Z) {}
  __host__ __device__ constexpr dim3(uint3 _V) : x(_V.x), y(_V.y), z(_V.z) {}
  __host__ __device__ constexpr operator uint3() const { return {x, y, z}; }
};

#endif
