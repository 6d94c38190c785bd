//===- ReadOnlyMemory.h - memory that nobody writes in a kernel ---*- C++ -*-===//
#ifndef COOPIFY_ANALYSIS_SOURCE_READONLYMEMORY_H
#define COOPIFY_ANALYSIS_SOURCE_READONLYMEMORY_H

#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"

namespace coopify {

/// `__constant__` or const, and not volatile: it is the same while a kernel runs. What a pointer in
/// it leads to may be written.
bool isReadOnlyObject(const clang::VarDecl *V);

/// Where the memory that \p Load reads is, if nobody writes that while the kernel \p F runs.
struct ReadOnlyPlace {
  bool Found = false;
  /// It is what this parameter leads to: a `const T *__restrict__` of \p F.
  const clang::ParmVarDecl *Through = nullptr;
};
ReadOnlyPlace readOnlyPlace(const clang::Expr *Load, const clang::FunctionDecl *F);

/// \p E, x or x.y.z, is of an object that is the lane's own: a local variable, or made right here.
bool isOfOwnObject(const clang::Expr *E);

} // namespace coopify

#endif // COOPIFY_ANALYSIS_SOURCE_READONLYMEMORY_H
