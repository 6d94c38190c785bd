// RUN: %{run-program} | %FileCheck %s
// CHECK: all right
//
// What the device says of itself, and what follows for launches: occupancy, cooperative ones, the
// driver API.
#include <cooperative_groups.h>
#include <cstdio>
#include <cstring>
#include <cuda.h>
namespace cg = cooperative_groups;

static int Failures;
#define EXPECT(CONDITION)                                                                          \
  if (!(CONDITION))                                                                                \
  printf("line %d: %s\n", __LINE__, #CONDITION), ++Failures
#define OK(CALL) EXPECT((CALL) == 0)

__global__ void sums(int *Data, int *Out) {
  __shared__ int Own[64];
  cg::grid_group Grid = cg::this_grid();
  Own[threadIdx.x] = Data[Grid.thread_rank()] = int(Grid.thread_rank());
  Grid.sync();
  if (Grid.thread_rank() == 0)
    for (unsigned I = 0; I < Grid.num_threads(); ++I)
      *Out += Data[I];
}

extern "C" __global__ void byName(int *Out, short Value) { Out[threadIdx.x] = Value; }
__device__ int Global = 12;

static void testProperties() {
  cudaDeviceProp P;
  int Count, Value;
  OK(cudaGetDeviceCount(&Count));
  OK(cudaGetDeviceProperties(&P, 0));
  EXPECT(Count == 1 && P.warpSize == 32 && P.maxThreadsPerBlock == 1024 && P.name[0]);
  OK(cudaDeviceGetAttribute(&Value, cudaDevAttrMultiProcessorCount, 0));
  EXPECT(Value == P.multiProcessorCount);
  OK(cudaDeviceSetLimit(cudaLimitStackSize, 4096));
  size_t Limit;
  OK(cudaDeviceGetLimit(&Limit, cudaLimitStackSize));
  EXPECT(Limit == 4096);
  OK(cudaRuntimeGetVersion(&Value));
  EXPECT(Value == CUDART_VERSION);
  cudaFuncAttributes Attributes;
  OK(cudaFuncGetAttributes(&Attributes, sums));
  EXPECT(Attributes.sharedSizeBytes == 256 && Attributes.maxThreadsPerBlock == 1024);
}

static void testCooperative() {
  int Blocks, Multiprocessors, *Data, *Out;
  OK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&Blocks, sums, 64, 0));
  OK(cudaDeviceGetAttribute(&Multiprocessors, cudaDevAttrMultiProcessorCount, 0));
  const int All = Blocks * Multiprocessors, Threads = All * 64;
  OK(cudaMallocManaged(&Data, Threads * sizeof(int)));
  OK(cudaMallocManaged(&Out, 4));
  *Out = 0;
  void *Arguments[] = {&Data, &Out};
  OK(cudaLaunchCooperativeKernel(sums, All, 64, Arguments, 0, 0));
  OK(cudaDeviceSynchronize());
  EXPECT(*Out == Threads * (Threads - 1) / 2);
  int Grid, Block;
  OK(cudaOccupancyMaxPotentialBlockSize(&Grid, &Block, sums, 0, 0));
  EXPECT(Block == 1024 && Grid == All);
  cudaLaunchAttribute Cooperative;
  Cooperative.id = cudaLaunchAttributeCooperative;
  Cooperative.val.cooperative = 1;
  cudaLaunchConfig_t Config = {2, 32, 0, nullptr, &Cooperative, 1};
  *Out = 0;
  OK(cudaLaunchKernelEx(&Config, sums, Data, Out));
  EXPECT(*Out == 64 * 63 / 2);
}

static void testDriver() {
  CUdevice Device;
  CUcontext Context;
  CUmodule Module;
  CUfunction Function;
  CUdeviceptr Memory, Variable;
  size_t Size;
  OK(cuInit(0));
  OK(cuDeviceGet(&Device, 0));
  OK(cuCtxCreate(&Context, 0, Device));
  OK(cuModuleLoad(&Module, "any.ptx"));
  EXPECT(cuModuleGetFunction(&Function, Module, "noSuchKernel") == CUDA_ERROR_NOT_FOUND);
  OK(cuModuleGetFunction(&Function, Module, "byName"));
  OK(cuMemAlloc(&Memory, 8));
  short Value = 34;
  void *Arguments[] = {&Memory, &Value};
  OK(cuLaunchKernel(Function, 1, 1, 1, 2, 1, 1, 0, nullptr, Arguments, nullptr));
  int Host[2];
  OK(cuMemcpyDtoH(Host, Memory, 8));
  EXPECT(Host[0] == 34 && Host[1] == 34);
  OK(cuModuleGetGlobal(&Variable, &Size, Module, "Global"));
  OK(cuMemcpyDtoH(Host, Variable, Size));
  EXPECT(Size == 4 && Host[0] == 12);
  OK(cuMemFree(Memory));
}

int main() {
  testProperties();
  testCooperative();
  testDriver();
  printf(Failures ? "wrong\n" : "all right\n");
}
