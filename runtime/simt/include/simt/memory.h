//===- memory.h - the memory that kernels may access -------------*- C++ -*-===//
//
// What cudaMalloc and the like stand on: memory with red zones around it, of which the machine
// knows. A launch with Config::CheckMemory finds accesses that hit none of it.
//
//   int *Data = static_cast<int *>(simt::allocate(400, simt::Memory::Device, {"cudaMalloc"}));
//   simt::markWritten(Data, 400); // the host's copy filled it
//   ... simt::launch ...
//   if (auto Wrong = simt::release(Data, simt::Memory::Device, {"cudaFree"}))
//     fputs(Wrong->str().c_str(), stderr);
//
//===----------------------------------------------------------------------===//
#ifndef COOPIFY_SIMT_MEMORY_H
#define COOPIFY_SIMT_MEMORY_H

#include "simt/machine.h"

#include <optional>

namespace simt {

enum class Memory : uint8_t {
  Device,  ///< cudaMalloc's. Only here reads of what nobody wrote are found: the rest the host may
           ///< write without a call.
  Managed, ///< cudaMallocManaged's,
  Pinned,  ///< cudaMallocHost's, cudaHostRegister's.
  Symbol,  ///< A __device__, __constant__ or __managed__ variable.
};

/// Who asks, for reports: a function of the CUDA API, and where the program calls it (an address
/// that the call returns to).
struct Caller {
  const char *Name; ///< Lives as long as the program.
  uintptr_t Place = Finding::Place::Unknown;
};

struct Allocation {
  uintptr_t Address;
  size_t Size;
  Memory What;
  unsigned Number;  ///< Of all but symbols, from 1 on.
  std::string Name; ///< Of a symbol.
  Caller By;
};

/// New memory at a multiple of 256 bytes, as cudaMalloc's is (CUDA guide, device memory accesses),
/// with poison in it and around it. Null if there is none, and for no bytes, which is no error. Its
/// address is never used again.
void *allocate(size_t Size, Memory What, Caller By);

/// Frees what allocate() or registerMemory() gave for that kind of memory. What is wrong with it: a
/// second free, a pointer that is none of those, memory of another kind. Null is no memory, and
/// fine.
std::optional<Finding> release(void *Pointer, Memory What, Caller By);

/// Memory that somebody else made, such as a symbol or what cudaHostRegister is given. The same
/// again replaces it.
void registerMemory(void *Address, size_t Size, Memory What, std::string Name, Caller By);

/// What is wrong with an access of the host's to device memory, as cudaMemcpy makes: bytes outside
/// of an allocation, or of one that was freed. An address that is in none is the caller's to judge:
/// cudaMemcpy's host side is.
std::optional<Finding> checkRange(const void *Address, size_t Size, bool Writes, Caller By);

/// What is wrong with copying these bytes out of device memory: nobody wrote all of them.
std::optional<Finding> checkWritten(const void *Address, size_t Size, Caller By);

/// The host wrote these bytes (cudaMemcpy, cudaMemset), or copied them from other device memory.
void markWritten(void *Address, size_t Size);
void markCopied(void *To, const void *From, size_t Size);

/// The live allocation that holds this address.
std::optional<Allocation> allocationAt(const void *Address);

/// All that are live, symbols left out: at the end of a program, its leaks.
std::vector<Allocation> liveAllocations();

/// What new memory holds depends on it, so that results which depend on that differ.
void seedAllocations(uint64_t Seed);

} // namespace simt

#endif
