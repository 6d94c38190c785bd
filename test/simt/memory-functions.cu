// RUN: %{run-simt} 2>&1 | %FileCheck %s
//
// memcpy, memmove and memset on the device: accesses like all others.
#ifdef __CUDACC__

#include <cstring>

__global__ void copies(const int *In, int *Out) {
  __shared__ int S[64];
  int *Own = S + threadIdx.x * 2;
  memset(Own, 0xff, 8);
  memcpy(Own, In + threadIdx.x, sizeof(int));
  std::memmove(Own + 1, Own, 4);
  __builtin_memcpy(Out + threadIdx.x * 2, Own, 8);
  __syncthreads();
  if (threadIdx.x == 0)
    memcpy(Out + 64, S, sizeof(S));
}

// Pieces that overlap, and are larger than what is read at once.
__global__ void shifts(int *Out) {
  std::memset(Out, 0, 4);
  for (int I = 0; I < 200; ++I)
    Out[I] = I;
  memmove(Out + 1, Out, 200 * sizeof(int));
}

// In lockstep all read before any writes.
__global__ void swaps(int *Out) {
  memcpy(Out + (threadIdx.x ? 100 : 0), Out + (threadIdx.x ? 0 : 100), 100 * sizeof(int));
}

// CHECK-LABEL: races
// CHECK-NEXT: race: S+0: nothing orders these accesses
// CHECK-NEXT: thread 4 writes at memory-functions.cu:[[#@LINE+6]]
// CHECK-NEXT: thread 40 reads at memory-functions.cu:[[#@LINE+7]]
__global__ void races(int *Out) {
  __shared__ int S[64];
  int *P = S;
  if (threadIdx.x == 4)
    memset(P + 4, 1, 4);
  if (threadIdx.x == 40)
    memcpy(Out, P, sizeof(S));
}

// CHECK-LABEL: outside
// CHECK-NEXT: out of shared memory: dynamic+32: beyond the 64 bytes of the launch
__global__ void outside(int *) {
  extern __shared__ int Dynamic[];
  memset(Dynamic + 8, 0, 33);
}

#else
#include "harness.h"

void copies(const int *, int *), shifts(int *), swaps(int *), races(int *), outside(int *);

int main() {
  std::vector<int> In(32), Out(300);
  for (int I = 0; I < 32; ++I)
    In[I] = I * 3 + 1;
  for (const Config &C : schedules(20)) {
    Out.assign(300, 0);
    ok(simt::launch(C, copies, 1, 32, 0, In.data(), Out.data()), "copies");
    for (int I = 0; I < 128; ++I)
      equal(Out[I], In[I / 2 % 32], "copies");
    ok(simt::launch(C, shifts, 1, 1, 0, Out.data()), "shifts");
    for (int I = 0; I < 201; ++I)
      equal(Out[I], I ? I - 1 : 0, "shifts");
  }
  for (int I = 0; I < 200; ++I)
    Out[I] = I;
  ok(simt::launch(lockstep(), swaps, 1, 2, 0, Out.data()), "swaps");
  for (int I = 0; I < 200; ++I)
    equal(Out[I], (I + 100) % 200, "swaps");
  printf("races\n%s", simt::launch(lockstep(), races, 1, 64, 0, Out.data()).str().c_str());
  printf("outside\n%s", simt::launch(lockstep(), outside, 1, 1, 64, Out.data()).str().c_str());
  return finish(); // CHECK: all equal
}
#endif
