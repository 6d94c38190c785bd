//===- Evaluated.h - what of an expression is run -----------------*- C++ -*-===//
//
// The operands of sizeof, noexcept, _Generic and their kin are looked at and never run: a barrier
// in one is none, and nobody waits there. Whoever walks down to see what happens asks here.
//
//===----------------------------------------------------------------------===//
#ifndef COOPIFY_ANALYSIS_SOURCE_WALKS_EVALUATED_H
#define COOPIFY_ANALYSIS_SOURCE_WALKS_EVALUATED_H

#include "clang/AST/Stmt.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SmallVector.h"

namespace coopify {

/// The children of \p S that run when it does, or may: which of two arms is no question here. Of a
/// lambda, what it captures.
llvm::SmallVector<const clang::Stmt *, 4> evaluatedParts(const clang::Stmt *S);

/// \p S does not promise that its parts run, although they may: __builtin_assume().
bool mayLeaveOut(const clang::Stmt *S);

/// What in \p S, at any depth, never runs.
void collectUnevaluated(const clang::Stmt *S, llvm::DenseSet<const clang::Stmt *> &Out);

/// Of \p Parts, which are run one after the other, one sets a variable that an earlier one has
/// read: that is then another value than the one that it has behind them all.
bool setsWhatWasRead(llvm::ArrayRef<const clang::Expr *> Parts);

} // namespace coopify

#endif // COOPIFY_ANALYSIS_SOURCE_WALKS_EVALUATED_H
