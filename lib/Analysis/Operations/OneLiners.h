//===- OneLiners.h - helpers that are one expression -------------*- C++ -*-===//
//
// `int leaderOf(unsigned m) { return __ffs(m) - 1; }`: a call of it is what stands in it.
//
//===----------------------------------------------------------------------===//
#ifndef COOPIFY_ANALYSIS_OPERATIONS_ONELINERS_H
#define COOPIFY_ANALYSIS_OPERATIONS_ONELINERS_H

#include "Analysis/Source/SourceText.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Expr.h"

namespace coopify {

/// What the user's function that \p Call runs returns, if that is all that it does and it takes
/// numbers by value; else null.
const clang::Expr *returnedBy(const clang::CallExpr *Call, const SourceText &Text);

/// The argument of \p Call that \p E, in what it returns, names the parameter of; else null.
const clang::Expr *argumentFor(const clang::CallExpr *Call, const clang::Expr *E);

/// returnedBy(), if it is arithmetic on integers alone: on the parameters, on constants, and on the
/// numbers of the thread and the block, by helpers of that kind, too.
const clang::Expr *arithmeticReturnedBy(const clang::CallExpr *Call, const SourceText &Text,
                                        const clang::ASTContext &Context);

} // namespace coopify

#endif // COOPIFY_ANALYSIS_OPERATIONS_ONELINERS_H
