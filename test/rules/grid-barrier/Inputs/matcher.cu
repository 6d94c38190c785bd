__device__ volatile int count;
__global__ void kernel(int n) {
  while (count < n) { } // match
  do { } while (count); // match
  for (int i = 0; i < n; ++i) { } // match: whether it asks memory is the analysis' to say
  if (count) atomicAdd((int *)&count, 1); // no match: no loop
}
