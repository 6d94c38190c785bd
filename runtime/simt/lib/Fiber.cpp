//===- Fiber.cpp - stacks and switches ------------------------------------===//
#include "Fiber.h"

#include "Thread.h"

#include <cstdio>
#include <cstdlib>
#include <sys/mman.h>

using namespace simt;

namespace {

// An odd number of pages, or else the tops would share a few sets of the caches.
constexpr size_t Page = 4096;
constexpr size_t Stride = StackSize + StackGuard + Page;

// One reservation for all: the system gives memory to the pages that are used.
char *reserve() {
  void *Memory = mmap(nullptr, Stride * MaxThreads * MaxBlocks, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (Memory == MAP_FAILED) {
    perror("simt: stacks");
    abort();
  }
  return static_cast<char *>(Memory);
}

} // namespace

static char *Stacks;

bool simt::isStack(uintptr_t Address) {
  return Stacks && Address - reinterpret_cast<uintptr_t>(Stacks) < Stride * MaxThreads * MaxBlocks;
}

char *simt::stackLow(unsigned Index) {
  if (!Stacks)
    Stacks = reserve();
  // As many guards as there are threads: the system cuts the reservation in two for each.
  static unsigned Guarded = 0;
  for (; Guarded <= Index; ++Guarded)
    mprotect(Stacks + Guarded * Stride, StackGuard, PROT_NONE);
  return Stacks + Index * Stride + StackGuard;
}

Context simt::makeFiber(unsigned Index, void (*Entry)(boost::context::detail::transfer_t)) {
  // The same within a page.
  size_t Shift = (Index % 32) * 2 * 64;
  char *Top = stackLow(Index) + StackSize - Shift;
  return boost::context::detail::make_fcontext(Top, StackSize - Shift, Entry);
}
