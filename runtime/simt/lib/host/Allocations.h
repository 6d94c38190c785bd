//===- Allocations.h - memory that the API gave ------------------*- C++ -*-===//
#ifndef COOPIFY_SIMT_HOST_ALLOCATIONS_H
#define COOPIFY_SIMT_HOST_ALLOCATIONS_H

#include "simt/memory.h"

#include <cuda_runtime_api.h>

namespace simt::host {

struct Allocation {
  char *Start = nullptr;
  size_t Size = 0;
  cudaMemoryType Type = cudaMemoryTypeUnregistered;
  unsigned Flags = 0;
  bool IsRegistered = false; ///< The program's own memory, by cudaHostRegister.
};

/// Who asks, for findings: in a function of the API.
#define SIMT_API_CALL                                                                              \
  simt::Caller { __func__, reinterpret_cast<uintptr_t>(__builtin_return_address(0)) }

/// Null where there is not so much. The contents are nobody's: they differ from seed to seed.
void *allocate(size_t Size, cudaMemoryType Type, simt::Caller By, unsigned Flags = 0);

/// False, after a finding, where it is none that allocate() gave with that type.
bool release(void *Memory, bool IsHost, simt::Caller By);

void addRegistered(void *Memory, size_t Size, unsigned Flags, simt::Caller By);
bool removeRegistered(void *Memory, simt::Caller By);

/// The allocation, or the registered memory, that the address is in; null where there is none.
const Allocation *findAllocation(const void *Address);

size_t totalMemory();
size_t freeMemory();

/// Of cudaDeviceReset: all of the device's is gone.
void releaseAll(simt::Caller By);

} // namespace simt::host

#endif
