//===- Hooks.cpp - what the TSan pass and our own pass call --------------===//
//
// No TSan runtime is linked: these are its entry points, as scheduling points.
//
//===----------------------------------------------------------------------===//
#include "Machine.h"

#include <cstring>
#include <vector>

using namespace simt;

#define HERE reinterpret_cast<uintptr_t>(__builtin_return_address(0))

// Nobody else sees a thread's stack, so an access to it is no point. Code that
// runs outside of a launch (an initialiser) has no thread.
static inline void access(void *Address, size_t Size, Access How, uintptr_t Place,
                          int MemoryOrder = __ATOMIC_RELAXED) {
  Thread *T = TheMachine.Current;
  uintptr_t A = reinterpret_cast<uintptr_t>(Address);
  if (!T || A - reinterpret_cast<uintptr_t>(T->StackLow) < StackSize)
    return;
  TheMachine.access(A, Size, How, Place, MemoryOrder);
}

// Loads and stores are at a multiple of their size (CUDA guide, size and alignment requirement);
// what the compiler knows to be at others it makes of smaller ones.
static inline void checkAligned(volatile void *Address, size_t Size, Access How, uintptr_t Place) {
  const uintptr_t A = reinterpret_cast<uintptr_t>(Address);
  if (__builtin_expect(A % (Size == 16 ? 8 : Size) != 0, false) && TheMachine.Current)
    TheMachine.misaligned(A, Size, How, Place);
}

#define HOOK(NAME, SIZE, HOW)                                                                      \
  extern "C" void __tsan_##NAME(void *Address) { access(Address, SIZE, Access::HOW, HERE); }
#define ALIGNED_HOOK(NAME, SIZE, HOW)                                                              \
  extern "C" void __tsan_##NAME(void *Address) {                                                   \
    checkAligned(Address, SIZE, Access::HOW, HERE);                                                \
    access(Address, SIZE, Access::HOW, HERE);                                                      \
  }
