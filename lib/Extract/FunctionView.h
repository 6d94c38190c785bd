//===- FunctionView.h - a function body, as rules see it ---------*- C++ -*-===//
//
// What the built-in extraction and Rule::extract() work on: one instantiated
// body with its convergence analysis, and the means to make Sites from it.
//
//===----------------------------------------------------------------------===//
#ifndef COOPIFY_EXTRACT_FUNCTIONVIEW_H
#define COOPIFY_EXTRACT_FUNCTIONVIEW_H

#include "Extract/Convergence.h"
#include "Extract/SourceText.h"
#include "Model/Site.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Expr.h"
#include "llvm/ADT/STLFunctionalExtras.h"

#include <string>

namespace coopify {

struct FunctionView {
  const clang::FunctionDecl *Function;
  std::string USR;
  clang::ASTContext &Context;
  const SourceText &Text;
  const ConvergenceAnalysis &Analysis;

  /// A site of \p Kind for \p Call, complete but for rule-specific fields.
  Site site(llvm::StringRef Kind, const clang::CallExpr *Call) const;
  /// \p InBody: the call stands in a macro's body, and so its arguments' ranges
  /// are those of the tokens themselves.
  Argument argument(const clang::Expr *Arg, const clang::ParmVarDecl *Param, bool InBody) const;
  Piece piece(llvm::StringRef Role, clang::SourceRange R) const;

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
  /// The lines of a declaration that goes, with a comment line right above it;
  /// invalid if it declares more than \p V or comes from a macro.
  TextRange wholeLines(const clang::VarDecl *V) const;
  /// Every statement of the body in the order of the text, lambdas left out.
  void forEachStmt(llvm::function_ref<void(const clang::Stmt *)> Visit) const;

private:
  llvm::StringRef code(const TextRange &R) const;
};

/// Why nothing in \p F, a template, can be decided.
Refusal notInstantiated(const clang::FunctionDecl *F, const SourceText &Text);

} // namespace coopify

#endif // COOPIFY_EXTRACT_FUNCTIONVIEW_H
