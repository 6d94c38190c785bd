// Atomic functions: "HIP C++ language extensions". __hip_atomic_* are clang's own.
#ifndef COOPIFY_HIP_ATOMICS_H
#define COOPIFY_HIP_ATOMICS_H

#include "coopify_hip_attributes.h"

#define COOPIFY_SCOPES(R, NAME, ...)                                           \
  __device__ R NAME(__VA_ARGS__);                                              \
  __device__ R NAME##_block(__VA_ARGS__);                                      \
  __device__ R NAME##_system(__VA_ARGS__);
#define COOPIFY_ATOMIC(NAME, T) COOPIFY_SCOPES(T, NAME, T *, T)
#define COOPIFY_ATOMIC_NUMBER(T)                                               \
  COOPIFY_ATOMIC(atomicExch, T)                                                \
  COOPIFY_ATOMIC(atomicAdd, T)                                                 \
  COOPIFY_ATOMIC(atomicSub, T)                                                 \
  COOPIFY_ATOMIC(atomicMin, T)                                                 \
  COOPIFY_ATOMIC(atomicMax, T)                                                 \
  COOPIFY_SCOPES(T, atomicCAS, T *, T, T)
#define COOPIFY_ATOMIC_INTEGER(T)                                              \
  COOPIFY_ATOMIC_NUMBER(T)                                                     \
  COOPIFY_ATOMIC(atomicAnd, T)                                                 \
  COOPIFY_ATOMIC(atomicOr, T)                                                  \
  COOPIFY_ATOMIC(atomicXor, T)
COOPIFY_ATOMIC_INTEGER(int)
COOPIFY_ATOMIC_INTEGER(unsigned int)
COOPIFY_ATOMIC_INTEGER(unsigned long)
COOPIFY_ATOMIC_INTEGER(unsigned long long)
COOPIFY_ATOMIC_NUMBER(float)
COOPIFY_ATOMIC_NUMBER(double)
COOPIFY_ATOMIC(atomicMin, long long)
COOPIFY_ATOMIC(atomicMax, long long)
COOPIFY_ATOMIC(atomicInc, unsigned int)
COOPIFY_ATOMIC(atomicDec, unsigned int)
__device__ unsigned short atomicCAS(unsigned short *, unsigned short, unsigned short);
#undef COOPIFY_ATOMIC_INTEGER
#undef COOPIFY_ATOMIC_NUMBER
#undef COOPIFY_ATOMIC
#undef COOPIFY_SCOPES

#ifndef __MACA__
__device__ void atomicAddNoRet(float *, float);
#define COOPIFY_FAST(T)                                                        \
  __device__ T unsafeAtomicAdd(T *, T);                                        \
  __device__ T unsafeAtomicMin(T *, T);                                        \
  __device__ T unsafeAtomicMax(T *, T);                                        \
  __device__ T safeAtomicAdd(T *, T);                                          \
  __device__ T safeAtomicMin(T *, T);                                          \
  __device__ T safeAtomicMax(T *, T);
COOPIFY_FAST(float)
COOPIFY_FAST(double)
#undef COOPIFY_FAST
#endif

#endif
