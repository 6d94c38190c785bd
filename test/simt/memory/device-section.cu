// RUN: %{run-simt} 2>&1 | %FileCheck %s
//
// Where variables of the device have a section of their own, all others are the host's.
#ifdef __CUDACC__

#define DEVICE __device__ __attribute__((section("simt_device")))
DEVICE int Counts[4] = {1, 2, 3, 4};
DEVICE int Zero;

// CHECK: device: completed
// CHECK-NEXT: host: host pointer: address 0x{{[0-9a-f]+}} is the host's memory, not the device's
// CHECK-NEXT: thread 0 updates atomically 4 bytes at device-section.cu:[[#@LINE+6]]
// CHECK-NEXT: abandoned
// CHECK-NEXT: constant: completed
// CHECK-NEXT: local: host pointer
__global__ void add(int *Other, const char *Text) {
  if (Other)
    atomicAdd(Other, 1);
  if (Text)
    atomicAdd(&Zero, Counts[1] + Text[0] + "text"[threadIdx.x % 4]);
}

#else
#include "harness.h"

void add(int *Other, const char *Text);
extern int Counts[4];

static int OfTheHost = 1;

static void run(const char *Name, int *Other, const char *Text) {
  Config C;
  C.CheckMemory = true;
  printf("%s: %s", Name, simt::launch(C, add, 1, 32, 0, Other, Text).str().c_str());
}

int main() {
  int Local = 0;
  run("device", Counts, nullptr);
  run("host", &OfTheHost, nullptr);
  run("constant", nullptr, "constant");
  run("local", &Local, nullptr);
}
#endif
