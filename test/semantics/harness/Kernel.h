//===- Kernel.h - A kernel of one side ----------------------------*- C++ -*-===//
//
// Apart from Side.h, because each comparison compiles two tables of kernels
// (sides.py): the standard headers would be two thirds of its time.
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
