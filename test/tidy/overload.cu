// clang-tidy parses nothing again, and wait(block, 1) would be the template's: what gives a function a
// block is in a note. --fix leaves it alone.
// RUN: rm -rf %t && mkdir %t && %{kit} && cp %s %t/a.cu
// RUN: %{tidy} --fix %t/a.cu -- %{flags} | %FileCheck %s
// RUN: diff %s %t/a.cu

// CHECK: warning: 'wait' hides a block barrier from its callers [coopify-hidden-block-barrier]
// CHECK: note: can be rewritten, if no other function of that name takes a block; 'coopify' compares what each call means
template <typename G, typename T> __device__ void wait(G, T) {}
__device__ void wait(long) { __syncthreads(); }
__global__ void kernel() { wait(1); }
