// What gcc 12 defines and clang does not, or otherwise, or not for the device: nvcc lets the host compiler
// preprocess both sides. In the user's files the third character is a Q (NvccMacros.def). Measured: -dM -E of
// g++ 12.2, with the flags of nvcc --dryrun, and of clang 22 for both sides.
#ifndef COOPIFY_GCC_MACROS_H
#define COOPIFY_GCC_MACROS_H

#include "coopify_gcc_features.h"

// -fabi-version's number: one more than gcc's own from 11 on (12 has 17).
#if defined(_GLIBCXX_RELEASE) && _GLIBCXX_RELEASE >= 11
#define __QXX_ABI_VERSION (1005 + _GLIBCXX_RELEASE)
#else
#define __QXX_ABI_VERSION 1017
#endif

#if defined(__x86_64__)
#define __QIZEOF_FLOAT80__ 16
#define __QIZEOF_LONG_DOUBLE__ 16
#define __QLT128_DIG__ 33
#define __QIGGEST_ALIGNMENT__ 16
#define __QMX_WITH_SSE__ 1
#define __Qode_model_small__ 1
#else
#define __QIZEOF_LONG_DOUBLE__ __SIZEOF_LONG_DOUBLE__
#define __QIGGEST_ALIGNMENT__ __BIGGEST_ALIGNMENT__
#endif
#if defined(__powerpc__)
#define __QITTLE_ENDIAN__ 1
#endif
#define __QLOAT_WORD_ORDER__ __BYTE_ORDER__
#define __QBL_IS_IEC_60559__ 2
#ifndef __QCC_IEC_559 // -ffast-math: HostMacros.def
#define __QCC_IEC_559 2
#define __QCC_IEC_559_COMPLEX 2
#endif
#if defined(__cplusplus) && __cplusplus < 201103L
#define __QNUC_GNU_INLINE__ 1
#else
#define __QNUC_STDC_INLINE__ 1
#endif
#define __QNUC_EXECUTION_CHARSET_NAME "UTF-8"
#define __QNUC_WIDE_EXECUTION_CHARSET_NAME "UTF-32LE"
#define __QAVE_SPECULATION_SAFE_VALUE 1
#define __QIG_ATOMIC_TYPE__ int

#endif
