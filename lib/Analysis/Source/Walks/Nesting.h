//===- Nesting.h - what is in what -------------------------------*- C++ -*-===//
#ifndef COOPIFY_ANALYSIS_SOURCE_WALKS_NESTING_H
#define COOPIFY_ANALYSIS_SOURCE_WALKS_NESTING_H

#include "clang/AST/Stmt.h"
#include "llvm/ADT/DenseMap.h"

namespace coopify {

/// \p Part is \p Whole or in it.
bool holds(const clang::Stmt *Whole, const clang::Stmt *Part);

/// While it lives, holds() looks up on this thread what \p Body has, instead of going through it.
/// Pure otherwise: the answers are the same. Scopes nest; the innermost counts.
class NestingScope {
public:
  explicit NestingScope(const clang::Stmt *Body);
  ~NestingScope();
  NestingScope(const NestingScope &) = delete;
  NestingScope &operator=(const NestingScope &) = delete;

private:
  friend bool holds(const clang::Stmt *, const clang::Stmt *);
  /// In the order of a walk: when it was come to, and when all in it had been.
  struct Visit {
    unsigned First = 0, Last = 0;
    bool Shared = false; ///< of several parents: both forms of an initialiser list
  };
  void visit(const clang::Stmt *S, unsigned &Number);

  llvm::DenseMap<const clang::Stmt *, Visit> Visits;
  const NestingScope *Outer;
};

} // namespace coopify

#endif // COOPIFY_ANALYSIS_SOURCE_WALKS_NESTING_H
