//===- Decls.h - what a declaration is called and is -------------*- C++ -*-===//
#ifndef COOPIFY_ANALYSIS_SOURCE_DECLS_H
#define COOPIFY_ANALYSIS_SOURCE_DECLS_H

#include "Model/FunctionKind.h"

#include "clang/AST/Decl.h"

#include <string>

namespace coopify {

/// The name by which units agree on a declaration; empty where clang gives none.
std::string usrOf(const clang::Decl *D);
/// For whom it is compiled, as it was written.
FunctionKind kindOf(const clang::FunctionDecl *F);
/// What \p F was made from, or itself.
const clang::FunctionDecl *patternOf(const clang::FunctionDecl *F);

/// A weak definition gives way to another unit's; that of a gnu_inline function is for inlining
/// only (GCC, "Common Function Attributes").
bool givesWay(const clang::FunctionDecl *F);

/// What the user calls it, with its scope and its template's arguments.
std::string userName(const clang::FunctionDecl *F);

} // namespace coopify

#endif // COOPIFY_ANALYSIS_SOURCE_DECLS_H
