__device__ unsigned lanes() {
  unsigned lane = threadIdx.x & 31; // match
  lane += threadIdx.x % 32;         // match
  asm("mov.u32 %0, %%laneid;" : "=r"(lane)); // match
  return lane;
}
__device__ unsigned others() {
  unsigned warp = threadIdx.x / 32; // no match
  warp &= 31;                       // no match: no value that is asked for
  return warp << 5;                 // no match
}
