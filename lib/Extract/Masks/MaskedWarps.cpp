//===- MaskedWarps.cpp ----------------------------------------------------===//

#include "Extract/Masks/MaskedWarps.h"

#include "Analysis/Operations/HoldingWaits.h"
#include "Analysis/Operations/Operations.h"

#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace coopify {

/// Every mention of \p V is for a member, assignment excepted, or is copied.
static bool onlySplitChanges(const VarDecl *V, const FunctionView &View) {
  unsigned Mentions = 0, Allowed = 0;
  View.forEachStmt([&](const Stmt *S) {
    const auto *Ref = dyn_cast<DeclRefExpr>(S);
    Mentions += Ref && Ref->getDecl() == V;
    if (const auto *Member = dyn_cast<MemberExpr>(S)) // of a static one, too
      Allowed += maskedWarpNamed(Member->getBase()) == V &&
                 !Member->getMemberDecl()->getDeclName().getCXXOverloadedOperator();
    if (const auto *Copy = dyn_cast<CXXConstructExpr>(S))
      Allowed += Copy->getConstructor()->isCopyOrMoveConstructor() &&
                 maskedWarpNamed(Copy->getArg(0)) == V;
  });
  return Mentions == Allowed;
}

const VarDecl *followedWarp(const Expr *E, const FunctionView &View) {
  const VarDecl *V = maskedWarpNamed(E);
  if (!V || V->getDeclContext() != View.Function || V->getType()->isReferenceType())
    return nullptr;
  const bool Begins = isa<ParmVarDecl>(V) || (V->hasLocalStorage() && isFullWarp(V->getInit()));
  return Begins && onlySplitChanges(V, View) ? V : nullptr;
}

/// The masked_warps that \p S passes to what it calls.
static llvm::SmallVector<const Expr *, 1> passedWarps(const Stmt *S) {
  llvm::SmallVector<const Expr *, 1> Out;
  if (const auto *Call = dyn_cast_or_null<CallExpr>(S))
    llvm::copy_if(Call->arguments(), std::back_inserter(Out),
                  [](const Expr *Arg) { return isMaskedWarp(Arg->getType()); });
  return Out;
}

bool passesUnknownWarp(const Stmt *S, const FunctionView &View) {
  return llvm::any_of(passedWarps(S), [&](const Expr *Arg) {
    return !isFullWarp(Arg->IgnoreUnlessSpelledInSource()) && !followedWarp(Arg, View);
  });
}

const VarDecl *warpWaitedFor(const Stmt *S, const FunctionView &View) {
  const auto *Call = dyn_cast_or_null<CallExpr>(S);
  if (!Call)
    return nullptr;
  const Operation Is = operationOf(S, View.Text);
  if (Is.Waits == WaitsFor::Group && Is.Object && isMaskedWarp(Is.Object->getType()))
    return followedWarp(Is.Object, View);
  const auto Passed = passedWarps(S);
  HoldingWaits &Waits = View.Analysis.holdingWaits();
  if (Passed.empty() || !Call->getDirectCallee() || Waits.mayWaitForBlock(S) ||
      Waits.mayWaitForOthers(Call->getDirectCallee()))
    return nullptr;
  const VarDecl *V = followedWarp(Passed.front(), View);
  const bool One = llvm::all_of(Passed, [&](const Expr *Arg) { return maskedWarpNamed(Arg) == V; });
  return One ? V : nullptr;
}

bool isSplitOf(const Expr *Condition, const VarDecl *V) {
  Condition = Condition->IgnoreParenImpCasts();
  if (const auto *Not = dyn_cast<UnaryOperator>(Condition); Not && Not->getOpcode() == UO_LNot)
    return isSplitOf(Not->getSubExpr(), V);
  const auto *Call = dyn_cast<CXXMemberCallExpr>(Condition);
  const GroupMember *Is = Call ? groupMember(Call) : nullptr;
  return Is && Is->Name == "split" && maskedWarpNamed(Call->getImplicitObjectArgument()) == V;
}

} // namespace coopify
