// RUN: %{run-simt} | %FileCheck %s --check-prefixes=CHECK,SOURCE
// RUN: %simtcc --device-only --joins=post-dominator -DLANES=32 -o %t.strict.o %s
// RUN: %simtcc --link -o %t.strict.exe -I%S/Inputs -x c++ %s -x none %t.strict.o
// RUN: %t.strict.exe | %FileCheck %s --check-prefixes=CHECK,STRICT
//
// Which lanes are together where two branches lead to one place: all that come to it, as the source
// reads and pre-Volta GPUs do it (docs/decisions/0016), or those that came the same way, if lanes
// that a branch parts join at its immediate post-dominator and nowhere else. The first vote of each
// kernel is at the place, the second behind it.
#ifdef __CUDACC__

#include "../gpu/reconvergence/kernels.cu"

// Nothing here depends on it.
KERNEL structured(const int *a, const int *b, unsigned *out) {
  for (int i = 0; i < 4; ++i) {
    if (a[threadIdx.x]) {
      if (b[threadIdx.x])
        out[64 + threadIdx.x] += i;
      else
        out[64 + threadIdx.x] -= i;
    }
    for (unsigned j = 0; j < threadIdx.x % 3; ++j)
      out[64 + threadIdx.x] += j;
    NOTE(0);
  }
  NOTE(1);
}

#else
#include "harness.h"

#include <set>

// CHECK-LABEL: structured: 0xffffffff; behind: 0xffffffff
// SOURCE-NEXT: orPlain: 0xeeeeeeee; behind: 0xffffffff
// STRICT-NEXT: orPlain: 0x44444444, 0xaaaaaaaa; behind: 0xffffffff
// SOURCE-NEXT: orLate: 0xeeeeeeee; behind: 0xffffffff
// STRICT-NEXT: orLate: 0x44444444, 0xaaaaaaaa; behind: 0xffffffff
// SOURCE-NEXT: orElse: 0xeeeeeeee; behind: 0xffffffff
// STRICT-NEXT: orElse: 0x44444444, 0xaaaaaaaa; behind: 0xffffffff
// SOURCE-NEXT: andElse: 0xeeeeeeee; behind: 0xffffffff
// STRICT-NEXT: andElse: 0x44444444, 0xaaaaaaaa; behind: 0xffffffff
// SOURCE-NEXT: orCall: 0xeeeeeeee; behind: 0xffffffff
// STRICT-NEXT: orCall: 0x44444444, 0xaaaaaaaa; behind: 0xffffffff
// SOURCE-NEXT: orLong: 0xeeeeeeee; behind: 0xffffffff
// STRICT-NEXT: orLong: 0x44444444, 0xaaaaaaaa; behind: 0xffffffff
// SOURCE-NEXT: jumps: 0xeeeeeeee; behind: 0xffffffff
// STRICT-NEXT: jumps: 0x44444444, 0xaaaaaaaa; behind: 0xffffffff
// SOURCE-NEXT: inLoop: 0xeeeeeeee; behind: 0xffffffff
// STRICT-NEXT: inLoop: 0x44444444, 0xaaaaaaaa; behind: 0xffffffff
// CHECK-NEXT: breaks: 0xffffffff; behind: 0xffffffff
// SOURCE-NEXT: falls: 0xeeeeeeee; behind: 0xffffffff
// STRICT-NEXT: falls: 0x22222222, 0x44444444, 0x88888888; behind: 0xffffffff
// CHECK-NEXT: leaves: 0x77777777; behind: 0x77777777
// SOURCE-NEXT: skips: 0xbbbbbbbb; behind: 0xffffffff
// STRICT-NEXT: skips: 0x11111111, 0xaaaaaaaa; behind: 0xffffffff
#define KERNELS(DO)                                                                                \
  DO(structured) DO(orPlain) DO(orLate) DO(orElse) DO(andElse) DO(orCall) DO(orLong) DO(jumps)     \
      DO(inLoop) DO(breaks) DO(falls) DO(leaves) DO(skips)
#define DECLARE(K) extern "C" void K(const int *, const int *, unsigned *);
KERNELS(DECLARE)

static void print(const unsigned *Row) {
  const char *Separator = "";
  for (unsigned Mask : std::set<unsigned>(Row, Row + 32))
    if (Mask) {
      printf("%s0x%08x", Separator, Mask);
      Separator = ", ";
    }
}

static void run(const char *Name, void (*K)(const int *, const int *, unsigned *)) {
  int A[32], B[32];
  for (int I = 0; I < 32; ++I)
    A[I] = I & 1, B[I] = I >> 1 & 1;
  std::vector<unsigned> Out(96);
  ok(simt::launch(lockstep(), K, 1, 32, 0, A, B, Out.data()), Name);
  printf("%s: ", Name);
  print(Out.data());
  printf("; behind: ");
  print(Out.data() + 32);
  printf("\n");
  ok(simt::launch(adversarial(1), K, 1, 32, 0, A, B, Out.data()), Name);
}
#define RUN(K) run(#K, K);

int main() {
  KERNELS(RUN)
  return finish(); // CHECK: all equal
}
#endif
