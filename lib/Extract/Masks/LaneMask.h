//===- LaneMask.h - which lanes a mask names ---------------------*- C++ -*-===//
//
//   an argument that is a lane mask  ->  LaneMask: where it was made, and of whom
//
// Only what the body itself shows. A mask that a function is passed, or that is made in a way that
// is not followed, is Unknown.
//
//===----------------------------------------------------------------------===//
#ifndef COOPIFY_EXTRACT_MASKS_LANEMASK_H
#define COOPIFY_EXTRACT_MASKS_LANEMASK_H

#include "Analysis/Convergence/FunctionView.h"

#include "llvm/ADT/DenseSet.h"

#include <optional>
#include <vector>

namespace coopify {

struct LaneMask {
  enum OfKind {
    Unknown,
    Constant,      ///< Lanes
    WhoeverIsHere, ///< __activemask(), a ballot of true: those that are together there
    Voters,        ///< a ballot: of those that were there, the ones for which Vote holds
  } Of = Unknown;
  std::optional<uint64_t> Lanes = {};
  const clang::Expr *Made = nullptr;    ///< the call that made it
  const clang::Expr *Vote = nullptr;    ///< Voters
  const clang::VarDecl *Held = nullptr; ///< in which variable; null: it is made in the argument
};

/// \p Mask as an argument: variables that are set once are followed.
LaneMask laneMask(const clang::Expr *Mask, const FunctionView &View);

/// \p Mask without casts that keep its 32 bits: what a `short` keeps of it names other lanes.
const clang::Expr *withoutWholeCasts(const clang::Expr *Mask, const clang::ASTContext &Context);

/// It is more than a mask of calls: a lane is picked from it, its lanes are counted, a branch asks
/// for them. What is done so may be right for whoever is here.
bool usedOtherwise(const clang::VarDecl *Held, const FunctionView &View);

/// The variables that \p E is made of, through those that are set once.
llvm::DenseSet<const clang::VarDecl *> madeOf(const clang::Expr *E, const FunctionView &View);

/// A condition that lanes meet on the way to a call.
struct Passed {
  const clang::Expr *Condition;
  bool Holds = true; ///< false: on the side where it does not
};
/// Those around \p Inner that \p Outer is not under, but for what is equal in the whole warp;
/// nullopt: a jump on the way may keep lanes from it, or it is not followed.
std::optional<std::vector<Passed>> passedBetween(const FunctionView &View, const clang::Stmt *Outer,
                                                 const clang::Stmt *Inner);

/// They say the same, written alike or with their operands turned round.
bool sameCondition(const clang::Expr *A, const clang::Expr *B, const clang::ASTContext &Context);

} // namespace coopify

#endif // COOPIFY_EXTRACT_MASKS_LANEMASK_H
