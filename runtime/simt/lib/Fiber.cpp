//===- Fiber.cpp - stacks and switches ------------------------------------===//
#include "Fiber.h"

#include "Thread.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <sys/mman.h>
#include <vector>
#ifndef __x86_64__
#include <ucontext.h>
#endif

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

#ifdef __x86_64__
// What a call keeps (System V ABI, AMD64 supplement, 3.2.1), then the return: a fiber comes back
// where its predecessor left, which is what the processor predicts of a return.
asm(R"(
  .text
  .globl simt_switch
  .hidden simt_switch
  .type simt_switch, @function
  .p2align 4
simt_switch:
  pushq %rbp
  pushq %rbx
  pushq %r12
  pushq %r13
  pushq %r14
  pushq %r15
  movq %rsp, (%rsi)
  movq %rdi, %rsp
  popq %r15
  popq %r14
  popq %r13
  popq %r12
  popq %rbx
  popq %rbp
  ret
  .size simt_switch, . - simt_switch
)");

static constexpr size_t KeptRegisters = 6;

Context simt::makeFiber(unsigned Level, unsigned Index, void (*Entry)()) {
  // The same within a page.
  size_t Shift = (Index % 32) * 2 * 64;
  auto *Top = reinterpret_cast<uintptr_t *>(stackLow(Level, Index) + StackSize - Shift);
  Top[-1] = 0; // where Entry would return to, which also ends a debugger's list of frames
  Top[-2] = reinterpret_cast<uintptr_t>(Entry);
  for (size_t I = 0; I < KeptRegisters; ++I)
    Top[-3 - ptrdiff_t(I)] = 0;
  return Top - 2 - KeptRegisters;
}
#else
// As the system does it, with a call of the kernel for each switch.
void simt::simt_switch(Context To, Context *From) {
  ucontext_t Here;
  *From = &Here;
  swapcontext(&Here, static_cast<const ucontext_t *>(To));
}

Context simt::makeFiber(unsigned Level, unsigned Index, void (*Entry)()) {
  auto *Made = reinterpret_cast<ucontext_t *>(stackLow(Level, Index) + StackSize) - 1;
  getcontext(Made);
  Made->uc_stack.ss_sp = stackLow(Level, Index);
  Made->uc_stack.ss_size = reinterpret_cast<char *>(Made) - stackLow(Level, Index);
  Made->uc_link = nullptr;
  makecontext(Made, Entry, 0);
  return Made;
}
#endif
