// RUN: env SIMT_CHECK=races sh -c '%{run-program}' | %FileCheck %s
// CHECK: all right
//
// Memory of all kinds, copies of all shapes, streams and events.
#include <cstdio>
#include <cstring>

static int Failures;
#define EXPECT(CONDITION)                                                                          \
  if (!(CONDITION))                                                                                \
  printf("line %d: %s\n", __LINE__, #CONDITION), ++Failures
#define OK(CALL) EXPECT((CALL) == cudaSuccess)

__device__ int Table[8];

__global__ void increment(int *Data, int Count) {
  int I = blockIdx.x * blockDim.x + threadIdx.x;
  if (I < Count)
    Data[I] += 1;
}

static void testKinds() {
  int *Device, *Managed, *Pinned, *Mapped, *Own = new int[8](), *OfOwn;
  OK(cudaMalloc(&Device, 32));
  OK(cudaMallocManaged(&Managed, 32));
  OK(cudaMallocHost(&Pinned, 32));
  OK(cudaHostAlloc(&Mapped, 32, cudaHostAllocMapped));
  OK(cudaHostRegister(Own, 32, cudaHostRegisterMapped));
  OK(cudaHostGetDevicePointer(&OfOwn, Own, 0));
  increment<<<1, 8>>>(OfOwn, 8);
  OK(cudaDeviceSynchronize());
  EXPECT(Own[7] == 1);
  OK(cudaMemcpy(Device, Own, 32, cudaMemcpyHostToDevice));
  OK(cudaMemcpy(Managed, Device, 32, cudaMemcpyDefault));
  OK(cudaMemcpyAsync(Pinned, Device, 32, cudaMemcpyDeviceToHost));
  EXPECT(Managed[7] == 1 && Pinned[7] == 1);
  cudaPointerAttributes Attributes;
  OK(cudaPointerGetAttributes(&Attributes, Managed + 3));
  EXPECT(Attributes.type == cudaMemoryTypeManaged);
  OK(cudaPointerGetAttributes(&Attributes, &Failures));
  EXPECT(Attributes.type == cudaMemoryTypeUnregistered);
  OK(cudaFree(Device));
  OK(cudaFree(Managed));
  OK(cudaFreeHost(Pinned));
  OK(cudaFreeHost(Mapped));
  OK(cudaHostUnregister(Own));
  delete[] Own;
}

static void testShapes() {
  char *Device, Host[6][10], Back[6][10];
  size_t Pitch;
  OK(cudaMallocPitch(&Device, &Pitch, 10, 6));
  EXPECT(Pitch >= 10 && Pitch % 256 == 0);
  memset(Back, 0, sizeof Back);
  for (int I = 0; I < 60; ++I)
    Host[I / 10][I % 10] = char(I);
  OK(cudaMemcpy2D(Device, Pitch, Host, 10, 10, 6, cudaMemcpyHostToDevice));
  OK(cudaMemset2D(Device + 2, Pitch, 77, 3, 6));
  OK(cudaMemcpy2D(Back, 10, Device, Pitch, 9, 6, cudaMemcpyDeviceToHost));
  EXPECT(Back[5][1] == 51 && Back[5][2] == 77 && Back[5][5] == 55 && Back[5][9] == 0);
  EXPECT(cudaMemcpy2D(Back, 10, Device, Pitch, 11, 6, cudaMemcpyDeviceToHost) ==
         cudaErrorInvalidPitchValue);
  cudaPitchedPtr Volume;
  const cudaExtent Extent = make_cudaExtent(10, 3, 2);
  OK(cudaMalloc3D(&Volume, Extent));
  cudaMemcpy3DParms Copy = {};
  Copy.srcPtr = make_cudaPitchedPtr(Host, 10, 10, 3);
  Copy.dstPtr = Volume;
  Copy.extent = Extent;
  Copy.kind = cudaMemcpyHostToDevice;
  OK(cudaMemcpy3D(&Copy));
  EXPECT(((char *)Volume.ptr)[(3 + 2) * Volume.pitch + 4] == 54);
}

static void testSymbols() {
  int Values[8] = {0, 1, 2, 3, 4, 5, 6, 7}, Back[2], *Address;
  size_t Size;
  OK(cudaMemcpyToSymbol(Table, Values, sizeof Values));
  OK(cudaGetSymbolAddress((void **)&Address, Table));
  OK(cudaGetSymbolSize(&Size, Table));
  EXPECT(Size == 32);
  increment<<<1, 4>>>(Address, 4);
  OK(cudaMemcpyFromSymbol(Back, Table, 8, 12));
  EXPECT(Back[0] == 4 && Back[1] == 4);
  OK(cudaMemset(Address, 0, 32));
  OK(cudaMemcpyFromSymbolAsync(Back, Table, 8, 0, cudaMemcpyDeviceToHost, cudaStreamPerThread));
  EXPECT(Back[0] == 0);
}

static void testStreams() {
  cudaStream_t Stream;
  cudaEvent_t Start, End;
  int *Data, Called = 0;
  const int Count = 5000;
  OK(cudaMallocManaged(&Data, Count * sizeof(int)));
  OK(cudaMemset(Data, 0, Count * sizeof(int)));
  OK(cudaStreamCreate(&Stream));
  OK(cudaEventCreate(&Start));
  OK(cudaEventCreateWithFlags(&End, cudaEventDefault));
  OK(cudaEventRecord(Start, Stream));
  increment<<<Count / 2, 2, 0, Stream>>>(Data, Count); // thousands of blocks
  OK(cudaStreamWaitEvent(nullptr, Start, 0));
  OK(cudaLaunchHostFunc(Stream, [](void *Data) { ++*static_cast<int *>(Data); }, &Called));
  OK(cudaEventRecord(End, Stream));
  OK(cudaEventSynchronize(End));
  OK(cudaStreamSynchronize(Stream));
  float Time = -1;
  OK(cudaEventElapsedTime(&Time, Start, End));
  EXPECT(Time > 0 && Called == 1 && Data[0] == 1 && Data[Count - 1] == 1);
  OK(cudaStreamQuery(Stream));
  OK(cudaStreamDestroy(Stream));
  EXPECT(cudaStreamSynchronize(Stream) == cudaErrorInvalidResourceHandle);
  cudaGetLastError();
}

int main() {
  size_t Free, FreeAtEnd, Total;
  OK(cudaMemGetInfo(&Free, &Total));
  testKinds();
  OK(cudaMemGetInfo(&FreeAtEnd, &Total));
  EXPECT(Free == FreeAtEnd);
  testShapes();
  testSymbols();
  testStreams();
  OK(cudaDeviceReset());
  OK(cudaMemGetInfo(&FreeAtEnd, &Total));
  EXPECT(Free == FreeAtEnd);
  printf(Failures ? "wrong\n" : "all right\n");
}