#define HOOKS(SIZE)                                                                                \
  ALIGNED_HOOK(read##SIZE, SIZE, Read)                                                             \
  ALIGNED_HOOK(write##SIZE, SIZE, Write)                                                           \
  HOOK(unaligned_read##SIZE, SIZE, Read)                                                           \
  HOOK(unaligned_write##SIZE, SIZE, Write)                                                         \
  ALIGNED_HOOK(volatile_read##SIZE, SIZE, VolatileRead)                                            \
  ALIGNED_HOOK(volatile_write##SIZE, SIZE, VolatileWrite)                                          \
  HOOK(unaligned_volatile_read##SIZE, SIZE, VolatileRead)                                          \
  HOOK(unaligned_volatile_write##SIZE, SIZE, VolatileWrite)
HOOKS(1)
HOOKS(2)
HOOKS(4)
HOOKS(8)
HOOKS(16)

extern "C" void __tsan_init() {}
// Tables of virtual functions do not change.
extern "C" void __tsan_vptr_read(void **) {}
extern "C" void __tsan_vptr_update(void **, void *) {}

extern "C" void __tsan_read_range(void *Address, size_t Size) {
  access(Address, Size, Access::CopyRead, HERE);
}
extern "C" void __tsan_write_range(void *Address, size_t Size) {
  access(Address, Size, Access::Write, HERE);
}

extern "C" void *__tsan_memcpy(void *To, const void *From, size_t Size) {
  access(const_cast<void *>(From), Size, Access::CopyRead, HERE);
  char Few[256];
  std::vector<char> Many(Size > sizeof Few ? Size : 0);
  // All reads of a step come before its writes.
  void *Copy = memcpy(Many.empty() ? Few : Many.data(), From, Size);
  access(To, Size, Access::Write, HERE + 1);
  return memcpy(To, Copy, Size);
}
extern "C" void *__tsan_memmove(void *To, const void *From, size_t Size) {
  return __tsan_memcpy(To, From, Size);
}
extern "C" void *__tsan_memset(void *To, int Value, size_t Size) {
  access(To, Size, Access::Write, HERE);
  return memset(To, Value, Size);
}

extern "C" void __tsan_func_entry(void *Return) {
  Thread *T = TheMachine.Current;
  if (!T)
    return;
  if (T->Depth == MaxFrames) {
    TheMachine.reportHere(Kind::CallDepth,
                          "calls deeper than " + std::to_string(MaxFrames) + " frames");
    TheMachine.abandon();
  }
  enterFrame(*T, reinterpret_cast<uintptr_t>(Return));
}

extern "C" void __tsan_func_exit() {
  if (Thread *T = TheMachine.Current; T && T->Depth)
    leaveFrame(*T);
}

// --- SimtPass ----------------------------------------------------------------

extern "C" void simt_loop_head(uint32_t Depth, uint32_t Number) {
  if (!TheMachine.Current)
    return;
  enterRound(*TheMachine.Current, Depth, Number);
  TheMachine.countRound();
  TheMachine.Meant.endRound(*TheMachine.Current);
}

extern "C" void simt_loop_exit(uint32_t Depth) {
  if (!TheMachine.Current)
    return;
  leaveLoops(*TheMachine.Current, Depth);
  TheMachine.Meant.endRound(*TheMachine.Current);
}

extern "C" void simt_branch(uint32_t Join) {
  if (TheMachine.Current)
    branch(*TheMachine.Current, Join);
}

extern "C" void simt_enter(uint32_t Block) {
  if (TheMachine.Current)
    enterBlock(*TheMachine.Current, Block);
}

// --- __atomic builtins, __nv_atomic and std::atomic_ref ----------------------

static void atomicAccess(void *Address, size_t Size, Access How, uintptr_t Place, int MemoryOrder) {
  checkAligned(Address, Size, How, Place);
  access(Address, Size, How, Place, MemoryOrder);
}

#define ATOMIC_HOOKS(BITS, T)                                                                      \
  extern "C" T __tsan_atomic##BITS##_load(const volatile T *A, int MemoryOrder) {                  \
    atomicAccess(const_cast<T *>(A), sizeof(T), Access::VolatileRead, HERE, MemoryOrder);          \
    return *A;                                                                                     \
  }                                                                                                \
  extern "C" void __tsan_atomic##BITS##_store(volatile T *A, T Value, int MemoryOrder) {           \
    atomicAccess(const_cast<T *>(A), sizeof(T), Access::VolatileWrite, HERE, MemoryOrder);         \
    *A = Value;                                                                                    \
  }                                                                                                \
  ATOMIC_HOOK(BITS, T, exchange, Value, Atomic)                                                    \
  ATOMIC_HOOK(BITS, T, fetch_add, Old + Value, Sum)                                                \
  ATOMIC_HOOK(BITS, T, fetch_sub, Old - Value, Sum)                                                \
  ATOMIC_HOOK(BITS, T, fetch_and, Old &Value, Atomic)                                              \
  ATOMIC_HOOK(BITS, T, fetch_or, Old | Value, Atomic)                                              \
  ATOMIC_HOOK(BITS, T, fetch_xor, Old ^ Value, Atomic)                                             \
  ATOMIC_HOOK(BITS, T, fetch_nand, ~(Old & Value), Atomic)                                         \
  extern "C" T __tsan_atomic##BITS##_compare_exchange_val(volatile T *A, T Expected, T Value,      \
                                                          int MemoryOrder, int) {                  \
    atomicAccess(const_cast<T *>(A), sizeof(T), Access::Bound, HERE, MemoryOrder);                 \
    T Old = *A;                                                                                    \
    if (Old == Expected)                                                                           \
      *A = Value;                                                                                  \
    return Old;                                                                                    \
  }                                                                                                \
  extern "C" int __tsan_atomic##BITS##_compare_exchange_strong(volatile T *A, T *Expected,         \
                                                               T Value, int MemoryOrder, int) {    \
    atomicAccess(const_cast<T *>(A), sizeof(T), Access::Bound, HERE, MemoryOrder);                 \
    bool Equal = *A == *Expected;                                                                  \
    if (Equal)                                                                                     \
      *A = Value;                                                                                  \
    else                                                                                           \
      *Expected = *A;                                                                              \
    return Equal;                                                                                  \
  }
#define ATOMIC_HOOK(BITS, T, NAME, RESULT, HOW)                                                    \
  extern "C" T __tsan_atomic##BITS##_##NAME(volatile T *A, T Value, int MemoryOrder) {             \
    atomicAccess(const_cast<T *>(A), sizeof(T), Access::HOW, HERE, MemoryOrder);                   \
    T Old = *A;                                                                                    \
    *A = RESULT;                                                                                   \
    return Old;                                                                                    \
  }
ATOMIC_HOOKS(8, uint8_t)
ATOMIC_HOOKS(16, uint16_t)
ATOMIC_HOOKS(32, uint32_t)
ATOMIC_HOOKS(64, uint64_t)

extern "C" void __tsan_atomic_thread_fence(int MemoryOrder) {
  if (TheMachine.Current && MemoryOrder != __ATOMIC_RELAXED)
    TheMachine.fence(HERE, FenceFor::Grid);
}
extern "C" void __tsan_atomic_signal_fence(int) {}
