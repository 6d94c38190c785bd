//===- EqualRounds.h - loops of as many rounds wherever they start -*- C++ -*-===//
//
// `for (int j = first; j < first + 8; ++j)` is gone through eight times by each lane, although no
// two lanes count the same numbers: its condition parts nobody (semantics B.2).
//
//===----------------------------------------------------------------------===//
#ifndef COOPIFY_ANALYSIS_CONVERGENCE_FLOW_EQUALROUNDS_H
#define COOPIFY_ANALYSIS_CONVERGENCE_FLOW_EQUALROUNDS_H

#include "Analysis/Convergence/Variables.h"

namespace coopify {

/// The comparisons in \p Body that are decided alike, in the same round of their loop, by all that
/// began it: what is counted from and what is counted to lie a constant apart. Of signed numbers
/// alone, which may not run over ([expr.pre]/4); `first + 8u` may come out below `first`.
llvm::DenseSet<const clang::Expr *> findEqualRounds(const clang::FunctionDecl *F,
                                                    const Variables &Vars);

} // namespace coopify

#endif // COOPIFY_ANALYSIS_CONVERGENCE_FLOW_EQUALROUNDS_H
