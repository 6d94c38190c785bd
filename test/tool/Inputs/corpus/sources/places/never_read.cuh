__device__ int hidden(int v) {
  int from;
  asm volatile("shfl.up.b32 %0, %1, 1, 0;" : "=r"(from) : "r"(v));
  asm volatile("shfl.sync.up.b32 %0, %1, 1, 0, -1;" : "=r"(from) : "r"(v));
  return __shfl_down(from, 1);
}
