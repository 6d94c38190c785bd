// RUN: %simtcc --device-only -o %t.o %s && %simtcc --link -o %t.exe -x c++ %s -x none %t.o
// RUN: %not --crash %t.exe access 2>&1 | %FileCheck --check-prefix=ACCESS %s
// RUN: %not --crash %t.exe divide 2>&1 | %FileCheck --check-prefix=DIVIDE %s
// RUN: %not --crash %t.exe overflow 2>&1 | %FileCheck --check-prefix=OVERFLOW %s
//
// A kernel that ends the program says where it was: the place is that of the
// thread's last step, not always that of the fault.
#ifdef __CUDACC__

// ACCESS: simt: bad access in thread 5, after crashes.cu:[[#@LINE+3]]
__global__ void access(int *Out) {
  if (threadIdx.x == 5)
    *(volatile int *)8 = Out[0];
}

// DIVIDE: simt: bad division in thread 5, after crashes.cu:[[#@LINE+2]]
__global__ void divide(int *Out) {
  Out[threadIdx.x] = Out[threadIdx.x] / (5 - (int)threadIdx.x);
}

// OVERFLOW: simt: stack overflow in thread 0, after crashes.cu:[[#@LINE+3]]
__device__ int large(int *Out, int Depth) {
  volatile int Local[8192];
  Local[Depth] = Out[0];
  return Depth < 100 ? large(Out, Depth + 1) + Local[Depth] : 0;
}
__global__ void overflow(int *Out) { Out[0] = large(Out, 0); }

#else
#include "simt/machine.h"

#include <string>

void access(int *), divide(int *), overflow(int *);

int main(int, char **Arguments) {
  int Out[32] = {};
  std::string Which = Arguments[1];
  simt::launch({}, Which == "access" ? access : Which == "divide" ? divide : overflow, 1, 32, 0,
               Out);
}
#endif
