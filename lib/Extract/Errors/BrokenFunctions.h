//===- BrokenFunctions.h - functions with an error in them --------*- C++ -*-===//
#ifndef COOPIFY_EXTRACT_ERRORS_BROKENFUNCTIONS_H
#define COOPIFY_EXTRACT_ERRORS_BROKENFUNCTIONS_H

#include "Model/TUSummary.h"

#include "clang/AST/Decl.h"

namespace coopify {

/// Anything inside that the parser could not make sense of.
bool holdsError(const clang::FunctionDecl *F);

/// Leaves of \p F, which has an error, whom it calls, and not when or with what: what the parser
/// gave up may be a loop around the call, or a return in front of it.
void forgetFacts(FunctionSummary &F);

} // namespace coopify

#endif // COOPIFY_EXTRACT_ERRORS_BROKENFUNCTIONS_H
