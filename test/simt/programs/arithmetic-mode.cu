// RUN: %simtcc -o %t %s && %t | %FileCheck %s
// What the host has set for its own arithmetic is not the kernels', and is there again after a launch.
// CHECK: kernel 1.000000 2 9.99995e-41
// CHECK-NEXT: kernel 1.000000 2 9.99995e-41
// CHECK-NEXT: host rounds up: 1
#include <cfenv>
#include <cstdio>

__global__ void mode(float Tiny) {
  printf("kernel %f %d %g\n", __fadd_rn(1, Tiny), int(rintf(2.5f)), Tiny * 1e-2f);
}

int main() {
  mode<<<1, 1>>>(1e-38f);
  cudaDeviceSynchronize();
  fesetround(FE_UPWARD);
#ifdef __x86_64__
  fenv_t Flushing;
  fegetenv(&Flushing);
  Flushing.__mxcsr |= 0x8000;
  fesetenv(&Flushing);
#endif
  mode<<<1, 1>>>(1e-38f);
  cudaDeviceSynchronize();
  printf("host rounds up: %d\n", fegetround() == FE_UPWARD);
}
