//===- ImplicitCalls.h - calls that nobody wrote where they run ---*- C++ -*-===//
//
// Default arguments, members' default initialisers and what the compiler makes (constructors,
// destructors, assignments of members) are run where they are used, and are no statements there;
// nor are a class's operator new and operator delete, inherited constructors, and the get<> of a
// structured binding.
//
//===----------------------------------------------------------------------===//
#ifndef COOPIFY_ANALYSIS_SOURCE_IMPLICITCALLS_H
#define COOPIFY_ANALYSIS_SOURCE_IMPLICITCALLS_H

#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include "llvm/ADT/SmallPtrSet.h"

#include <vector>

namespace coopify {

class ImplicitCalls {
public:
  struct Call {
    const clang::FunctionDecl *Callee;        ///< written by somebody; null: not known
    bool Sometimes;                           ///< only if a condition holds
    const clang::CallExpr *Written = nullptr; ///< where else it stands; null: nowhere
  };

  /// What \p S calls where it stands without its being written there: a default argument, a default
  /// initialiser, a call of what the compiler makes. Nothing for other statements.
  void ofStatement(const clang::Stmt *S);
  /// The destructor that \p S runs, of a temporary or by delete; it may run later.
  void ofDestruction(const clang::Stmt *S);
  /// \p F, or what it calls if the compiler makes it.
  void ofFunction(const clang::FunctionDecl *F, const clang::CallExpr *Written = nullptr);
  /// What \p Destructor calls behind its body.
  void ofMembers(const clang::FunctionDecl *Destructor);

  /// The destructor that is run where the scope of \p V ends: its own, or that of a temporary which
  /// lives as long.
  static ImplicitCalls atEndOf(const clang::VarDecl *V);
  /// Those of such temporaries alone.
  static ImplicitCalls keptAliveBy(const clang::VarDecl *V);

  std::vector<Call> Found;

private:
  void destroys(clang::QualType T);
  void extended(const clang::Stmt *S, const clang::VarDecl *V);
  void written(const clang::Stmt *S);
  void ofBindings(const clang::DeclStmt *S);
  void made(const clang::FunctionDecl *F);

  bool Sometimes = false;
  llvm::SmallPtrSet<const clang::FunctionDecl *, 8> Open;
};

} // namespace coopify

#endif // COOPIFY_ANALYSIS_SOURCE_IMPLICITCALLS_H
