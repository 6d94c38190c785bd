//===- Exprs.h - questions to one expression ------------------*- C++ -*-===//
#ifndef COOPIFY_ANALYSIS_SOURCE_EXPRS_H
#define COOPIFY_ANALYSIS_SOURCE_EXPRS_H

#include "Analysis/Source/Walks/Nesting.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Expr.h"
#include "clang/AST/Stmt.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace coopify {

/// Whether \p E, an int, may become an unsigned of the same bits where it stands.
bool bitsOnly(const clang::Expr *E, clang::ASTContext &Context);

/// What \p Return gives back is converted to a type that is written there: no `auto`, and no lambda
/// without `->`.
bool hasWrittenType(const clang::ReturnStmt *Return, clang::ASTContext &Context);

/// \p E as a call, without parentheses and casts.
const clang::CallExpr *callOf(const clang::Expr *E);

/// The object, or a pointer to it, that \p Call calls a method for; null: it calls none.
const clang::Expr *objectOfCall(const clang::CallExpr *Call);

/// How many arguments of \p Call stand before those of its parameters: the object of an operator,
/// which is no parameter where C++23 does not name it as one.
unsigned objectArguments(const clang::CallExpr *Call);

/// The type that \p Call passes its argument \p Index as. By a pointer to a function the prototype
/// says it; what none says, of a place, may be a reference.
clang::QualType parameterType(const clang::CallExpr *Call, unsigned Index,
                              clang::ASTContext &Context);

/// `*reinterpret_cast<float *>(&x)`: the x, a local variable whose bits \p E reads, or a part of
/// them, by the name of another type; null: it is nothing of the kind.
const clang::DeclRefExpr *readAsAnother(const clang::Expr *E, const clang::ASTContext &Context);

/// Expressions that nobody gets hold of what their value is a name of: it is dropped, or read.
class EndingValues {
public:
  void add(const clang::Expr *E);
  /// The parts of \p S that are statements, or its conditions; and what it casts to void.
  void addParts(const clang::Stmt *S);
  bool contains(const clang::Expr *E) const { return Ends.contains(E); }

private:
  llvm::DenseSet<const clang::Expr *> Ends;
};

/// What the text of \p E is, before anything that is not written converts it: a class, too.
clang::QualType writtenType(const clang::Expr *E);

} // namespace coopify

#endif // COOPIFY_ANALYSIS_SOURCE_EXPRS_H
