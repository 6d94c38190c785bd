// What rests on an assumption is told in notes and is no fix: run-clang-tidy -fix applies those of notes, too.
// A check can be told to offer it, in the note.
// RUN: rm -rf %t && mkdir %t && %{kit} && cp %s %t/a.cu
// RUN: %{tidy} --fix-notes --export-fixes=%t/none.yaml %t/a.cu -- %{flags} | %FileCheck %s
// RUN: diff %s %t/a.cu
// RUN: not grep 'ReplacementText: .*coalesced_threads' %t/none.yaml
// RUN: %clang-tidy '--checks=-*,coopify-*' --config='{CheckOptions: {coopify-opportunistic-group.FixUnproven: true}}' --fix %t/a.cu -- %{flags}
// RUN: diff %s %t/a.cu
// RUN: %clang-tidy '--checks=-*,coopify-*' --config='{CheckOptions: {coopify-opportunistic-group.FixUnproven: true}}' --fix-notes %t/a.cu -- %{flags}
// RUN: grep -v '^ *//' %t/a.cu | %FileCheck %s --check-prefix=FIXED

// CHECK: warning: '__ballot' {{.*}} [coopify-opportunistic-group]
// CHECK: note: can be rewritten, assuming block-1d
// CHECK: note: replace {{.*}} with '{{.*}}cg::coalesced_threads()
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
