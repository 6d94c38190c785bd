//===- WaysOut.h - how a statement is left ------------------------*- C++ -*-===//
#ifndef COOPIFY_ANALYSIS_SHAREDMEMORY_STEPS_WAYSOUT_H
#define COOPIFY_ANALYSIS_SHAREDMEMORY_STEPS_WAYSOUT_H

#include "clang/AST/Stmt.h"

namespace coopify {

/// How lanes leave a statement otherwise than at its end: to behind the loop around it, to the next
/// round, to the caller. A goto may be any of them.
struct WaysOut {
  bool Break = false, Continue = false, Return = false;
  bool any() const { return Break || Continue || Return; }
};

/// Of \p S. A lambda's are its own.
WaysOut waysOut(const clang::Stmt *S);

} // namespace coopify

#endif // COOPIFY_ANALYSIS_SHAREDMEMORY_STEPS_WAYSOUT_H
