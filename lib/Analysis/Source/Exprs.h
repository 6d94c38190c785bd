//===- Exprs.h - questions to one expression ------------------*- C++ -*-===//
#ifndef COOPIFY_ANALYSIS_SOURCE_EXPRS_H
#define COOPIFY_ANALYSIS_SOURCE_EXPRS_H

#include "clang/AST/ASTContext.h"
#include "clang/AST/Expr.h"

namespace coopify {

/// Whether \p E, an int, may become an unsigned of the same bits where it stands.
bool bitsOnly(const clang::Expr *E, clang::ASTContext &Context);

/// \p E as a call, without parentheses and casts.
const clang::CallExpr *callOf(const clang::Expr *E);

} // namespace coopify

#endif // COOPIFY_ANALYSIS_SOURCE_EXPRS_H
