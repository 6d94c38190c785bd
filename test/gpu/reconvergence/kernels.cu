// Which lanes are together where two branches lead to one place (docs/decisions/0016). Each kernel
// writes the lanes that take part in a vote: row 0 is the place in question, row 1 is behind it.
// nvcc-11.8.ptx is made of it (-arch=compute_60 -ptx); run.py runs that, and says what it means.
#define KERNEL extern "C" __global__ void
#define NOTE(ROW) (out[(ROW) * 32 + threadIdx.x] = vote())
__device__ __forceinline__ unsigned vote() { // __ballot(1), which CUDA 13 has no more
  unsigned mask;
  asm volatile("{ .reg .pred p; setp.ne.u32 p, %1, 0; vote.ballot.b32 %0, p; }" : "=r"(mask) : "r"(1));
  return mask;
}
// What no compiler computes before it must.
__device__ __forceinline__ int late(const int *p) { return *(const volatile int *)p; }

KERNEL orPlain(const int *a, const int *b, unsigned *out) {
  if (a[threadIdx.x] || b[threadIdx.x])
    NOTE(0);
  NOTE(1);
}
KERNEL orLate(const int *a, const int *b, unsigned *out) {
  if (late(a + threadIdx.x) || late(b + threadIdx.x))
    NOTE(0);
  NOTE(1);
}
KERNEL orElse(const int *a, const int *b, unsigned *out) {
  if (late(a + threadIdx.x) || late(b + threadIdx.x))
    NOTE(0);
  else
    out[64 + threadIdx.x] = 7;
  NOTE(1);
}
KERNEL andElse(const int *a, const int *b, unsigned *out) {
  if (!late(a + threadIdx.x) && !late(b + threadIdx.x))
    out[64 + threadIdx.x] = 7;
  else
    NOTE(0);
  NOTE(1);
}
__device__ __noinline__ int called(const int *p) { return late(p) + (late(p) & 4); }
KERNEL orCall(const int *a, const int *b, unsigned *out) {
  if (called(a + threadIdx.x) || called(b + threadIdx.x))
    NOTE(0);
  NOTE(1);
}
// b's work is long, and so is the body: nothing for predicates.
KERNEL orLong(const int *a, const int *b, unsigned *out) {
  int sum = 0;
  if (late(a + threadIdx.x) || ({
        for (int i = 0; i < 9; ++i)
          sum += late(b + (threadIdx.x + i * 32) % 32);
        sum != 0;
      })) {
    NOTE(0);
    for (int i = 0; i < 9; ++i)
      sum += late(a + i);
    out[64 + threadIdx.x] = sum;
  }
  NOTE(1);
}
KERNEL jumps(const int *a, const int *b, unsigned *out) {
  if (late(a + threadIdx.x))
    goto together;
  out[64 + threadIdx.x] = 7;
  if (!late(b + threadIdx.x))
    goto end;
together:
  NOTE(0);
end:
  NOTE(1);
}
KERNEL inLoop(const int *a, const int *b, unsigned *out) {
#pragma unroll 1
  for (int i = 0; i < 3; ++i) {
    if (late(a + threadIdx.x) || late(b + threadIdx.x))
      NOTE(0);
  }
  NOTE(1);
}
// The vote is behind the loop that two breaks leave.
KERNEL breaks(const int *a, const int *b, unsigned *out) {
#pragma unroll 1
  for (int i = 0; i < 9; ++i) {
    if (late(a + threadIdx.x))
      break;
    out[64 + threadIdx.x] = i;
    if (late(b + threadIdx.x))
      break;
  }
  NOTE(0);
  NOTE(1);
}
// A case that others fall into.
KERNEL falls(const int *a, const int *b, unsigned *out) {
  switch (late(a + threadIdx.x) + 2 * late(b + threadIdx.x)) {
  case 1:
    out[64 + threadIdx.x] = late(a);
  case 2:
    out[64 + threadIdx.x] += late(b);
  case 3:
    NOTE(0);
    break;
  default:
    out[64 + threadIdx.x] = 9;
  }
  NOTE(1);
}
// Lanes that leave the kernel are nobody's business: the others are together.
KERNEL leaves(const int *a, const int *b, unsigned *out) {
  if (late(a + threadIdx.x)) {
    out[64 + threadIdx.x] = 7;
    if (late(b + threadIdx.x))
      return;
  }
  NOTE(0);
  NOTE(1);
}
// A `continue` in the else side: the rest of the round is for `a || !b`.
KERNEL skips(const int *a, const int *b, unsigned *out) {
  int sum = 0;
#pragma unroll 1
  for (int i = 0; i < 4; ++i) {
    if (late(a + threadIdx.x)) {
      if (late(b + threadIdx.x))
        sum += late(a + i);
      else
        sum -= late(b + i);
    } else if (late(b + threadIdx.x)) {
      continue;
    }
    NOTE(0);
  }
  out[64 + threadIdx.x] = sum;
  NOTE(1);
}
