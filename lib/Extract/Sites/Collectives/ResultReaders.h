//===- ResultReaders.h - who else looks at a tail's memory -------*- C++ -*-===//
#ifndef COOPIFY_EXTRACT_SITES_COLLECTIVES_RESULTREADERS_H
#define COOPIFY_EXTRACT_SITES_COLLECTIVES_RESULTREADERS_H

#include "Extract/Sites/Collectives/LeaderOnlyUses.h"

#include "llvm/ADT/DenseSet.h"

namespace coopify {

/// Looks from the steps on `Base[Index]` over all of the flow graph.
class ResultReaders {
public:
  ResultReaders(const FunctionView &View, const clang::VarDecl *Base, const clang::Expr *Index)
      : View(View), Lanes(View), Base(Base), Index(Index) {}

  /// Something behind \p Last that may read another element than the one of lane 0.
  const clang::Stmt *after(const clang::Stmt *Last);
  /// Something before \p First that may use the memory, with no block barrier between; the
  /// function's body, if that is its beginning.
  const clang::Stmt *before(const clang::Stmt *First);
  /// The array that \p E points into, by variables that are set once; null: not known.
  /// \p Offsets are added to its beginning.
  using Numbers = std::vector<const clang::Expr *>;
  const clang::VarDecl *sharedRoot(const clang::Expr *E, Numbers &Offsets) const;

  const ResultUses &uses() const { return Uses; }

private:
  enum class Use { None, Harmless, Barrier, May };
  Use use(const clang::Stmt *S, bool Behind);
  Use call(const clang::CallExpr *Call) const;
  bool mayReach(const clang::Expr *Arg) const;
  Use access(const clang::Expr *E, const clang::Expr *Pointer, const clang::Expr *At, bool Behind);
  bool elsewhere(const clang::Expr *Pointer) const;
  bool isAnotherArray(const clang::Expr *Pointer) const;
  bool isBase(const clang::Expr *Pointer) const;
  bool overwrites(const clang::Stmt *S) const;
  bool build();

  const FunctionView &View;
  LeaderOnlyUses Lanes;
  const clang::VarDecl *Base;
  const clang::Expr *Index;
  ResultUses Uses;
  std::unique_ptr<clang::CFG> Graph;
  llvm::DenseMap<const clang::Stmt *, std::pair<const clang::CFGBlock *, unsigned>> Places;
};

} // namespace coopify

#endif // COOPIFY_EXTRACT_SITES_COLLECTIVES_RESULTREADERS_H
