//===- Allocations.cpp - memory that the API gave -------------------------===//
#include "host/Allocations.h"

#include "Thread.h"
#include "host/Settings.h"

#include <cstdlib>
#include <cstring>
#include <map>
#include <mutex>

using namespace simt::host;

namespace {

constexpr size_t Total = size_t(8) << 30;
constexpr size_t Alignment = 512; // CUDA guide 5.3.2: at least 256 bytes
// Beyond that much the system's zeros stay: nobody should wait for pages that are never used.
constexpr size_t MostPoisoned = size_t(256) << 20;

// By address.
std::map<const char *, Allocation> &allocations() {
  static std::map<const char *, Allocation> All;
  return All;
}
size_t Used = 0;
std::recursive_mutex Lock; // a program may have several threads

void poison(char *Memory, size_t Size) {
  const uint64_t Bits = simt::mix(settings().Machine.Seed ^ Size);
  for (size_t I = 0; I + 8 <= Size; I += 8)
    memcpy(Memory + I, &Bits, 8);
}

bool countsAsDevice(const Allocation &A) {
  return A.Type == cudaMemoryTypeDevice || A.Type == cudaMemoryTypeManaged;
}

} // namespace

void *simt::host::allocate(size_t Size, cudaMemoryType Type, unsigned Flags) {
  std::lock_guard Guard(Lock);
  if (Size > freeMemory())
    return nullptr;
  const size_t Rounded = (Size + Alignment - 1) / Alignment * Alignment;
  auto *Memory = static_cast<char *>(aligned_alloc(Alignment, Rounded));
  if (!Memory)
    return nullptr;
  if (Rounded <= MostPoisoned)
    poison(Memory, Rounded);
  allocations()[Memory] = {Memory, Size, Type, Flags};
  Used += countsAsDevice(allocations()[Memory]) ? Size : 0;
  return Memory;
}

bool simt::host::release(void *Memory, bool IsHost) {
  std::lock_guard Guard(Lock);
  auto Found = allocations().find(static_cast<char *>(Memory));
  if (Found == allocations().end() || Found->second.IsRegistered ||
      (Found->second.Type == cudaMemoryTypeHost) != IsHost)
    return false;
  Used -= countsAsDevice(Found->second) ? Found->second.Size : 0;
  allocations().erase(Found);
  free(Memory);
  return true;
}

void simt::host::addRegistered(void *Memory, size_t Size, unsigned Flags) {
  std::lock_guard Guard(Lock);
  auto *Start = static_cast<char *>(Memory);
  allocations()[Start] = {Start, Size, cudaMemoryTypeHost, Flags, /*IsRegistered=*/true};
}

bool simt::host::removeRegistered(void *Memory) {
  std::lock_guard Guard(Lock);
  auto Found = allocations().find(static_cast<char *>(Memory));
  if (Found == allocations().end() || !Found->second.IsRegistered)
    return false;
  allocations().erase(Found);
  return true;
}

const Allocation *simt::host::findAllocation(const void *Address) {
  std::lock_guard Guard(Lock);
  const char *At = static_cast<const char *>(Address);
  auto Next = allocations().upper_bound(At);
  if (Next == allocations().begin())
    return nullptr;
  const Allocation &A = std::prev(Next)->second;
  return At < A.Start + A.Size ? &A : nullptr;
}

size_t simt::host::totalMemory() { return Total; }
size_t simt::host::freeMemory() { return Total - Used; }

void simt::host::releaseAll() {
  std::lock_guard Guard(Lock);
  for (auto Next = allocations().begin(); Next != allocations().end();) {
    const Allocation A = Next++->second;
    if (countsAsDevice(A))
      release(A.Start, false);
  }
}
