//===- MaskedWarps.h - which masked_warp an operation is for ------*- C++ -*-===//
//
// coopify::masked_warp keeps the lanes that its own split() has not sent elsewhere
// (runtime/include/coopify/masked_warp.h). So its members wait for nobody whom a split() of the
// same object has sent another way.
//
//===----------------------------------------------------------------------===//
#ifndef COOPIFY_EXTRACT_MASKS_MASKEDWARPS_H
#define COOPIFY_EXTRACT_MASKS_MASKEDWARPS_H

#include "Analysis/Convergence/FunctionView.h"

namespace coopify {

/// The masked_warp that \p E names or copies: a parameter, or a local that begins with all lanes of
/// the warp, or as a copy of another such one. Only its split() changes it. Null: it is none, or
/// may be changed otherwise.
const clang::VarDecl *followedWarp(const clang::Expr *E, const FunctionView &View);

/// \p Call passes a masked_warp that is neither followed nor full(): lanes may pass different ones.
bool passesUnknownWarp(const clang::Stmt *Call, const FunctionView &View);

/// The followed masked_warp whose lanes alone \p S waits for: it is a member of it, or a call that
/// passes it on and waits for nobody else. Null: there is none.
const clang::VarDecl *warpWaitedFor(const clang::Stmt *S, const FunctionView &View);

/// At \p S, a followed \p V does not name lanes that went another way at \p Condition: that is
/// `V.split(...)`, or its negation, and does not decide who comes to the declaration of V again.
bool isExcused(const clang::Expr *Condition, const clang::VarDecl *V, const clang::Stmt *S,
               const FunctionView &View);

} // namespace coopify

#endif // COOPIFY_EXTRACT_MASKS_MASKEDWARPS_H
