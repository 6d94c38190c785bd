// How fast the machine is; not a test. With S=test/simt/Inputs/speed.cu:
//   build/bin/simtcc --device-only -o speed.o $S
//   build/bin/simtcc --link -O2 -o speed -x c++ $S -x none speed.o && ./speed
#ifdef __CUDACC__

__global__ void tree(int *In, int *Out) {
  __shared__ int S[256];
  unsigned Id = threadIdx.x;
  for (int Round = 0; Round < 200; ++Round) {
    S[Id] = In[Id] + Round;
    __syncthreads();
    for (unsigned D = blockDim.x / 2; D; D /= 2) {
      if (Id < D)
        S[Id] += S[Id + D];
      __syncthreads();
    }
    Out[Id] += S[0];
    __syncthreads();
  }
}

__global__ void shuffles(int *In, int *Out) {
  int Value = In[threadIdx.x], Sum = 0;
  for (int Round = 0; Round < 200; ++Round)
    for (int D = 16; D; D /= 2)
      Sum += __shfl_down_sync(0xffffffff, Value + Round, D);
  Out[threadIdx.x] = Sum;
}

#else
#include "simt/memory.h"

#include <cstdio>
#include <ctime>

void tree(int *In, int *Out), shuffles(int *In, int *Out);

static int *allocate() {
  void *Made = simt::allocate(1024, simt::Memory::Device, {"cudaMalloc"});
  simt::markWritten(Made, 1024);
  return static_cast<int *>(Made);
}

static void measure(const char *Name, void (*Kernel)(int *, int *), const simt::Config &C) {
  static int *In = allocate(), *Out = allocate();
  std::clock_t Start = std::clock(); // of this process: other work on the machine matters less
  simt::Report R = simt::launch(C, Kernel, 1, 256, 0, In, Out);
  double Took = double(std::clock() - Start) / CLOCKS_PER_SEC;
  static const char *const Policies[] = {"lockstep", "fair", "adversarial"};
  printf("%-8s %-11s seed %d races %d memory %d: %4.1f M steps/s\n", Name,
         Policies[int(C.Schedule)], int(C.Seed), C.CheckRaces, C.CheckMemory, R.Steps / Took / 1e6);
}

int main() {
  for (unsigned Checks : {0, 1, 3}) // races, and memory too
    for (int Schedule = 0; Schedule < 3; ++Schedule)
      for (int Seed = 1; Seed < (Schedule == 2 ? 6 : 2); ++Seed) {
        simt::Config C;
        C.Schedule = simt::Policy(Schedule);
        C.Seed = Seed;
        C.CheckRaces = Checks & 1;
        C.CheckMemory = C.CheckUninitialised = Checks & 2;
        measure("tree", tree, C);
        measure("shuffles", shuffles, C);
      }
}
#endif
