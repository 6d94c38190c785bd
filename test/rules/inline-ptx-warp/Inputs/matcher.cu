__device__ int swap(int v) {
  int other;
  asm("shfl.bfly.b32 %0, %1, 1, 0x1f;" : "=r"(other) : "r"(v)); // match
  return other;
}
__device__ int plain(int v) {
  return __shfl(v, 1); // no match
}
