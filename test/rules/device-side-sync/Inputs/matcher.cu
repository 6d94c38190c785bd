__device__ int wait();
__global__ void kernel() {
  cudaDeviceSynchronize(); // match
  wait();                  // no match: another function
}
