//===- HostPointers.h - which arrays a launch passes --------------*- C++ -*-===//
#ifndef COOPIFY_EXTRACT_LAUNCHES_HOSTPOINTERS_H
#define COOPIFY_EXTRACT_LAUNCHES_HOSTPOINTERS_H

#include "Analysis/Source/SourceText.h"
#include "Model/TUSummary.h"

#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

namespace coopify {

/// The arrays that the pointers of host code lead into: locals that are set by allocations, and by
/// each other. Nothing else is followed.
class HostPointers {
public:
  HostPointers(const SourceText &Text, const clang::ASTContext &Context)
      : Text(Text), Context(Context) {}

  /// For each two pointers among \p Args, the arguments of a launch, of which it is known whether
  /// they lead into one array.
  std::vector<PassedApart> pairs(llvm::ArrayRef<const clang::Expr *> Args);

private:
  /// By what a variable is set.
  struct Settings {
    llvm::SmallVector<const clang::Stmt *, 2> Allocations;
    llvm::SmallVector<const clang::Expr *, 2> Pointers;
    bool Lost = false; ///< anything else may set it
  };
  using Arrays = llvm::DenseSet<const void *>; ///< an allocation, or a variable that is an array

  std::optional<Uniformity> apart(const clang::Expr *A, const clang::Expr *B);
  bool arraysOf(const clang::Expr *E, Arrays &Out, unsigned Depth);
  bool arraysOf(const clang::VarDecl *V, Arrays &Out, unsigned Depth);
  const Settings &settingsOf(const clang::VarDecl *V);
  void read(const clang::Stmt *S);
  void readLambda(const clang::LambdaExpr *L);
  void set(const clang::VarDecl *V, const clang::Expr *To);
  bool isAllocation(const clang::Expr *E) const;
  bool readCall(const clang::CallExpr *Call);
  const clang::VarDecl *setBy(const clang::CallExpr *Call,
                              llvm::ArrayRef<llvm::StringRef> Names) const;

  const SourceText &Text;
  const clang::ASTContext &Context;
  llvm::DenseSet<const clang::FunctionDecl *> Read;
  llvm::DenseMap<const clang::VarDecl *, Settings> Found;
};

} // namespace coopify

#endif // COOPIFY_EXTRACT_LAUNCHES_HOSTPOINTERS_H
