// A suppressed finding is not rewritten, and takes nothing away from the others.
// RUN: rm -rf %t && mkdir %t && %{kit} && cp %s %t/a.cu
// RUN: %{tidy} --fix %t/a.cu -- %{flags}
// RUN: grep -v '^ *//' %t/a.cu | %FileCheck %s

// CHECK: namespace cg = cooperative_groups;
__global__ void kernel(const int *x, int *out) {
  // CHECK: auto warp = cg::tiled_partition<32>(cg::this_thread_block());
  // CHECK-NEXT: int kept = __any(x[0]); // NOLINT(coopify-legacy-vote): measured
  int kept = __any(x[0]); // NOLINT(coopify-legacy-vote): measured
  // CHECK-NEXT: int found = warp.any(x[1]);
  int found = __any(x[1]);
  out[blockIdx.x] = kept + found;
}
