//===- Fiber.h - stacks and switches -----------------------------*- C++ -*-===//
#ifndef COOPIFY_SIMT_FIBER_H
#define COOPIFY_SIMT_FIBER_H

#include <cstddef>
#include <cstdint>

namespace simt {

constexpr size_t StackSize = 256 * 1024; ///< Without its guard.
constexpr size_t StackGuard = 64 * 1024; ///< Below a stack; an access there faults.

/// The stack of fiber \p Index; made on first use and kept.
/// Of launches that run while others stand still each level has its own.
char *stackLow(unsigned Level, unsigned Index);

/// A fiber that waits: its stack pointer.
using Context = void *;

/// Whether it is on any of them.
bool isStack(uintptr_t Address);

/// A fiber on that stack that will run \p Entry, which must not return.
Context makeFiber(unsigned Level, unsigned Index, void (*Entry)());

/// Goes on at \p To and keeps in \p From how to come back. Floating-point modes are not kept: no
/// kernel changes them, and to save them would be half of a switch's time.
extern "C" void simt_switch(Context To, Context *From);

} // namespace simt

#endif
