//===- Print.h - values of the analyses as words -----------------*- C++ -*-===//
//
// For tests and debugging, so that a failure reads.
//
//===----------------------------------------------------------------------===//
#ifndef COOPIFY_MODEL_PRINT_H
#define COOPIFY_MODEL_PRINT_H

#include "Model/Uniformity.h"

#include "llvm/Support/raw_ostream.h"

namespace coopify {

/// "callers", "arg0", "arg0/8" (counts lanes), "call0", "1d", "x32".
llvm::raw_ostream &operator<<(llvm::raw_ostream &OS, const Atom &A);
/// "block", "warp", "lanes16", "divergent" (lanes do differ) or "unknown", and what that rests on:
/// "warp if callers, 1d".
llvm::raw_ostream &operator<<(llvm::raw_ostream &OS, const Uniformity &U);
/// The same of the lanes that are here, "all" for a warp: "all but exited", "lanes8 if callers",
/// "... beside a barrier" (Convergence::besideBarrier).
llvm::raw_ostream &operator<<(llvm::raw_ostream &OS, const Convergence &C);

} // namespace coopify

#endif // COOPIFY_MODEL_PRINT_H
