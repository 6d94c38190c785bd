// Parents that wait for their children before they end, or before they launch others. Prints what
// the last child left, and what it has to be.
#include <cstdio>

__global__ void add(int *p, int n, int by) {
  if (threadIdx.x < n)
    p[threadIdx.x] = p[threadIdx.x] * 3 + by;
}

__global__ void twoLevels(int *p, int n) {
  if (threadIdx.x == 0) {
    add<<<1, n>>>(p, n, 1);
    cudaDeviceSynchronize();
    int half = n / 2;
    add<<<1, half>>>(p, half, 2);
    cudaDeviceSynchronize();
  }
  __syncthreads();
}

__global__ void nested(int *p, int n) {
  if (threadIdx.x == 0) {
    twoLevels<<<1, 32>>>(p, n);
    cudaDeviceSynchronize();
    add<<<1, n>>>(p, n, 3);
    cudaDeviceSynchronize();
  }
}

int main() {
  const int n = 64;
  int *p, values[n], wrong = 0;
  cudaMalloc(&p, sizeof values);
  cudaMemset(p, 0, sizeof values);
  nested<<<1, 32>>>(p, n);
  const cudaError_t launched = cudaGetLastError(), ran = cudaDeviceSynchronize();
  cudaMemcpy(values, p, sizeof values, cudaMemcpyDeviceToHost);
  for (int i = 0; i < n; ++i)
    wrong += values[i] != (i < n / 2 ? (1 * 3 + 2) * 3 + 3 : 1 * 3 + 3);
  printf("children: %d wrong, %s, %s\n", wrong, cudaGetErrorName(launched), cudaGetErrorName(ran));
}
