//===- Fiber.cpp - stacks and switches ------------------------------------===//
#include "Fiber.h"

#include "Thread.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <sys/mman.h>
#include <vector>

using namespace simt;

namespace {

// An odd number of pages, or else the tops would share a few sets of the caches.
constexpr size_t Page = 4096;
constexpr size_t Stride = StackSize + StackGuard + Page;

// One reservation for a level: the system gives memory to the pages that are used.
struct Level {
  char *Stacks = nullptr;
  size_t Size = 0;
  unsigned Guarded = 0;
};

// Only what the host launches has several blocks at once.
Level reserve(bool IsFirst) {
  const size_t Size = Stride * MaxThreads * (IsFirst ? MaxBlocks : 1);
  void *Memory = mmap(nullptr, Size, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (Memory == MAP_FAILED) {
    perror("simt: stacks");
    abort();
  }
  return {static_cast<char *>(Memory), Size, 0};
}

std::vector<Level> Levels;

} // namespace

bool simt::isStack(uintptr_t Address) {
  return std::any_of(Levels.begin(), Levels.end(), [&](const Level &L) {
    return Address - reinterpret_cast<uintptr_t>(L.Stacks) < L.Size;
  });
}

char *simt::stackLow(unsigned Of, unsigned Index) {
  while (Levels.size() <= Of)
    Levels.push_back(reserve(Levels.empty()));
  Level &L = Levels[Of];
  // As many guards as there are threads: the system cuts the reservation in two for each.
  for (; L.Guarded <= Index; ++L.Guarded)
    mprotect(L.Stacks + L.Guarded * Stride, StackGuard, PROT_NONE);
  return L.Stacks + Index * Stride + StackGuard;
}

Context simt::makeFiber(unsigned Level, unsigned Index,
                        void (*Entry)(boost::context::detail::transfer_t)) {
  // The same within a page.
  size_t Shift = (Index % 32) * 2 * 64;
  char *Top = stackLow(Level, Index) + StackSize - Shift;
  return boost::context::detail::make_fcontext(Top, StackSize - Shift, Entry);
}
