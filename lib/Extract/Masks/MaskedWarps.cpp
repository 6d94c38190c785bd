//===- MaskedWarps.cpp ----------------------------------------------------===//

#include "Extract/Masks/MaskedWarps.h"

#include "Analysis/Operations/HoldingWaits.h"
#include "Analysis/Operations/Operations.h"

#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace clang;

namespace coopify {

using Mentions = llvm::SmallPtrSet<const DeclRefExpr *, 8>;

/// Mentions of masked_warps by which \p S does not change them: for a member, assignment excepted,
/// a copy, or a reference to const.
static void addHarmless(const Stmt *S, Mentions &Out) {
  auto Add = [&](const Expr *E) {
    if (const DeclRefExpr *Ref = maskedWarpMention(E))
      Out.insert(Ref);
  };
  if (const auto *Member = dyn_cast<MemberExpr>(S); // of a static one, too
      Member && !Member->getMemberDecl()->getDeclName().getCXXOverloadedOperator())
    Add(Member->getBase());
  if (const auto *Copy = dyn_cast<CXXConstructExpr>(S);
      Copy && Copy->getConstructor()->isCopyOrMoveConstructor())
    Add(Copy->getArg(0));
  const auto *Call = dyn_cast<CallExpr>(S);
  if (!Call || !Call->getDirectCallee())
    return;
  const auto Arguments = llvm::drop_begin(Call->arguments(), objectArguments(Call));
  for (const auto &[P, Arg] : llvm::zip(Call->getDirectCallee()->parameters(), Arguments))
    if (P->getType()->isReferenceType() && P->getType().getNonReferenceType().isConstQualified())
      Add(Arg);
}

/// A lambda that refers to \p V may do anything with it.
static bool isCaptured(const Stmt *S, const VarDecl *V) {
  const auto *L = dyn_cast<LambdaExpr>(S);
  return L && llvm::any_of(L->captures(), [&](const LambdaCapture &C) {
           return C.capturesVariable() && C.getCapturedVar() == V &&
                  C.getCaptureKind() == LCK_ByRef;
         });
}

static bool onlySplitChanges(const VarDecl *V, const FunctionView &View) {
  Mentions All, Harmless;
  bool Captured = false;
  View.forEachStmt([&](const Stmt *S) {
    if (const auto *Ref = dyn_cast<DeclRefExpr>(S); Ref && Ref->getDecl() == V)
      All.insert(Ref);
    addHarmless(S, Harmless);
    Captured |= isCaptured(S, V);
  });
  return !Captured &&
         llvm::all_of(All, [&](const DeclRefExpr *Ref) { return Harmless.contains(Ref); });
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
