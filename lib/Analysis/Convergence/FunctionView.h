//===- FunctionView.h - one function body and what is true in it -*- C++ -*-===//
//
// What summaries and finders work on: one instantiated body with its
// convergence analysis, and questions to it that many of them ask.
//
//===----------------------------------------------------------------------===//
#ifndef COOPIFY_ANALYSIS_CONVERGENCE_FUNCTIONVIEW_H
#define COOPIFY_ANALYSIS_CONVERGENCE_FUNCTIONVIEW_H

#include "Analysis/Convergence/Convergence.h"
#include "Analysis/Source/SourceText.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Expr.h"
#include "llvm/ADT/STLFunctionalExtras.h"

#include <string>

namespace coopify {

class PassedPointers;

/// \p S and every statement in it in the order of the text, lambdas left out.
void forEachStmt(const clang::Stmt *S, llvm::function_ref<void(const clang::Stmt *)> Visit);

struct FunctionView {
  const clang::FunctionDecl *Function;
  std::string USR;
  clang::ASTContext &Context;
  const SourceText &Text;
  const ConvergenceAnalysis &Analysis;
  PassedPointers *Passed = nullptr; ///< what callers pass; null: not asked for

  /// The name of the toolkit function that \p E calls, else empty.
  llvm::StringRef toolkitCallee(const clang::Expr *E) const;
  /// Its value in this instance, if the compiler knows it.
  std::optional<int64_t> constant(const clang::Expr *E) const;
  /// The index of the parameter that \p E is, if the body never changes it.
  std::optional<int64_t> parameter(const clang::Expr *E) const;
  /// The line of \p At, with its end.
  TextRange line(const Location &At) const;
  /// \p R with its line ends, if nothing but a comment stands behind it on its lines.
  TextRange wholeLines(const TextRange &R) const;
  /// The lines of a declaration that goes, with a comment line right above it, or of what it
  /// declares just \p V, with its comma; invalid if that is the first, or comes from a macro.
  TextRange wholeLines(const clang::VarDecl *V) const;
  /// Every statement of the body in the order of the text, lambdas left out.
  void forEachStmt(llvm::function_ref<void(const clang::Stmt *)> Visit) const;

private:
  TextRange declarator(const clang::DeclStmt *All, const clang::VarDecl *V) const;
  llvm::StringRef code(const TextRange &R) const;
};

} // namespace coopify

#endif // COOPIFY_ANALYSIS_CONVERGENCE_FUNCTIONVIEW_H
