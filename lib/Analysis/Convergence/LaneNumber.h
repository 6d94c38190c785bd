//===- LaneNumber.h - how code asks for its lane -----------------*- C++ -*-===//
#ifndef COOPIFY_ANALYSIS_CONVERGENCE_LANENUMBER_H
#define COOPIFY_ANALYSIS_CONVERGENCE_LANENUMBER_H

#include "Analysis/Convergence/FunctionView.h"

namespace coopify {

/// The only value that \p E, a local variable, ever has; null if it is none.
const clang::VarDecl *onlyInitialised(const FunctionView &View, const clang::Expr *E);

/// A user's one-liner around `asm("mov.u32 %0, %laneid;" : "=r"(x))`.
bool wrapsRegister(const clang::Expr *E, llvm::StringRef Register);

/// A local variable that `asm("mov.u32 %0, %laneid;" : "=r"(x))` sets, and nothing else.
bool holdsRegister(const clang::VarDecl *V, const Variables &Vars, clang::ASTContext &Context,
                   llvm::StringRef Register);

/// The same of \p E, if it names one.
bool holdsRegister(const FunctionView &View, const clang::Expr *E, llvm::StringRef Register);

/// \p E without conversions to integers that have its low bits, of which a lane's number has 5.
const clang::Expr *sameLowBits(const clang::Expr *E, const clang::ASTContext &Context);

/// `threadIdx.x`, or a variable that holds it.
bool isThreadX(const FunctionView &View, const clang::Expr *E);

/// `threadIdx.x % N`, or `& (N - 1)`; \p N is a power of two, no more than a warp.
bool isRestOfThreadX(const FunctionView &View, const clang::Expr *E, unsigned N);

enum class LaneNumber {
  None,
  Lane,      ///< %laneid
  OfThreadX, ///< threadIdx.x % 32: the lane if the block's rows are whole warps
};

/// How \p E, or the only value of the variable that it is, numbers the lane.
LaneNumber laneNumber(const FunctionView &View, const clang::Expr *E);

} // namespace coopify

#endif // COOPIFY_ANALYSIS_CONVERGENCE_LANENUMBER_H
