//===- Builtins.h - threadIdx and its kin, by declaration ---------*- C++ -*-===//
//
// A user's own variable may have such a name: what counts is where it is declared.
//
//===----------------------------------------------------------------------===//
#ifndef COOPIFY_ANALYSIS_SOURCE_BUILTINS_H
#define COOPIFY_ANALYSIS_SOURCE_BUILTINS_H

#include "Analysis/Source/IntegerRange.h"
#include "Analysis/Source/SourceText.h"

#include "clang/AST/Expr.h"

namespace coopify {

/// `threadIdx.x`, as Clang's header (a property), the embedded one (a member) or nobody (Member is
/// empty: the whole object) spells it.
struct Builtin {
  llvm::StringRef Object; ///< "threadIdx", "blockIdx", "blockDim", "gridDim"; empty: none of them
  llvm::StringRef Member;
  bool is(llvm::StringRef O, llvm::StringRef M) const { return Object == O && Member == M; }
};

/// Lanes of a warp on the GPU that \p Context is compiled for, or of which it is the host's pass.
unsigned warpWidthOf(const clang::ASTContext &Context);

/// The numbers that a member of one of these objects may be. Numbers that are made of blockIdx and
/// gridDim fit their types: a program indexes memory with them. So a grid counts as one of 64
/// blocks in each dimension, and what does not fit then is seen (docs/semantics.md, B.2). nullopt:
/// it is no such object.
std::optional<Range> gridNumbers(llvm::StringRef Object, llvm::StringRef Member);

/// What \p E is, past parentheses and implicit casts.
Builtin builtinOf(const clang::Expr *E, const SourceText &Text);
bool isThreadIdxX(const clang::Expr *E, const SourceText &Text);
/// The toolkit's variable, which is no constant expression for nvcc and 32 on all of its targets.
bool isWarpSize(const clang::Expr *E, const SourceText &Text);
/// \p Callee is \p Name, or the same for numbers of 64 bits: "__popc", "__popcll".
bool isBitsName(llvm::StringRef Callee, llvm::StringRef Name);
/// `warpSize`, `warpSize - 1`, `warpSize / 2`, `warpSize >> 1`, or a constant.
std::optional<int64_t> laneConstant(const clang::Expr *E, const SourceText &Text,
                                    const clang::ASTContext &Context);

} // namespace coopify

#endif // COOPIFY_ANALYSIS_SOURCE_BUILTINS_H
