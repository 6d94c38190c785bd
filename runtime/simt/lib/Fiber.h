//===- Fiber.h - stacks and switches -----------------------------*- C++ -*-===//
#ifndef COOPIFY_SIMT_FIBER_H
#define COOPIFY_SIMT_FIBER_H

#include <boost/context/detail/fcontext.hpp>

#include <cstddef>
#include <cstdint>

namespace simt {

constexpr size_t StackSize = 256 * 1024; ///< Without its guard.
constexpr size_t StackGuard = 64 * 1024; ///< Below a stack; an access there faults.

/// The stack of fiber \p Index; made on first use and kept.
/// Of launches that run while others stand still each level has its own.
char *stackLow(unsigned Level, unsigned Index);

using Context = boost::context::detail::fcontext_t;

/// Whether it is on any of them.
bool isStack(uintptr_t Address);

/// A fiber on that stack that will run \p Entry, which must not return.
Context makeFiber(unsigned Level, unsigned Index,
                  void (*Entry)(boost::context::detail::transfer_t));

/// Goes on at \p To and keeps in \p From how to come back.
inline void switchTo(Context To, Context *From) {
  auto Back = boost::context::detail::jump_fcontext(To, From);
  *static_cast<Context *>(Back.data) = Back.fctx;
}

} // namespace simt

#endif
