// What kernels see without a ROCm: the device functions of HIP in front of any
// unit. MXMACA's prelude takes it too.
#ifndef COOPIFY_HIP_DEVICE_H
#define COOPIFY_HIP_DEVICE_H

// clang's wrapper asks for the macro, which is undefined where a unit is MXMACA's.
#ifndef __HIP__
#define COOPIFY_NOT_HIP
#define __HIP__ 1
#endif
// Before the standard headers, which take them over into std.
extern "C" {
__attribute__((device)) void *memcpy(void *to, const void *from, __SIZE_TYPE__ size);
__attribute__((device)) void *memmove(void *to, const void *from, __SIZE_TYPE__ size);
__attribute__((device)) void *memset(void *to, int value, __SIZE_TYPE__ size);
__attribute__((device)) int printf(const char *, ...);
__attribute__((device)) void abort() __attribute__((noreturn));
}
#include <__clang_hip_runtime_wrapper.h>

#include <assert.h>
#include <climits>
#include <limits>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <utility>
#ifdef COOPIFY_NOT_HIP
#undef __HIP__
#undef COOPIFY_NOT_HIP
#endif

#include "coopify_hip_attributes.h"

#include "coopify_hip_std.h"

#include "coopify_hip_atomics.h"
#include "coopify_hip_builtins.h"
#include "coopify_hip_math.h"
#include "coopify_hip_warp.h"

extern "C" __device__ void __assert_fail(const char *message, const char *file, unsigned int line,
                                         const char *function);
__device__ void __trap() __attribute__((noreturn));
__device__ void __brkpt();

#endif
