// make_int2(x, y) and the like.
#ifndef COOPIFY_CUDA_VECTOR_FUNCTIONS_H
#define COOPIFY_CUDA_VECTOR_FUNCTIONS_H

#include "vector_types.h"

#define COOPIFY_MAKE(NAME, T)                                                  \
  static __inline__ __host__ __device__ NAME##1 make_##NAME##1(T x) {          \
    NAME##1 v; v.x = x; return v;                                              \
  }                                                                            \
  static __inline__ __host__ __device__ NAME##2 make_##NAME##2(T x, T y) {     \
    NAME##2 v; v.x = x; v.y = y; return v;                                     \
  }                                                                            \
  static __inline__ __host__ __device__ NAME##3 make_##NAME##3(T x, T y, T z) {\
    NAME##3 v; v.x = x; v.y = y; v.z = z; return v;                            \
  }                                                                            \
  static __inline__ __host__ __device__ NAME##4 make_##NAME##4(T x, T y, T z,  \
                                                               T w) {          \
    NAME##4 v; v.x = x; v.y = y; v.z = z; v.w = w; return v;                   \
  }
COOPIFY_MAKE(char, signed char)
COOPIFY_MAKE(uchar, unsigned char)
COOPIFY_MAKE(short, short)
COOPIFY_MAKE(ushort, unsigned short)
COOPIFY_MAKE(int, int)
COOPIFY_MAKE(uint, unsigned int)
COOPIFY_MAKE(long, long)
COOPIFY_MAKE(ulong, unsigned long)
COOPIFY_MAKE(longlong, long long)
COOPIFY_MAKE(ulonglong, unsigned long long)
COOPIFY_MAKE(float, float)
COOPIFY_MAKE(double, double)
#undef COOPIFY_MAKE

#endif
