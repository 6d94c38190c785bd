//===- EvaluationOrder.h - may one part be evaluated before another -*- C++ -*-===//
//
// Where a statement is taken apart, what is read moves in front of what is written (semantics C.2).
// That keeps its meaning only if nothing that moves sets a local that something else reads.
//
//===----------------------------------------------------------------------===//
#ifndef COOPIFY_ANALYSIS_SHAREDMEMORY_EVALUATIONORDER_H
#define COOPIFY_ANALYSIS_SHAREDMEMORY_EVALUATIONORDER_H

#include "Analysis/Convergence/Variables.h"
#include "Analysis/SharedMemory/SharedAssignment.h"

namespace coopify {

/// To evaluate \p First may change what a lane's own variables are in \p Second.
bool disturbs(const clang::Stmt *First, const clang::Stmt *Second, const Variables &Vars);

/// An assignment to \p Target may change what a lane's own variables are in \p Second.
bool setsFor(const clang::Expr *Target, const clang::Stmt *Second, const Variables &Vars);

/// `a = b; c = d;` mean the same if b and d are evaluated first, then a and c are set. \p Targets:
/// the old values of a and c are read with b and d. Locals only: shared memory is compared
/// elsewhere.
bool valuesMayComeFirst(llvm::ArrayRef<SharedAssignment> All, bool Targets, const Variables &Vars);

} // namespace coopify

#endif // COOPIFY_ANALYSIS_SHAREDMEMORY_EVALUATIONORDER_H
