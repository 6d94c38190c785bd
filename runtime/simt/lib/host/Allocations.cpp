//===- Allocations.cpp - memory that the API gave -------------------------===//
#include "host/Allocations.h"

#include "host/Findings.h"
#include "host/Settings.h"
#include "host/streams/Streams.h"

#include <map>
#include <mutex>

using namespace simt::host;

namespace {

constexpr size_t Total = size_t(8) << 30;
// By address.
std::map<const char *, Allocation> &allocations() {
  static std::map<const char *, Allocation> All;
  return All;
}
size_t Used = 0;
std::recursive_mutex Lock; // a program may have several threads

bool countsAsDevice(const Allocation &A) {
  return A.Type == cudaMemoryTypeDevice || A.Type == cudaMemoryTypeManaged;
}

simt::Memory kindOf(cudaMemoryType Type) {
  return Type == cudaMemoryTypeDevice    ? simt::Memory::Device
         : Type == cudaMemoryTypeManaged ? simt::Memory::Managed
                                         : simt::Memory::Pinned;
}

} // namespace

void *simt::host::allocate(size_t Size, cudaMemoryType Type, simt::Caller By, unsigned Flags) {
  std::lock_guard Machine(machineLock());
  std::lock_guard Guard(Lock);
  if (Size > freeMemory())
    return nullptr;
  static const bool IsSeeded = (seedAllocations(settings().MemorySeed), true);
  auto *Memory = IsSeeded ? static_cast<char *>(simt::allocate(Size, kindOf(Type), By)) : nullptr;
  if (!Memory)
    return nullptr;
  allocations()[Memory] = {Memory, Size, Type, Flags};
  Used += countsAsDevice(allocations()[Memory]) ? Size : 0;
  return Memory;
}

bool simt::host::release(void *Memory, bool IsHost, simt::Caller By) {
  std::lock_guard Machine(machineLock());
  std::lock_guard Guard(Lock);
  auto Found = allocations().find(static_cast<char *>(Memory));
  const bool IsThere = Found != allocations().end() && !Found->second.IsRegistered &&
                       (Found->second.Type == cudaMemoryTypeHost) == IsHost;
  const cudaMemoryType Type = IsThere  ? Found->second.Type
                              : IsHost ? cudaMemoryTypeHost
                                       : cudaMemoryTypeDevice;
  if (auto Wrong = simt::release(Memory, kindOf(Type), By))
    tellOfHost(*Wrong);
  if (!IsThere)
    return false;
  Used -= countsAsDevice(Found->second) ? Found->second.Size : 0;
  allocations().erase(Found);
  return true;
}

void simt::host::addRegistered(void *Memory, size_t Size, unsigned Flags, simt::Caller By) {
  std::lock_guard Machine(machineLock());
  std::lock_guard Guard(Lock);
  auto *Start = static_cast<char *>(Memory);
  allocations()[Start] = {Start, Size, cudaMemoryTypeHost, Flags, /*IsRegistered=*/true};
  registerMemory(Memory, Size, simt::Memory::Pinned, "", By);
}

bool simt::host::removeRegistered(void *Memory, simt::Caller By) {
  std::lock_guard Machine(machineLock());
  std::lock_guard Guard(Lock);
  auto Found = allocations().find(static_cast<char *>(Memory));
  if (Found == allocations().end() || !Found->second.IsRegistered)
    return false;
  (void)simt::release(Memory, simt::Memory::Pinned, By);
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

void simt::host::releaseAll(simt::Caller By) {
  std::lock_guard Machine(machineLock());
  std::lock_guard Guard(Lock);
  for (auto Next = allocations().begin(); Next != allocations().end();) {
    const Allocation A = Next++->second;
    if (countsAsDevice(A))
      release(A.Start, false, By);
  }
}
