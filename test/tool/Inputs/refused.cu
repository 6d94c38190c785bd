__global__ void rows(const int *length, int *out) {
  int sum = 0;
  for (int i = 0; i < length[threadIdx.x]; ++i) {
    if (i == out[threadIdx.x])
      break;
    sum += __shfl(i, 0);
  }
  out[threadIdx.x] = sum;
}
