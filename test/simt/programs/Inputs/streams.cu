// NAME wrong|right: small programs that need an order between streams, or between host and streams,
// and twins that have it.
#include <cstdio>
#include <cstring>
#include <thread>

__global__ void fill(int *To, int Value) { To[threadIdx.x] = Value; }
__global__ void add(int *To, const int *From) { To[threadIdx.x] += From[threadIdx.x]; }

static bool Wrong;
static int *A, *B, *Pinned;
static cudaStream_t First, Second, Apart;
static cudaEvent_t Done;
constexpr size_t Bytes = 32 * sizeof(int);

static void show(const int *Memory) { printf("%d %d\n", Memory[0], Memory[31]); }

static void showDevice(const int *Memory) {
  int Host[32];
  cudaMemcpy(Host, Memory, Bytes, cudaMemcpyDeviceToHost);
  show(Host);
}

// What the other stream's kernel writes.
static void kernelOfAnotherStream() {
  fill<<<1, 32, 0, First>>>(A, 1);
  cudaEventRecord(Done, First);
  if (!Wrong)
    cudaStreamWaitEvent(Second, Done, 0);
  cudaMemcpyAsync(B, A, Bytes, cudaMemcpyDeviceToDevice, Second);
  cudaDeviceSynchronize();
  showDevice(B);
}

static void bufferUsedAgain() {
  memset(Pinned, 0, Bytes);
  cudaMemcpyAsync(A, Pinned, Bytes, cudaMemcpyHostToDevice, First);
  if (!Wrong)
    cudaStreamSynchronize(First);
  Pinned[0] = 7;
  cudaStreamSynchronize(First);
  showDevice(A);
}

static void readTooEarly() {
  Pinned[0] = Pinned[31] = 0;
  fill<<<1, 32, 0, First>>>(A, 3);
  cudaMemcpyAsync(Pinned, A, Bytes, cudaMemcpyDeviceToHost, First);
  if (!Wrong)
    cudaStreamSynchronize(First);
  show(Pinned);
}

static void managedReadTooEarly() {
  int *Managed;
  cudaMallocManaged(&Managed, Bytes);
  memset(Managed, 0, Bytes);
  fill<<<1, 32>>>(Managed, 3);
  if (!Wrong)
    cudaDeviceSynchronize();
  show(Managed);
}

// An event stands for what its stream was given before.
static void recordedTooEarly() {
  if (Wrong)
    cudaEventRecord(Done, First);
  fill<<<1, 32, 0, First>>>(A, 5);
  if (!Wrong)
    cudaEventRecord(Done, First);
  cudaStreamWaitEvent(Second, Done, 0);
  add<<<1, 32, 0, Second>>>(B, A);
  cudaDeviceSynchronize();
  showDevice(B);
}

static void waitedForTooEarly() {
  fill<<<1, 32, 0, First>>>(A, 5);
  if (Wrong)
    cudaStreamWaitEvent(Second, Done, 0); // never recorded, so there is nothing to wait for
  cudaEventRecord(Done, First);
  if (!Wrong)
    cudaStreamWaitEvent(Second, Done, 0);
  add<<<1, 32, 0, Second>>>(B, A);
  cudaDeviceSynchronize();
  showDevice(B);
}

static void streamOfItsOwn() {
  const cudaStream_t Stream = Wrong ? Apart : First; // which the default stream waits for
  fill<<<1, 32, 0, Stream>>>(A, 4);
  add<<<1, 32>>>(B, A);
  fill<<<1, 32, 0, Stream>>>(A, 9);
  cudaDeviceSynchronize();
  showDevice(B);
}

// A copy from pageable memory has only been staged when cudaMemcpy() returns.
static void stagedOnly() {
  int Host[32];
  memset(Host, 1, Bytes);
  cudaMemcpy(A, Host, Bytes, cudaMemcpyHostToDevice);
  add<<<1, 32, 0, Wrong ? Apart : First>>>(B, A);
  cudaDeviceSynchronize();
  showDevice(B);
}

static void memsetIsAsynchronous() {
  cudaMemset(A, 1, Bytes);
  if (!Wrong)
    cudaDeviceSynchronize();
  add<<<1, 32, 0, Apart>>>(B, A);
  cudaDeviceSynchronize();
  showDevice(B);
}

static void freedTooEarly() {
  int *Own;
  cudaMallocAsync(&Own, Bytes, First);
  fill<<<1, 32, 0, First>>>(Own, 2);
  cudaEventRecord(Done, First);
  cudaStreamWaitEvent(Second, Done, 0);
  add<<<1, 32, 0, Second>>>(B, Own);
  if (!Wrong)
    cudaEventRecord(Done, Second), cudaStreamWaitEvent(First, Done, 0);
  cudaFreeAsync(Own, First);
  cudaDeviceSynchronize();
  showDevice(B);
}

static void callbackTooLate() {
  static int Told;
  cudaLaunchHostFunc(First, [](void *Data) { *static_cast<int *>(Data) = 6; }, &Told);
  if (!Wrong)
    cudaStreamSynchronize(First);
  printf("%d\n", Told);
}

static void threadsOfTheHost() {
  std::thread Other([] { fill<<<1, 32, 0, First>>>(A, 8), cudaEventRecord(Done, First); });
  Other.join();
  cudaStreamWaitEvent(Second, Wrong ? nullptr : Done, 0);
  add<<<1, 32, 0, Second>>>(B, A);
  cudaDeviceSynchronize();
  showDevice(B);
}

struct Program {
  const char *Name;
  void (*Run)();
};
#define PROGRAM(NAME) {#NAME, NAME}
const Program Programs[] = {
    PROGRAM(kernelOfAnotherStream), PROGRAM(bufferUsedAgain),   PROGRAM(readTooEarly),
    PROGRAM(managedReadTooEarly),   PROGRAM(recordedTooEarly),  PROGRAM(waitedForTooEarly),
    PROGRAM(streamOfItsOwn),        PROGRAM(stagedOnly),        PROGRAM(memsetIsAsynchronous),
    PROGRAM(freedTooEarly),         PROGRAM(callbackTooLate),   PROGRAM(threadsOfTheHost)};

int main(int Count, char **Arguments) {
  Wrong = Count > 2 && !strcmp(Arguments[2], "wrong");
  cudaMalloc(&A, Bytes), cudaMalloc(&B, Bytes), cudaMallocHost(&Pinned, Bytes);
  cudaStreamCreate(&First), cudaStreamCreate(&Second);
  cudaStreamCreateWithFlags(&Apart, cudaStreamNonBlocking);
  cudaEventCreate(&Done);
  cudaMemset(A, 0, Bytes), cudaMemset(B, 0, Bytes);
  cudaDeviceSynchronize();
  for (const Program &P : Programs)
    if (Count > 1 && !strcmp(Arguments[1], P.Name))
      P.Run();
  cudaDeviceReset();
}
