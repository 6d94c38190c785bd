//===- FinalIterationBreaks.h - a break that only the last round takes -----*- C++ -*-===//
//
//   int x = blockIdx.x * blockDim.x + threadIdx.x;
//   while (x - threadIdx.x < n) { ...; if (x >= n) break; ...; x += blockDim.x * gridDim.x; }
//
// Whole blocks go through the loop together. Threads past the end leave in the
// middle of the last round, and for the others the condition is false right
// after it: with r = x - threadIdx.x, r + t >= n for any thread t of the block
// means r + blockDim.x > n. So nobody starts a round without those that left.
// (The grid's threads are counted without overflow, as x itself must be.)
//
//===----------------------------------------------------------------------===//
#ifndef COOPIFY_ANALYSIS_CONVERGENCE_FINALITERATIONBREAKS_H
#define COOPIFY_ANALYSIS_CONVERGENCE_FINALITERATIONBREAKS_H

#include "Analysis/Convergence/Variables.h"
#include "Analysis/Source/SourceText.h"

#include "clang/Analysis/CFG.h"
#include "llvm/ADT/DenseMap.h"

#include <vector>

namespace coopify {

struct FinalIterationBreak {
  unsigned Header;             ///< the block of the loop's condition
  unsigned Break;              ///< the block that leaves the loop
  const clang::VarDecl *Index; ///< x: once per round, Step is added to it
  const clang::Expr *Step;
};

/// \p BlockOf is of \p Cfg.
std::vector<FinalIterationBreak> findFinalIterationBreaks(
    const clang::CFG &Cfg, const llvm::DenseMap<const clang::Stmt *, unsigned> &BlockOf,
    const Variables &Vars, const SourceText &Text, const clang::ASTContext &Context);

} // namespace coopify

#endif // COOPIFY_ANALYSIS_CONVERGENCE_FINALITERATIONBREAKS_H
