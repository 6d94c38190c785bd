// What rests on an assumption is in a note: --fix leaves it alone, --fix-notes makes it.
// RUN: rm -rf %t && mkdir %t && %{kit} && cp %s %t/a.cu
// RUN: %{tidy} --fix %t/a.cu -- %{flags} | %FileCheck %s
// RUN: diff %s %t/a.cu
// RUN: %{tidy} --fix-notes %t/a.cu -- %{flags}
// RUN: grep -v '^ *//' %t/a.cu | %FileCheck %s --check-prefix=FIXED

// CHECK: warning: '__ballot' {{.*}} [coopify-opportunistic-group]
// CHECK: note: can be rewritten, assuming block-1d
// FIXED: namespace cg = cooperative_groups;
// FIXED: {{^}}  auto active = cg::coalesced_threads();
// FIXED-NEXT: {{^}}  int base = 0;
// FIXED-NEXT: {{^}}  if (active.thread_rank() == 0)
__device__ int next(int *counter) {
  unsigned mask = __ballot(1);
  int lane = threadIdx.x & 31;
  int leader = __ffs(mask) - 1;
  int base = 0;
  if (lane == leader)
    base = atomicAdd(counter, __popc(mask));
  base = __shfl(base, leader);
  return base + __popc(mask & ((1u << lane) - 1));
}
__global__ void kernel(int *counter, int *out) {
  if (out[threadIdx.x])
    out[threadIdx.x] = next(counter);
}
