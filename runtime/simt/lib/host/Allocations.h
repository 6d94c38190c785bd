//===- Allocations.h - memory that the API gave ------------------*- C++ -*-===//
#ifndef COOPIFY_SIMT_HOST_ALLOCATIONS_H
#define COOPIFY_SIMT_HOST_ALLOCATIONS_H

#include <cuda_runtime_api.h>

namespace simt::host {

struct Allocation {
  char *Start = nullptr;
  size_t Size = 0;
  cudaMemoryType Type = cudaMemoryTypeUnregistered;
  unsigned Flags = 0;
  bool IsRegistered = false; ///< The program's own memory, by cudaHostRegister.
};

/// Null where there is not so much. The contents are nobody's: they differ from seed to seed.
void *allocate(size_t Size, cudaMemoryType Type, unsigned Flags = 0);

/// False where it is none that allocate() gave with that type.
bool release(void *Memory, bool IsHost);

void addRegistered(void *Memory, size_t Size, unsigned Flags);
bool removeRegistered(void *Memory);

/// The allocation, or the registered memory, that the address is in; null where there is none.
const Allocation *findAllocation(const void *Address);

size_t totalMemory();
size_t freeMemory();

/// Of cudaDeviceReset: all of the device's is gone.
void releaseAll();

} // namespace simt::host

#endif
