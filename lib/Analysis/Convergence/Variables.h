//===- Variables.h - which locals can be followed ----------------*- C++ -*-===//
#ifndef COOPIFY_ANALYSIS_CONVERGENCE_VARIABLES_H
#define COOPIFY_ANALYSIS_CONVERGENCE_VARIABLES_H

#include "Analysis/Source/IntegerRange.h"

#include "clang/AST/Decl.h"
#include "clang/AST/Stmt.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SmallVector.h"

#include <cstdint>
#include <optional>

namespace coopify {

/// The locals and parameters of a function that change only where the eye can
/// see it: no address taken, no non-const reference, no lambda that may change it.
class Variables {
public:
  explicit Variables(const clang::FunctionDecl *F);

  bool followed(const clang::VarDecl *V) const { return !Escaped.contains(V); }

  /// All values that are ever assigned to \p V; nullopt when one is not a plain
  /// assignment or the variable escapes.
  struct Assignment {
    enum KindTy { Init, Assign, Shrink, Grow, Other } Kind;
    const clang::Expr *Value; ///< Init and Assign
    bool sets() const { return Kind == Init || Kind == Assign; }
    const clang::Expr *At; ///< null for Init
  };
  llvm::ArrayRef<Assignment> assignments(const clang::VarDecl *V) const;

  /// All that \p V is ever set to, but for steps by a number; nullopt: not known.
  std::optional<llvm::SmallVector<const clang::Expr *, 2>> values(const clang::VarDecl *V) const;

  /// A pointer that is made of null and numbers alone, as `(int *)0 + n`: it may lead anywhere.
  bool madeOfNull(const clang::Expr *E) const;

  /// The numbers that \p E may be where it is evaluated: constants, and variables that start at one
  /// that is not negative and only shrink (i /= 2, i >>= 1), or that a for-loop bounds whose body
  /// \p E is in, and that do not grow below zero.
  std::optional<Range> bounds(const clang::Expr *E, const clang::ASTContext &Context) const;

private:
  std::optional<int64_t> boundByLoops(const clang::VarDecl *V, const clang::Expr *Use,
                                      const clang::ASTContext &Context) const;
  bool staysNonNegative(const clang::VarDecl *V, const clang::Expr *Step,
                        const clang::ASTContext &Context) const;

  llvm::DenseSet<const clang::VarDecl *> Escaped;
  llvm::DenseMap<const clang::VarDecl *, llvm::SmallVector<Assignment, 2>> Assigned;
  /// for (; v < bound;), whose body does not change v.
  llvm::DenseMap<const clang::VarDecl *, llvm::SmallVector<const clang::ForStmt *, 1>> Bounds;

  friend class VariableVisitor;
};

} // namespace coopify

#endif // COOPIFY_ANALYSIS_CONVERGENCE_VARIABLES_H
