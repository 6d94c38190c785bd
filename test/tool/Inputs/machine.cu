#include <cstdio>
__global__ void sum(int *Data) {
  for (int I = 16; I > 0; I /= 2)
    Data[threadIdx.x] += __shfl_down(Data[threadIdx.x], I);
}
int main() {
  int *Data;
  cudaMallocManaged(&Data, 32 * sizeof(int));
  for (int I = 0; I < 32; ++I)
    Data[I] = I;
  sum<<<1, 32>>>(Data);
  cudaDeviceSynchronize();
  printf("%d\n", Data[0]);
}
