//===- BrokenDecls.h - constants that an error made ---------------*- C++ -*-===//
//
// After an error clang goes on: `enum { M = 31, N = MISSING }` has N == 32. What a constant would
// be without the error is not known, and such a number is none.
//
//===----------------------------------------------------------------------===//
#ifndef COOPIFY_ANALYSIS_SOURCE_BROKENDECLS_H
#define COOPIFY_ANALYSIS_SOURCE_BROKENDECLS_H

#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace coopify {

/// The declarations of a unit that have an error in them; until its end for this thread.
class BrokenDeclsScope {
public:
  /// \p HoldsError is asked for all that a constant may be made of: enumerations, classes,
  /// variables and functions.
  BrokenDeclsScope(clang::ASTContext &Context,
                   llvm::function_ref<bool(const clang::Decl *)> HoldsError);
  ~BrokenDeclsScope();
  BrokenDeclsScope(const BrokenDeclsScope &) = delete;

private:
  friend bool isBroken(const clang::Decl *D);
  friend bool restsOnError(const clang::Expr *E);
  clang::ASTContext &Context;
  llvm::DenseSet<const clang::Decl *> Broken;
  bool Numbers = false; ///< of which a template argument may be made
  const BrokenDeclsScope *Before;
};

/// \p D has an error in it. False outside of a scope.
bool isBroken(const clang::Decl *D);

/// The value of \p E may be another one without the errors of the unit. False outside of a scope.
bool restsOnError(const clang::Expr *E);

} // namespace coopify

#endif // COOPIFY_ANALYSIS_SOURCE_BROKENDECLS_H
