// One program, twice: with a barrier over blocks of its own, and with grid.sync(), which is
// launched by <<<>>> until coopify has been here. Prints a checksum, and what CUDA says.
#include <cooperative_groups.h>
#include <cstdio>
#include <vector>

namespace cg = cooperative_groups;

__device__ unsigned arrived;

__device__ void homeMade(unsigned goal) {
  __syncthreads();
  if (threadIdx.x == 0) {
    __threadfence();
    atomicAdd(&arrived, 1);
    while (*(volatile unsigned *)&arrived < goal) {
    }
    __threadfence();
  }
  __syncthreads();
}

__device__ void round(unsigned *to, const unsigned *from, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  to[i] = from[(i + 7 * blockDim.x) % n] * 1664525u + from[(i + n - 1) % n] + 1013904223u;
}

__global__ void byHand(unsigned *a, unsigned *b, int rounds, unsigned n) {
  for (int i = 0; i < rounds; ++i) {
    round(i % 2 ? a : b, i % 2 ? b : a, n);
    homeMade((i + 1) * gridDim.x);
  }
}

__global__ void byGroup(unsigned *a, unsigned *b, int rounds, unsigned n) {
  cg::grid_group grid = cg::this_grid();
  round(b, a, n);
  grid.sync();
  for (int i = 1; i < rounds; ++i) {
    round(i % 2 ? a : b, i % 2 ? b : a, n);
    grid.sync();
  }
}

static void report(const char *name, unsigned *a, unsigned n) {
  const cudaError_t launched = cudaGetLastError(), ran = cudaDeviceSynchronize();
  std::vector<unsigned> values(n);
  unsigned sum = 0;
  if (launched == cudaSuccess && ran == cudaSuccess) {
    cudaMemcpy(values.data(), a, n * sizeof(unsigned), cudaMemcpyDeviceToHost);
    for (unsigned v : values)
      sum = sum * 31 + v;
  }
  printf("%s: %08x, %s, %s\n", name, sum, cudaGetErrorName(launched), cudaGetErrorName(ran));
}

int main(int argc, char **argv) {
  const unsigned blocks = argc > 1 ? atoi(argv[1]) : 64, n = blocks * 128;
  const int rounds = 40;
  unsigned *a, *b;
  cudaMalloc(&a, n * sizeof(unsigned));
  cudaMalloc(&b, n * sizeof(unsigned));
  cudaMemset(a, 1, n * sizeof(unsigned));
  if (argc < 3) {
    byHand<<<blocks, 128>>>(a, b, rounds, n);
    report("by hand", a, n);
  }
  cudaMemset(a, 1, n * sizeof(unsigned));
  byGroup<<<blocks, 128>>>(a, b, rounds, n);
  report("by group", a, n);
}
