// Says in a file who it is, then takes its time.
#include <cstdio>
#include <unistd.h>
__global__ void k(int *p) { p[threadIdx.x] = __shfl(p[threadIdx.x], 0); }
int main() {
  int *p;
  cudaMallocManaged(&p, 256);
  k<<<1, 32>>>(p);
  cudaDeviceSynchronize();
  if (FILE *f = fopen(".process", "w")) {
    fprintf(f, "%d\n", getpid());
    fclose(f);
  }
  sleep(60);
}
