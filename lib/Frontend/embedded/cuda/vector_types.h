// The built-in vector types: sizes and alignments of the programming guide,
// "Built-in Vector Types".
#ifndef COOPIFY_CUDA_VECTOR_TYPES_H
#define COOPIFY_CUDA_VECTOR_TYPES_H

#include "host_defines.h"

#define COOPIFY_VECTOR(NAME, TYPE, ALIGN2, ALIGN4)                             \
  struct NAME##1 { TYPE x; };                                                  \
  struct __attribute__((aligned(ALIGN2))) NAME##2 { TYPE x, y; };              \
  struct NAME##3 { TYPE x, y, z; };                                            \
  struct __attribute__((aligned(ALIGN4))) NAME##4 { TYPE x, y, z, w; };        \
  typedef struct NAME##1 NAME##1;                                              \
  typedef struct NAME##2 NAME##2;                                              \
  typedef struct NAME##3 NAME##3;                                              \
  typedef struct NAME##4 NAME##4;
COOPIFY_VECTOR(char, signed char, 2, 4)
COOPIFY_VECTOR(uchar, unsigned char, 2, 4)
COOPIFY_VECTOR(short, short, 4, 8)
COOPIFY_VECTOR(ushort, unsigned short, 4, 8)
COOPIFY_VECTOR(int, int, 8, 16)
COOPIFY_VECTOR(uint, unsigned int, 8, 16)
COOPIFY_VECTOR(long, long, 16, 16)
COOPIFY_VECTOR(ulong, unsigned long, 16, 16)
COOPIFY_VECTOR(longlong, long long, 16, 16)
COOPIFY_VECTOR(ulonglong, unsigned long long, 16, 16)
COOPIFY_VECTOR(float, float, 8, 16)
COOPIFY_VECTOR(double, double, 16, 16)
#undef COOPIFY_VECTOR

// CUDA 13 says which alignment of the 32-byte ones is meant.
#define COOPIFY_VECTOR4(NAME, TYPE)                                            \
  struct __attribute__((aligned(16))) NAME##_16a { TYPE x, y, z, w; };         \
  struct __attribute__((aligned(32))) NAME##_32a { TYPE x, y, z, w; };         \
  typedef struct NAME##_16a NAME##_16a;                                        \
  typedef struct NAME##_32a NAME##_32a;
COOPIFY_VECTOR4(long4, long)
COOPIFY_VECTOR4(ulong4, unsigned long)
COOPIFY_VECTOR4(longlong4, long long)
COOPIFY_VECTOR4(ulonglong4, unsigned long long)
COOPIFY_VECTOR4(double4, double)
#undef COOPIFY_VECTOR4

struct dim3 {
  unsigned int x, y, z;
#ifdef __cplusplus
#if __cplusplus >= 201103L
#define COOPIFY_CONSTEXPR constexpr
#else
#define COOPIFY_CONSTEXPR
#endif
  __host__ __device__ COOPIFY_CONSTEXPR dim3(unsigned int vx = 1, unsigned int vy = 1,
                                             unsigned int vz = 1)
      : x(vx), y(vy), z(vz) {}
  __host__ __device__ COOPIFY_CONSTEXPR dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {}
  __host__ __device__ COOPIFY_CONSTEXPR operator uint3() const {
    uint3 t = {x, y, z};
    return t;
  }
#undef COOPIFY_CONSTEXPR
#endif
};
typedef struct dim3 dim3;

#endif
