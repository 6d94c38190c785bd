__global__ void twice(int *x) { x[threadIdx.x] *= 2; }
