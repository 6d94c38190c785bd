//===- block.h - block barriers, fences, printf, assert ----------*- C++ -*-===//
#ifndef COOPIFY_SIMT_PRELUDE_BLOCK_H
#define COOPIFY_SIMT_PRELUDE_BLOCK_H

#include "machine_calls.h"

#ifdef __CUDA_ARCH__
SIMT_DEVICE void __syncthreads() { simt_syncthreads(); }
#else // clang's own there, which nothing calls
extern "C" __device__ void __syncthreads();
#endif
SIMT_DEVICE int __syncthreads_count(int _P) { return simt_syncthreads_reduce(simt_add, _P); }
SIMT_DEVICE int __syncthreads_and(int _P) { return simt_syncthreads_reduce(simt_and, _P); }
SIMT_DEVICE int __syncthreads_or(int _P) { return simt_syncthreads_reduce(simt_or, _P); }
SIMT_DEVICE void __barrier_sync(unsigned Id) { simt_barrier(Id, 0); }
SIMT_DEVICE void __barrier_sync_count(unsigned Id, unsigned Count) { simt_barrier(Id, Count); }

// One block runs at a time, so the scopes are one.
SIMT_DEVICE void __threadfence() { simt_fence(); }
SIMT_DEVICE void __threadfence_block() { simt_fence_block(); }
SIMT_DEVICE void __threadfence_system() { simt_fence(); }
SIMT_DEVICE void __nanosleep(unsigned _Nanoseconds) { simt_sleep(_Nanoseconds); }

SIMT_DEVICE long long clock64() { return simt_clock(); }
SIMT_DEVICE long clock() { return (long)simt_clock(); }

SIMT_DEVICE void __trap() { simt_trap(); }
SIMT_DEVICE void __brkpt() { simt_trap(); }

// Under its own name, so that std::printf of <cstdio> finds it too.
extern "C" __device__ int printf(const char *Format, ...) __asm__("simt_printf");
extern "C" __device__ void *malloc(size_t Size) __asm__("simt_malloc");
extern "C" __device__ void free(void *Memory) __asm__("simt_free");

// The same heap (CUDA guide 10.35: dynamic global memory allocation).
__device__ void *operator new(size_t Size) __asm__("simt_malloc");
__device__ void *operator new[](size_t Size) __asm__("simt_malloc");
__device__ void operator delete(void *Memory) noexcept __asm__("simt_free");
__device__ void operator delete[](void *Memory) noexcept __asm__("simt_free");
__device__ void operator delete(void *Memory, size_t) noexcept __asm__("simt_free");
__device__ void operator delete[](void *Memory, size_t) noexcept __asm__("simt_free");

// Accesses like all others (CUDA guide 10.38 names memcpy and memset; nvcc has memmove too).
extern "C" {
__device__ void *memcpy(void *To, const void *From, size_t Size) __asm__("__tsan_memcpy");
__device__ void *memmove(void *To, const void *From, size_t Size) __asm__("__tsan_memmove");
__device__ void *memset(void *To, int Value, size_t Size) __asm__("__tsan_memset");
}

#include <assert.h>

#endif
