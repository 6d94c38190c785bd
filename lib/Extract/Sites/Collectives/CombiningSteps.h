//===- CombiningSteps.h - v = op(v, what another lane has) -------*- C++ -*-===//
//
// One step of a reduction or scan that is written out, by shuffles.
//
//===----------------------------------------------------------------------===//
#ifndef COOPIFY_EXTRACT_SITES_COLLECTIVES_COMBININGSTEPS_H
#define COOPIFY_EXTRACT_SITES_COLLECTIVES_COMBININGSTEPS_H

#include "Analysis/Convergence/FunctionView.h"

#include <optional>

namespace coopify {

/// `__shfl_down(v, d)`, its _sync form with all lanes in the mask, `tile.shfl_down(v, d)`.
struct ShuffleCall {
  enum Kind { Up, Down, Xor } Direction = Down;
  const clang::CallExpr *Call = nullptr;
  const clang::Expr *Value = nullptr, *Distance = nullptr;
  unsigned Width = warpWidth();
  std::string Size; ///< the width as text, where the function's top can name it
  std::string Tile; ///< the user's variable, if it is a member
};
std::optional<ShuffleCall> shuffleCall(const FunctionView &View, const clang::Expr *E);

/// The operators of cooperative groups: plus, less, greater, bit_and, bit_or, bit_xor.
/// Empty: \p E is no such combination of two values. \p IsA, \p IsB say which they are.
using IsOperand = llvm::function_ref<bool(const clang::Expr *)>;
llvm::StringRef combination(const FunctionView &View, const clang::Expr *E, IsOperand IsA,
                            IsOperand IsB);
/// `if (b > a) a = b;`
llvm::StringRef conditionalCombination(const FunctionView &View, const clang::IfStmt *If,
                                       IsOperand IsA, IsOperand IsB);

/// The variable that \p E is, read or not; null if it is none.
const clang::VarDecl *variableOf(const clang::Expr *E);

/// v = op(v, shuffle(v, distance))
struct CombiningStep {
  const clang::VarDecl *V = nullptr;
  const clang::Expr *Assignment = nullptr;
  ShuffleCall Shuffle;
  llvm::StringRef Operator; ///< of cooperative groups; empty: none of them
};

/// The steps that \p Statements are; nullopt if something else is among them.
std::optional<std::vector<CombiningStep>>
combiningSteps(const FunctionView &View, llvm::ArrayRef<const clang::Stmt *> Statements);

/// A type as the code says it, without qualifiers, for a template argument.
std::string typeText(const FunctionView &View, clang::TypeLoc Written);

/// The operator of `+=` and the like, as combination() names them.
llvm::StringRef compoundOperator(clang::BinaryOperatorKind Op);

/// The integers of 32 and 64 bits, float and double.
bool isPlainNumber(clang::QualType T, const clang::ASTContext &Context);

/// Both are one variable, or threadIdx.x.
bool sameIndex(const FunctionView &View, const clang::Expr *A, const clang::Expr *B);

/// \p E without parentheses and without what keeps the value's type.
const clang::Expr *plain(const clang::Expr *E);

} // namespace coopify

#endif // COOPIFY_EXTRACT_SITES_COLLECTIVES_COMBININGSTEPS_H
