//===- ChangingNumbers.h - what is another number later ----------*- C++ -*-===//
//
// Lanes of one coalesced group may be in different rounds of a loop, as nothing in it waits for all
// of them. What a leader does for its group has to be the same in all of these.
//
//===----------------------------------------------------------------------===//
#ifndef COOPIFY_EXTRACT_SITES_ELECTION_CHANGINGNUMBERS_H
#define COOPIFY_EXTRACT_SITES_ELECTION_CHANGINGNUMBERS_H

#include "Analysis/Convergence/FunctionView.h"

namespace coopify {

/// A variable that \p E names and that is set more than once while the kernel runs, or in one of
/// the calls that this unit makes of the function; null: there is none.
const clang::VarDecl *changingNumber(const clang::Expr *E, const FunctionView &View);

/// So it is passed as \p P, which the function does not set.
const clang::VarDecl *changingNumber(const clang::ParmVarDecl *P, const FunctionView &View);

/// That \p V, of \p At, is not equal in a group.
Uniformity changes(const clang::VarDecl *V, clang::SourceLocation At, const FunctionView &View);

} // namespace coopify

#endif // COOPIFY_EXTRACT_SITES_ELECTION_CHANGINGNUMBERS_H
