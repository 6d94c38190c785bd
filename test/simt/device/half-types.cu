// RUN: %simtcc -Wall -Wextra -Werror -O1 -arch=sm_80 -o %t.exe %s && %t.exe | %FileCheck %s
// RUN: %simtcc -std=c++11 -D__CUDA_NO_HALF_OPERATORS__ -D__CUDA_NO_HALF_CONVERSIONS__ -D__CUDA_NO_HALF2_OPERATORS__ -DPLAIN -c -o %t.o %s
// RUN: %simtcc -x c++ -DHOST -c -o %t.o %s
// CHECK: all right
//
// The classes, shuffles and atomics of half precision, and host code against the compiler's own.
#include <cstdio>
#include <cstring>
#include <cuda_bf16.h>
#include <cuda_fp16.h>

#ifdef HOST
float host(float X) { return __half2float(__float2half_rz(X)) + __bfloat162float(__float2bfloat16(X)); }

#elif defined(PLAIN)
// A program that has its own operators, as PyTorch has.
struct Own {
  unsigned short X;
  __device__ Own(float V) : X(__half_raw(__float2half(V)).x) {}
};
__device__ __half operator+(const __half &A, const __half &B) { return __hadd(A, B); }
__global__ void plain(__half *A) { *A = *A + __float2half(Own(1).X); }

#else
static int Failures;
#define EXPECT(CONDITION)                                                                          \
  if (!(CONDITION))                                                                                \
  printf("line %d: %s\n", __LINE__, #CONDITION), ++Failures

template <class T, class T2> __global__ void warps(T *Ones, T2 *Twos, T *Sum, T2 *Sums) {
  const int I = threadIdx.x;
  T One = T(float(I));
  T2 Two = T2(One, T(I + 0.5f));
  Ones[I] = __shfl_down(__shfl_xor_sync(0xffffffff, One, 3), 1);
  Twos[I] = __shfl_up_sync(0xffffffff, __shfl(Two, I ^ 1), 2);
  atomicAdd(Sum, One);
  atomicAdd(Sums, Two);
  One = __ldg(Ones + I), One += T(1), ++One, One = -One;
  __stcg(Ones + I, One);
}

template <class T, class T2> static void testWarps(float Total, float Half) {
  T *Ones, *Sum;
  T2 *Twos, *Sums;
  cudaMallocManaged(&Ones, 32 * sizeof(T));
  cudaMallocManaged(&Twos, 32 * sizeof(T2));
  cudaMallocManaged(&Sum, sizeof(T));
  cudaMallocManaged(&Sums, sizeof(T2));
  *Sum = 0.0f, *Sums = T2(T(0), T(0.5));
  warps<<<1, 32>>>(Ones, Twos, Sum, Sums);
  EXPECT(!cudaDeviceSynchronize());
  for (int I = 0; I < 31; ++I)
    EXPECT(float(Ones[I]) == -float(((I + 1) ^ 3) + 2));
  for (int I = 2; I < 32; ++I)
    EXPECT(float(Twos[I].x) == ((I - 2) ^ 1) && float(Twos[I].y) == ((I - 2) ^ 1) + 0.5f);
  EXPECT(float(*Sum) == Total && float(Sums->x) == Total && float(Sums->y) == Half);
}

static __half halfOf(unsigned Bits) { return __ushort_as_half((unsigned short)Bits); }
static bool isSame(__half A, _Float16 B) {
  unsigned short Bits;
  memcpy(&Bits, &B, 2);
  return B == B ? __half_as_ushort(A) == Bits : __half_as_ushort(A) == 0x7fff;
}
static _Float16 plain(__half A) {
  _Float16 B;
  memcpy(&B, &A, 2);
  return B;
}

// All halves, and pairs with some others. The compiler rounds each operation once.
static void testHost() {
  unsigned Wrong = 0;
  for (unsigned A = 0; A < 65536; ++A) {
    const __half X = halfOf(A), Y = halfOf(A * 40503 + 1), Z = halfOf(A * 30029 + 77);
    const _Float16 P = plain(X), Q = plain(Y), R = plain(Z);
    Wrong += !isSame(X + Y, P + Q) + !isSame(X - Y, P - Q) + !isSame(X * Y, P * Q);
    Wrong += !isSame(X / Y, P / Q);
    Wrong += !isSame(__hfma(X, Y, Z), _Float16(__float128(P) * __float128(Q) + __float128(R)));
    Wrong += P == P && (float(X) != float(P) || !isSame(__float2half(float(P)), P));
    Wrong += (X < Y) != (P < Q) || (X != Y) != (P != Q);
  }
  EXPECT(Wrong == 0);
  EXPECT(__half2int_rn(__half(2.5)) == 2 && int(__half(-2.5f)) == -2);
  EXPECT(__half_as_ushort(__float2half_ru(65505.0f)) == 0x7c00);
  EXPECT(__half_as_ushort(__float2half_rz(1e30f)) == 0x7bff);
  EXPECT(__half22float2(make_half2(1, 2)).y == 2 && sizeof(half2) == 4 && alignof(half2) == 4);
}

int main() {
  testWarps<__half, __half2>(496, 512.5f);
  testWarps<__nv_bfloat16, __nv_bfloat162>(492, 512);
  testHost();
  printf(Failures ? "wrong\n" : "all right\n");
}
#endif
