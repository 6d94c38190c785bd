// RUN: %{run-simt} 2>&1 | %FileCheck %s
// CHECK: all equal
//
// What is kept of a block while others run does not add up, as a grid may have many; and a finding
// says which of them it was.
#ifdef __CUDACC__

__global__ void publish(int *Data, unsigned *Count) {
  Data[threadIdx.x + blockDim.x * (blockIdx.x % 4)] = blockIdx.x / 4;
  __threadfence();
  __syncthreads();
  if (threadIdx.x == 0)
    atomicAdd(Count, 1);
}

// Blocks come to as many barriers as they like; the last one reads what another one wrote.
__global__ void uneven(int *Data, unsigned From) {
  for (unsigned I = 0; I < blockIdx.x * blockIdx.x % 11; ++I)
    __syncthreads();
  if (threadIdx.x == 0)
    Data[blockIdx.x] = 1;
  for (unsigned I = 0; I < blockIdx.x % 3 + blockIdx.x / 15; ++I)
    __syncthreads();
  if (threadIdx.x == 1 && blockIdx.x + 1 == gridDim.x)
    Data[gridDim.x] = Data[From];
}

#else
#include "harness.h"
#include "simt/memory.h"

#include <unistd.h>

void publish(int *Data, unsigned *Count);
void uneven(int *Data, unsigned From);

// Of memory that is in use, in KB. What a launch keeps is there until the next one.
static long used() {
  long All = 0, Resident = 0;
  FILE *Status = fopen("/proc/self/statm", "r");
  check(Status && fscanf(Status, "%ld %ld", &All, &Resident) == 2, "/proc/self/statm is read");
  fclose(Status);
  return Resident * (sysconf(_SC_PAGESIZE) / 1024);
}

int main() {
  const simt::Caller By = {"cudaMalloc"};
  void *Data = simt::allocate(4 * 256 * sizeof(int), simt::Memory::Device, By);
  void *Count = simt::allocate(sizeof(unsigned), simt::Memory::Device, By);
  auto Launch = [&](unsigned Blocks) {
    *static_cast<unsigned *>(Count) = 0;
    Config C = adversarial(3);
    C.CheckMemory = true;
    Report R = simt::launch(C, publish, Blocks, 256, 0, static_cast<int *>(Data),
                            static_cast<unsigned *>(Count));
    check(R.Completed, "a grid of " + std::to_string(Blocks));
    equal(*static_cast<unsigned *>(Count), Blocks, "blocks that came");
  };
  Launch(100);
  const long Before = used();
  Launch(2000); // a row of clocks for each would be 2 MB
  check(used() - Before < 1000, std::to_string(used() - Before) + " KB more");
  Config C;
  C.CheckMemory = true;
  for (unsigned From = 0; From < 40; ++From) {
    Report R = simt::launch(C, uneven, 41, 32, 0, static_cast<int *>(Data), From);
    check(R.Findings.size() == 1 && R.Findings[0].Places[0].Who ==
                                        "thread 0 of block " + std::to_string(From) + " writes",
          "what block " + std::to_string(From) + " wrote is read:\n" + R.str());
  }
  return finish();
}
#endif
