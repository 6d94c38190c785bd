//===- SharedAssignment.h - assignments to shared memory ---------*- C++ -*-===//
#ifndef COOPIFY_ANALYSIS_SHAREDMEMORY_SHAREDASSIGNMENT_H
#define COOPIFY_ANALYSIS_SHAREDMEMORY_SHAREDASSIGNMENT_H

#include "Analysis/Convergence/FunctionView.h"

#include <optional>
#include <vector>

namespace coopify {

/// An assignment to shared memory, with what it is made of.
struct SharedAssignment {
  const clang::Expr *Whole = nullptr;
  const clang::Expr *Target = nullptr;
  const clang::Expr *Value = nullptr; ///< what is computed in the end: c of a = b = c
  llvm::StringRef Operator;           ///< "+" of +=, else empty
  const clang::Expr *Local = nullptr; ///< b of a = b = c, a local variable
  bool LocalFirst = false;            ///< b = a = c
};

/// The assignment that \p S is, if that is all.
std::optional<SharedAssignment> sharedAssignment(const clang::Stmt *S);

/// `T a = f(x, y);`, `a = f(x, y);`, `return f(x, y);`: the call, if all that it is passed can as
/// well be computed before.
const clang::CallExpr *loneCall(const clang::Stmt *S);
/// As loneCall(), of what is computed: of the value of `s[i] = f(x, y);`.
const clang::CallExpr *computedCall(const clang::Expr *E);

/// All that \p F does is to set one number, in one step: `void f(T &a, T &b) { a += b; }`.
bool setsOnce(const clang::FunctionDecl *F, const SourceText &Text);
/// `f(x, y);`, `if (c) f(x, y);`: the call, if all that it is passed can as well be computed twice,
/// and the function sets one number.
const clang::CallExpr *settingCall(const clang::Stmt *S, const SourceText &Text);

/// `if (c) a = b;`, `if (c) { a = b; d = e; }`: the assignments.
std::vector<SharedAssignment> guardedAssignments(const clang::Stmt *S);

/// `if (c) { v += s[i]; s[j] = f(v); }`: the statements, each an expression or a declaration;
/// empty: something else stands there.
std::vector<const clang::Stmt *> guardedBlock(const clang::Stmt *S);

/// Binds more tightly than any binary operator.
bool isPrimary(const clang::Expr *E);
/// A variable or an element as it is.
bool isRead(const clang::Expr *E);
/// Evaluated again it is the same: of variables that only this lane changes, and constants.
bool repeatable(const clang::Expr *E, const FunctionView &View);
/// `T &operator[](int i) { return p[i]; }`: all that \p Call does is to say where.
bool onlyNames(const clang::CallExpr *Call, const clang::ASTContext &Context);
/// To evaluate the lvalue \p E does more than to find out which element it is.
bool doesMore(const clang::Expr *E, clang::ASTContext &Context);

} // namespace coopify

#endif // COOPIFY_ANALYSIS_SHAREDMEMORY_SHAREDASSIGNMENT_H
