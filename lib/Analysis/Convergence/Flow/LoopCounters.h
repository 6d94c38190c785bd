//===- LoopCounters.h - the numbers that a loop counts through ----*- C++ -*-===//
//
// `for (int s = 128; s > 32; s >>= 1)` counts 128, 64: in its body s is a multiple of 64, and
// threadIdx.x < s is one answer for each warp. A join of what s is in one round and in the next
// does not tell (semantics B.2).
//
//===----------------------------------------------------------------------===//
#ifndef COOPIFY_ANALYSIS_CONVERGENCE_FLOW_LOOPCOUNTERS_H
#define COOPIFY_ANALYSIS_CONVERGENCE_FLOW_LOOPCOUNTERS_H

#include "Analysis/Convergence/Variables.h"

namespace coopify {

/// The function's own variable that \p E names; null: it names none.
const clang::VarDecl *localNamed(const clang::Expr *E);

/// Within \p For nothing but its step changes \p V, wherever a round is begun.
bool onlyStepChanges(const clang::ForStmt *For, const clang::VarDecl *V, const Variables &Vars,
                     const clang::Stmt *Body);

class LoopCounters {
public:
  LoopCounters(const clang::FunctionDecl *F, const Variables &Vars);

  using Numbers = llvm::SmallVector<int64_t, 8>;
  /// All numbers that \p Ref, a use in the body of a loop, may be; null: it counts no loop of few
  /// rounds between constants.
  const Numbers *at(const clang::DeclRefExpr *Ref) const;

private:
  void read(const clang::Stmt *S, const Variables &Vars);
  void mark(const clang::Stmt *S, const clang::VarDecl *V, unsigned Loop);

  const clang::FunctionDecl *F;
  llvm::SmallVector<Numbers, 2> Loops;
  llvm::DenseMap<const clang::DeclRefExpr *, unsigned> Uses; ///< of Loops
};

} // namespace coopify

#endif // COOPIFY_ANALYSIS_CONVERGENCE_FLOW_LOOPCOUNTERS_H
