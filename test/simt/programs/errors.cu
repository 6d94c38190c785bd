// RUN: env SIMT_KEEP_GOING=1 SIMT_REPORT=%t.report sh -c '%{run-program}' | %FileCheck %s
// RUN: grep -c 'bad free' %t.report
//
// Errors of the API as CUDA returns them: the launch says nothing, cudaGetLastError() does, once.
#include <cstdio>

__global__ void kernel(int *Out) { *Out = 1; }
__global__ void needsShared(int *) {
  extern __shared__ int S[];
  S[threadIdx.x] = 0;
}
int NoSymbol;

static void say(const char *What, cudaError_t Error = cudaGetLastError()) {
  printf("%s: %s (%s)\n", What, cudaGetErrorName(Error), cudaGetErrorString(Error));
}

int main() {
  int *Out, Host[4], Threads = 2000;
  cudaMalloc(&Out, 16);
  // CHECK: threads: cudaErrorInvalidConfiguration (invalid configuration argument)
  kernel<<<1, Threads>>>(Out), say("threads");
  // CHECK-NEXT: again: cudaSuccess (no error)
  say("again");
  // CHECK-NEXT: no blocks: cudaErrorInvalidConfiguration
  kernel<<<0, 1>>>(Out), say("no blocks");
  // CHECK-NEXT: z: cudaErrorInvalidConfiguration
  kernel<<<1, dim3(1, 1, 65)>>>(Out), say("z");
  // CHECK-NEXT: grid y: cudaErrorInvalidConfiguration
  kernel<<<dim3(1, 65536), 1>>>(Out), say("grid y");
  // CHECK-NEXT: shared: cudaErrorInvalidValue (invalid argument)
  needsShared<<<1, 1, 64 * 1024>>>(Out), say("shared");
  // CHECK-NEXT: opted in: cudaSuccess
  cudaFuncSetAttribute(needsShared, cudaFuncAttributeMaxDynamicSharedMemorySize, 64 * 1024);
  needsShared<<<1, 1, 64 * 1024>>>(Out), say("opted in");
  // CHECK-NEXT: too much: cudaErrorInvalidValue
  say("too much", cudaFuncSetAttribute(needsShared, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                       1 << 20));
  // CHECK-NEXT: peek: cudaErrorInvalidValue
  say("peek", cudaPeekAtLastError());
  // CHECK-NEXT: get: cudaErrorInvalidValue
  say("get");
  // CHECK-NEXT: no kernel: cudaErrorInvalidDeviceFunction (invalid device function)
  say("no kernel", cudaLaunchKernel((const void *)&NoSymbol, 1, 1, nullptr, 0, nullptr));
  // CHECK-NEXT: no symbol: cudaErrorInvalidSymbol (invalid device symbol)
  say("no symbol", cudaMemcpyToSymbol(NoSymbol, Host, 4));
  // CHECK-NEXT: beyond: cudaErrorInvalidValue
  say("beyond", cudaMemcpy(Out, Host, 17, cudaMemcpyHostToDevice));
  // CHECK-NEXT: wrong way: cudaErrorInvalidValue
  say("wrong way", cudaMemcpy(Host, Out, 16, cudaMemcpyHostToDevice));
  // CHECK-NEXT: no way: cudaErrorInvalidMemcpyDirection
  say("no way", cudaMemcpy(Host, Out, 16, cudaMemcpyKind(9)));
  // CHECK-NEXT: not ours: cudaErrorInvalidValue
  say("not ours", cudaFree(Host));
  // CHECK-NEXT: pinned: cudaErrorInvalidValue
  say("pinned", cudaFreeHost(Out));
  // CHECK-NEXT: twice: cudaSuccess cudaErrorInvalidValue
  printf("twice: %s ", cudaGetErrorName(cudaFree(Out)));
  printf("%s\n", cudaGetErrorName(cudaFree(Out)));
  // CHECK-NEXT: nothing: cudaSuccess
  say("nothing", cudaFree(nullptr));
  // CHECK-NEXT: all memory: cudaErrorMemoryAllocation (out of memory)
  say("all memory", cudaMalloc(&Out, size_t(1) << 50));
  // CHECK-NEXT: device: cudaErrorInvalidDevice (invalid device ordinal)
  say("device", cudaSetDevice(1));
  // CHECK-NEXT: cooperative: cudaErrorCooperativeLaunchTooLarge
  void *Arguments[] = {&Out};
  say("cooperative",
      cudaLaunchCooperativeKernel((const void *)kernel, 9, 32, Arguments, 0, nullptr));
  // CHECK-NEXT: event: cudaErrorInvalidResourceHandle
  cudaEvent_t Start, End;
  float Time;
  cudaEventCreate(&Start), cudaEventCreate(&End);
  say("event", cudaEventElapsedTime(&Time, Start, End));
}
