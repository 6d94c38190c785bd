// Every rule finds and fixes in clang-tidy what it does in coopify; what several fixes need
// (include, handle) is made once.
// RUN: rm -rf %t && mkdir %t && %{kit} && cp %s %t/a.cu
// RUN: %{tidy} %t/a.cu -- %{flags} | %FileCheck %s --check-prefix=FOUND
// RUN: %{tidy} --fix %t/a.cu -- %{flags}
// RUN: grep -v '^//' %t/a.cu | %FileCheck %s --check-prefix=FIXED
// RUN: %{tidy} %t/a.cu -- %{flags} | %FileCheck %s --check-prefix=AGAIN --allow-empty

// FIXED: #include <cooperative_groups.h>
// FIXED: namespace cg = cooperative_groups;
// FIXED-NOT: namespace cg

// FOUND: a.cu:[[# @LINE + 5]]:15: warning: '__any' {{.*}} [coopify-legacy-vote]
// FOUND: note: all 32 lanes of the warp reach this point together
// FOUND: a.cu:[[# @LINE + 4]]:{{[0-9]+}}: warning: '__shfl_down' {{.*}} [coopify-legacy-shuffle]
// AGAIN-NOT: coopify-legacy
__global__ void kernel(const int *x, int *out) {
  int found = __any(x[blockIdx.x] > 0);
  found += __shfl_down(found, 1);
  out[blockIdx.x] = found;
}
// FIXED:      __global__ void kernel(const int *x, int *out) {
// FIXED-NEXT:   auto warp = cg::tiled_partition<32>(cg::this_thread_block());
// FIXED-NEXT:   int found = warp.any(x[blockIdx.x] > 0);
// FIXED-NEXT:   found += warp.shfl_down(found, 1);
