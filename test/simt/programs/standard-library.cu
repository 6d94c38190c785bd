// RUN: %{run-program} | %FileCheck %s
// CHECK: all right
//
// Host code has all of the standard library beside kernels, mathematics means the same on both
// sides, and threads may use the API.
#include <chrono>
#include <cstdio>
#include <functional>
#include <map>
#include <memory>
#include <random>
#include <string>
#include <thread>
#include <vector>
using namespace std;

template <class T> __host__ __device__ T both(T X) {
  return pow(X, 2) + std::pow(X, T(3)) + sqrt(X) + abs(X) + max(X, T(1)) + std::abs(X) + floor(X) +
         exp(X) + min(X, T(3)) + fmax(X, T(2)) + ldexp(X, 3);
}

__host__ __device__ unsigned mixed(unsigned X, int Y) { return max(X, Y) + min(Y, X); }

__global__ void kernel(float *Floats, double *Doubles, unsigned *Words) {
  *Floats = both(*Floats);
  *Doubles = both(*Doubles);
  *Words = mixed(*Words, 5);
}

// What takes longer to say in CUDA's names.
__global__ void devices(int *Ok) {
  float Sin, Cos;
  int Exponent;
  sincosf(0, &Sin, &Cos);
  Ok[0] = Sin == 0 && Cos == 1;
  Ok[1] = frexp(8.0, &Exponent) == 0.5 && Exponent == 4;
  Ok[2] = std::isnan(sqrtf(-1.f)) && isinf(1 / (float)*Ok * 0 + INFINITY) && !isinf(1.0);
  Ok[3] = lrintf(2.5f) == 2 && llround(2.5) == 3 && umin(3, 4) == 3 && __fdiv_rn(1, 2) == 0.5f;
  Ok[4] = __umul64hi(1ull << 63, 4) == 2 && __sad(-3, 4, 5) == 12 && max(1u, 2) == 2;
}

struct Base {
  __device__ virtual ~Base() {}
  __device__ virtual int number() const { return 1; }
};
struct Derived : Base {
  __device__ int number() const override { return 2; }
};
__global__ void classes(int *Out) {
  Base *Made = new Derived;
  *Out = Made->number();
  delete Made;
}

// Overloads of <stdlib.h>, which was included before the device had them.
__global__ void integers(int *Out, long long Wide, short Small) {
  int *Memory = (int *)std::malloc(sizeof(int));
  *Memory = std::abs(*Out) + (int)std::abs(-2L) + std::abs(Small);
  *Out = std::abs(Wide) == 1ll << 40 && std::labs(-3) == 3 && std::llabs(-4) == 4 ? *Memory : 0;
  std::free(Memory);
}

template <class T> T *make(T Value) {
  T *Memory;
  cudaMallocManaged(&Memory, 64);
  *Memory = Value;
  return Memory;
}

int main() {
  float *Floats = make(2.25f);
  double *Doubles = make(2.25);
  unsigned *Words = make(7u);
  int *Ok = make(1), *Number = make(0), *Absolute = make(-4);
  kernel<<<1, 1>>>(Floats, Doubles, Words);
  std::thread([=] {
    devices<<<1, 1>>>(Ok);
    classes<<<1, 1>>>(Number);
    integers<<<1, 1>>>(Absolute, -(1ll << 40), -5);
  }).join();
  cudaDeviceSynchronize();
  bool Right = fabs(*Floats - both(2.25f)) < 1e-5 && fabs(*Doubles - both(2.25)) < 1e-12 &&
               *Words == mixed(7, 5) && *Number == 2 && *Absolute == 11;
  for (int I = 0; I < 5; ++I)
    if (!Ok[I])
      Right = false, printf("devices, %d\n", I);
  auto Shared = make_shared<map<string, vector<int>>>();
  (*Shared)["a"].push_back(max(3, 4));
  printf(Right && (*Shared)["a"][0] == 4 ? "all right\n" : "wrong\n");
}
