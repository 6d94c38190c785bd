__global__ void anyPositive(const int *x, int *out) {
  int found = __any(x[threadIdx.x] > 0);
  if (threadIdx.x == 0)
    *out = found;
}
