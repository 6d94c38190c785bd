//===- MaskedWarps.cpp ----------------------------------------------------===//

#include "Extract/Masks/MaskedWarps.h"

#include "Analysis/Operations/HoldingWaits.h"
#include "Analysis/Operations/Operations.h"

#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace coopify {

/// How often \p Call passes \p V by a reference to const.
static unsigned passedAsConst(const CallExpr *Call, const VarDecl *V) {
  const FunctionDecl *Callee = Call->getDirectCallee();
  if (!Callee)
    return 0;
  const auto Arguments = llvm::drop_begin(Call->arguments(), objectArguments(Call));
  return llvm::count_if(llvm::zip(Callee->parameters(), Arguments), [&](const auto &Passed) {
    const auto &[P, Arg] = Passed;
    const QualType T = P->getType();
    return T->isReferenceType() && T.getNonReferenceType().isConstQualified() &&
           maskedWarpNamed(Arg) == V;
  });
}

/// Every mention of \p V is for a member, assignment excepted, or is copied, or passed as const.
static bool onlySplitChanges(const VarDecl *V, const FunctionView &View) {
  unsigned Mentions = 0, Allowed = 0;
  View.forEachStmt([&](const Stmt *S) {
    const auto *Ref = dyn_cast<DeclRefExpr>(S);
    Mentions += Ref && Ref->getDecl() == V;
    if (const auto *L = dyn_cast<LambdaExpr>(S)) // whose body may do anything with it
      Mentions += llvm::any_of(L->captures(), [&](const LambdaCapture &C) {
        return C.capturesVariable() && C.getCapturedVar() == V && C.getCaptureKind() == LCK_ByRef;
      });
    if (const auto *Member = dyn_cast<MemberExpr>(S)) // of a static one, too
      Allowed += maskedWarpNamed(Member->getBase()) == V &&
                 !Member->getMemberDecl()->getDeclName().getCXXOverloadedOperator();
    if (const auto *Call = dyn_cast<CallExpr>(S))
      Allowed += passedAsConst(Call, V);
    if (const auto *Copy = dyn_cast<CXXConstructExpr>(S))
      Allowed += Copy->getConstructor()->isCopyOrMoveConstructor() &&
                 maskedWarpNamed(Copy->getArg(0)) == V;
  });
  return Mentions == Allowed;
}

/// A parameter that its function may not change otherwise.
static bool isGiven(const VarDecl *V) {
  const QualType T = V->getType();
  return isa<ParmVarDecl>(V) &&
         (!T->isReferenceType() || T.getNonReferenceType().isConstQualified());
}

/// The variable that \p V, a local, begins as a copy of.
static const VarDecl *copiedFrom(const VarDecl *V) {
  return V->hasLocalStorage() && !isa<ParmVarDecl>(V) && !V->getType()->isReferenceType() &&
                 V->getInit()
             ? maskedWarpNamed(V->getInit())
             : nullptr;
}

static bool isFollowed(const VarDecl *V, const FunctionView &View) {
  if (V->getDeclContext() != View.Function || !onlySplitChanges(V, View))
    return false;
  if (const VarDecl *From = copiedFrom(V))
    return From != V && isFollowed(From, View);
  return isGiven(V) || (V->hasLocalStorage() && !V->getType()->isReferenceType() &&
                        !isa<ParmVarDecl>(V) && isFullWarp(V->getInit()));
}

const VarDecl *followedWarp(const Expr *E, const FunctionView &View) {
  const VarDecl *V = maskedWarpNamed(E);
  return V && isFollowed(V, View) ? V : nullptr;
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

static bool isSplitOf(const Expr *Condition, const VarDecl *V) {
  Condition = Condition->IgnoreParenImpCasts();
  if (const auto *Not = dyn_cast<UnaryOperator>(Condition); Not && Not->getOpcode() == UO_LNot)
    return isSplitOf(Not->getSubExpr(), V);
  const auto *Call = dyn_cast<CXXMemberCallExpr>(Condition);
  const GroupMember *Is = Call ? groupMember(Call) : nullptr;
  return Is && Is->Name == "split" && maskedWarpNamed(Call->getImplicitObjectArgument()) == V;
}

/// A copy has the lanes that its origin had: those that a split before it sent elsewhere are not
/// among them.
bool isExcused(const Expr *Condition, const VarDecl *V, const Stmt *S, const FunctionView &View) {
  if (isSplitOf(Condition, V))
    return isa<ParmVarDecl>(V) || !View.Analysis.decidesOn(Condition, V);
  const VarDecl *From = copiedFrom(V);
  return From && View.Analysis.declaredBetween(Condition, V, S) &&
         isExcused(Condition, From, S, View);
}

} // namespace coopify
