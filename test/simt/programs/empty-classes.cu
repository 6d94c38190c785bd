// RUN: %{run-program} -std=c++20 | %FileCheck %s
// CHECK: all right
//
// Objects of classes without members, which clang initialises as it does shared variables: with nothing.
#include <cstdio>

struct Plus {
  __device__ int operator()(int A, int B) const { return A + B; }
};
struct Letter {
  char Value;
};
constexpr Plus Added{};
__device__ Plus OfDevice{};

__global__ void objects(int *Out) {
  Plus Own{};
  static const Plus Kept{};
  auto Next = [](int X) { return X + 1; };
  Out[threadIdx.x] = Own(threadIdx.x, 1) + Kept(1, 1) + Added(2, 2) + OfDevice(3, 3) + Next(4);
}

// The same type to the compiler as an empty class.
__global__ void besideShared(int *Out) {
  __shared__ int S[64];
  __shared__ Letter L;
  __shared__ Plus None;
  if (threadIdx.x == 0)
    L.Value = 'a';
  S[threadIdx.x] = threadIdx.x;
  __syncthreads();
  Plus Own{};
  Out[threadIdx.x] = Own(S[63 - threadIdx.x], L.Value) + None(0, 0);
}

template <class F> __global__ void apply(int *Out, F Function) {
  __shared__ int S[32];
  S[threadIdx.x % 32] = 1;
  F Other{};
  Out[threadIdx.x] = Function(threadIdx.x, 2) + Other(1, 1);
}

int main() {
  int *Out, Wrong = 0;
  cudaMallocManaged(&Out, 64 * sizeof(int));
  auto Check = [&](int First, int Step) {
    if (cudaDeviceSynchronize() != cudaSuccess)
      ++Wrong;
    for (int I = 0; I < 64; ++I)
      Wrong += Out[I] != First + Step * I;
  };
  objects<<<1, 64>>>(Out);
  Check(18, 1);
  besideShared<<<1, 64>>>(Out);
  Check(63 + 'a', -1);
  apply<<<1, 64>>>(Out, Plus());
  Check(4, 1);
  printf(Wrong ? "%d are wrong\n" : "all right\n", Wrong);
}
