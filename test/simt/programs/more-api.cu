// RUN: %{run-program} | %FileCheck %s
// CHECK: all right
//
// Small functions of the API: pools, names, queries, and how kernels were launched once.
#include <cstdio>
#include <cstring>
#include <cuda.h>

static int Failures;
#define EXPECT(CONDITION)                                                                          \
  if (!(CONDITION))                                                                                \
  printf("line %d: %s\n", __LINE__, #CONDITION), ++Failures
#define OK(CALL) EXPECT((CALL) == 0)

__global__ void scale(char Factor, int *Data, double By) {
  Data[threadIdx.x] = int(Data[threadIdx.x] * Factor * By);
}

static void testPools() {
  cudaMemPool_t Pool, Same;
  int *Data, Can = 0;
  unsigned long long Threshold = 1 << 20, Used = 0;
  OK(cudaDeviceGetDefaultMemPool(&Pool, 0));
  OK(cudaDeviceGetMemPool(&Same, 0));
  EXPECT(Pool == Same);
  OK(cudaDeviceSetMemPool(0, Pool));
  OK(cudaMemPoolSetAttribute(Pool, cudaMemPoolAttrReleaseThreshold, &Threshold));
  Threshold = 0;
  OK(cudaMemPoolGetAttribute(Pool, cudaMemPoolAttrReleaseThreshold, &Threshold));
  EXPECT(Threshold == 1 << 20);
  OK(cudaMemPoolGetAttribute(Pool, cudaMemPoolReuseAllowOpportunistic, &Can));
  OK(cudaMallocFromPoolAsync(&Data, 4096, Pool, 0));
  OK(cudaMemPoolGetAttribute(Pool, cudaMemPoolAttrUsedMemCurrent, &Used));
  EXPECT(Used >= 4096);
  OK(cudaFreeAsync(Data, 0));
  OK(cudaMemPoolTrimTo(Pool, 0));
  EXPECT(cudaDeviceGetDefaultMemPool(&Pool, 1) == cudaErrorInvalidDevice);
  cudaGetLastError();
}

static void testOldLaunch() {
  int *Data;
  const char Factor = 3;
  const double By = 2.5;
  OK(cudaMallocManaged(&Data, 8));
  Data[0] = 2, Data[1] = 4;
  OK(cudaConfigureCall(1, 2, 0, 0));
  OK(cudaSetupArgument(Factor, 0));
  OK(cudaSetupArgument(Data, 8));
  OK(cudaSetupArgument(By, 16));
  OK(cudaLaunch(scale));
  OK(cudaDeviceSynchronize());
  EXPECT(Data[0] == 15 && Data[1] == 30);
  OK(cudaConfigureCall(1, 2, 0, 0));
  EXPECT(cudaLaunch(scale) == cudaErrorInvalidValue); // without its arguments
  cudaGetLastError();
}

static void testStreams() {
  cudaStream_t A, B;
  cudaEvent_t Event;
  unsigned long long IdOfA, IdOfB;
  cudaStreamCaptureStatus Status = cudaStreamCaptureStatusActive;
  OK(cudaStreamCreate(&A));
  OK(cudaStreamCreate(&B));
  OK(cudaEventCreate(&Event));
  OK(cudaStreamGetId(A, &IdOfA));
  OK(cudaStreamGetId(B, &IdOfB));
  EXPECT(IdOfA != IdOfB);
  OK(cudaStreamIsCapturing(A, &Status));
  EXPECT(Status == cudaStreamCaptureStatusNone);
  OK(cudaEventRecordWithFlags(Event, A, cudaEventRecordDefault));
  OK(cuStreamWaitEvent(B, Event, 0));
  OK(cuStreamQuery(B));
  OK(cuEventQuery(Event));
  OK(cudaStreamDestroy(A));
  EXPECT(cudaStreamDestroy(A) == cudaErrorInvalidResourceHandle);
  EXPECT(cudaStreamSynchronize(A) == cudaErrorInvalidResourceHandle);
  cudaGetLastError();
}

static void testNames() {
  const char *Name;
  int Device = 5, Devices[] = {0};
  char Bus[16];
  OK(cudaFuncGetName(&Name, scale));
  EXPECT(!strcmp(Name, "_Z5scalecPid"));
  OK(cudaDeviceGetPCIBusId(Bus, sizeof Bus, 0));
  OK(cudaDeviceGetByPCIBusId(&Device, Bus));
  EXPECT(Device == 0);
  OK(cudaSetValidDevices(Devices, 1));
}

static void testMemory() {
  CUdeviceptr A, B;
  void *Host;
  cudaPitchedPtr Volume;
  unsigned char Seen[4] = {};
  OK(cuMemAllocHost(&Host, 4));
  OK(cuMemAlloc(&A, 4));
  OK(cuMemAllocManaged(&B, 4, cudaMemAttachGlobal));
  OK(cuMemsetD8(A, 7, 4));
  OK(cuMemcpyDtoDAsync(B, A, 4, 0));
  OK(cuMemcpyDtoHAsync(Host, B, 4, 0));
  OK(cuCtxSynchronize());
  EXPECT(static_cast<char *>(Host)[3] == 7);
  OK(cuMemsetD8Async(A, 9, 2, 0));
  OK(cuMemcpyDtoH(Seen, A, 4));
  EXPECT(Seen[1] == 9 && Seen[2] == 7);
  OK(cuMemFreeHost(Host));
  OK(cudaMalloc3D(&Volume, make_cudaExtent(16, 2, 2)));
  OK(cudaMemset3DAsync(Volume, 5, make_cudaExtent(16, 2, 2), 0));
  OK(cudaMemcpy(Seen, static_cast<char *>(Volume.ptr) + 3 * Volume.pitch + 12, 4,
                cudaMemcpyDeviceToHost));
  EXPECT(Seen[0] == 5 && Seen[3] == 5);
}

// Signatures of CUDA 13, and those of before.
static void testSignatures() {
  int *Managed, *Device;
  cudaMemLocation Here = {cudaMemLocationTypeDevice, 0};
  const cudaMemLocation Host = {cudaMemLocationTypeHost, 0};
  OK(cudaMallocManaged(&Managed, 64));
  OK(cudaMalloc(&Device, 64));
  Here.id = 0;
  OK(cudaMemPrefetchAsync(Managed, 64, Here, 0));
  OK(cudaMemPrefetchAsync(Managed, 64, Host, 0, cudaStreamPerThread));
  OK(cudaMemPrefetchAsync(Managed, 64, 0));
  OK(cudaMemPrefetchAsync(Managed, 64, cudaCpuDeviceId, 0));
  OK(cudaMemAdvise(Managed, 64, cudaMemAdviseSetReadMostly, Here));
  OK(cudaMemAdvise(Managed, 64, cudaMemAdviseSetReadMostly, 0));
  EXPECT(cudaMemPrefetchAsync(Device, 64, Here, 0) == cudaErrorInvalidValue);
  EXPECT(cudaMemAdvise(Device, 64, cudaMemAdviseSetReadMostly, Host) == cudaErrorInvalidValue);
  cudaGetLastError();
  CUcontext Context;
  OK(cuCtxCreate(&Context, nullptr, 0, 0));
  OK(cuCtxCreate(&Context, 0, 0));
}

int main() {
  testSignatures();
  testPools();
  testOldLaunch();
  testStreams();
  testNames();
  testMemory();
  printf(Failures ? "wrong\n" : "all right\n");
}
