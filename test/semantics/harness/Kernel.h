//===- Kernel.h - A kernel of one side ----------------------------*- C++ -*-===//
//
// KernelTablePass.cpp makes rows of this layout.
//
//===----------------------------------------------------------------------===//
#ifndef COOPIFY_TEST_SEMANTICS_KERNEL_H
#define COOPIFY_TEST_SEMANTICS_KERNEL_H

namespace semantics {

struct Kernel {
  const char *Name;       ///< Demangled, with its parameters' types.
  const char *Parameters; ///< A type and ';' for each.
  void (*Call)(void **Arguments);
};

} // namespace semantics

#endif
