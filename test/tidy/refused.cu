// A refusal is a warning without a fix, with the line that stands in the way.
// RUN: rm -rf %t && mkdir %t && %{kit} && cp %s %t/a.cu
// RUN: %{tidy} --fix-notes %t/a.cu -- %{flags} | %FileCheck %s
// RUN: diff %s %t/a.cu

__global__ void kernel(const int *length, const int *x, int *out) {
  int sum = 0;
  // CHECK: a.cu:[[# @LINE + 6]]:12: warning: '__shfl' {{.*}} [coopify-legacy-shuffle]
  // CHECK: a.cu:[[# @LINE + 2]]:19: note: not rewritten (divergent):
  // CHECK-NOT: warning:
  for (int i = 0; i < length[threadIdx.x]; ++i) {
    if (x[i] == 3)
      break;
    sum += __shfl(x[i], i & 31);
  }
  out[threadIdx.x] = sum;
}

// A user's function of the same name is none of our business.
__device__ double __shfl(double x, double lane) { return x + lane; }
__global__ void user(double *x) { *x = __shfl(*x, 2.0); }
