// Where the meaning of legacy code depends on where lanes meet (docs/decisions/0016), the machine can say so.
// RUN: %{semantics} %s --naive=nothing --lockstep=either,both --shapes=64 | %FileCheck %s
// CHECK: 2 kernels: 0 same, 0 differs, 0 complaint, 0 no-evidence, 0 unusable, 2 left
// RUN: %{exits} 1 %{semantics} %s --naive=nothing --lockstep=either,both --shapes=64 \
// RUN:   --joins=post-dominator | %FileCheck %s --check-prefix=STRICT
// STRICT-DAG: differs: either(
// STRICT-DAG: left: both(
__global__ void either(const int *in, int *out) {
  if (in[threadIdx.x] & 1 || in[threadIdx.x + 1] & 1)
    out[threadIdx.x] = __popc(__ballot(1));
  out[threadIdx.x] += 1; // else those for whom the condition is false leave here, and nobody waits for them
}
__global__ void both(const int *in, int *out) {
  if (in[threadIdx.x] & 1 && in[threadIdx.x + 1] & 1)
    out[threadIdx.x] = __popc(__ballot(1));
  out[threadIdx.x] += 1; // else those for whom the condition is false leave here, and nobody waits for them
}
