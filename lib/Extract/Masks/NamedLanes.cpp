//===- NamedLanes.cpp -----------------------------------------------------===//

#include "Extract/Masks/NamedLanes.h"

#include "Analysis/Convergence/LaneNumber.h"
#include "Analysis/Operations/HoldingWaits.h"
#include "Analysis/Operations/Operations.h"
#include "Analysis/SharedMemory/FewLanes.h"
#include "Analysis/Source/Builtins.h"
#include "Extract/Masks/LaneMask.h"
#include "Extract/Masks/MaskedWarps.h"
#include "Model/WarpIntrinsics.h"

#include "clang/AST/ParentMap.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/MathExtras.h"

using namespace clang;

namespace coopify {

/// It has no value but the one that it is declared with, or passed.
static bool isSetOnceOnly(const VarDecl *V, const FunctionView &View) {
  const Variables &Vars = View.Analysis.variables();
  if (!Vars.followed(V) || V->getType()->isReferenceType())
    return false;
  const auto Sets = Vars.assignments(V);
  if (isa<ParmVarDecl>(V) || V->getDeclContext() != View.Function) // a lambda's copy begins set
    return V->getDeclContext() == View.Function && Sets.empty();
  if (V->isInitCapture())
    return Sets.empty();
  return V->getInit() && Sets.size() == 1;
}

/// What \p E stands for: the value that its variable is declared with. A variable may be declared
/// with itself.
static const Expr *valueOf(const Expr *E, const FunctionView &View) {
  constexpr unsigned MaxSteps = 8;
  for (unsigned Steps = 0;; ++Steps) {
    E = withoutWholeCasts(E, View.Context);
    const auto *Ref = dyn_cast<DeclRefExpr>(E);
    const auto *V = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
    const bool Local = V && V->hasLocalStorage() && !isa<ParmVarDecl>(V);
    if (Steps == MaxSteps || !Local || !isSetOnceOnly(V, View))
      return E;
    E = V->getInit();
  }
}

static bool isLane(const Expr *E, const FunctionView &View) {
  return isThreadX(View, E) || laneNumber(View, E) != LaneNumber::None;
}

/// `lane & 24`, `lane / 8 * 8`, of the thread's own number: the first lane of the aligned group of
/// \p W that the lane is in.
static bool isOwnFirst(const Expr *E, int64_t W, const FunctionView &View) {
  const auto *B = dyn_cast<BinaryOperator>(valueOf(E, View));
  const auto By = B ? View.constant(B->getRHS()) : std::nullopt;
  if (!By)
    return false;
  if (B->getOpcode() == BO_And)
    return *By == warpWidth() - W && isLane(B->getLHS(), View);
  const auto *Inner = dyn_cast<BinaryOperator>(valueOf(B->getLHS(), View));
  return B->getOpcode() == BO_Mul && *By == W && Inner && Inner->getOpcode() == BO_Div &&
         View.constant(Inner->getRHS()) == W && isLane(Inner->getLHS(), View);
}

/// `0xffu << (lane & 24)`: each lane names the aligned group that it is in.
static unsigned ownGroup(const Expr *Mask, const FunctionView &View) {
  const auto *Shift = dyn_cast<BinaryOperator>(valueOf(Mask, View));
  const auto Lanes =
      Shift && Shift->getOpcode() == BO_Shl ? View.constant(Shift->getLHS()) : std::nullopt;
  if (!Lanes || !llvm::isMask_64(uint64_t(*Lanes)))
    return 0;
  const unsigned W = llvm::countr_one(uint64_t(*Lanes));
  return llvm::isPowerOf2_32(W) && isOwnFirst(Shift->getRHS(), W, View) ? W : 0;
}

/// It has one value for as long as the lane is here: made of numbers, of the lane's own, and of
/// variables that get no value but the one that they are declared with.
static bool isFixed(const Expr *E, const FunctionView &View) {
  E = E->IgnoreParenCasts();
  if (View.constant(E) || !builtinOf(E, View.Text).Object.empty())
    return true;
  if (const auto *B = dyn_cast<BinaryOperator>(E))
    return !B->isAssignmentOp() && isFixed(B->getLHS(), View) && isFixed(B->getRHS(), View);
  if (const auto *U = dyn_cast<UnaryOperator>(E))
    return (U->getOpcode() == UO_LNot || U->getOpcode() == UO_Not || U->getOpcode() == UO_Minus) &&
           isFixed(U->getSubExpr(), View);
  const auto *Ref = dyn_cast<DeclRefExpr>(E);
  const auto *V = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  return V && V->hasLocalStorage() && V->getType()->isScalarType() &&
         !V->getType().isVolatileQualified() && isSetOnceOnly(V, View);
}

/// As a ballot's predicate, an int, it is 0 where it is false: 1 << 32 is, and 0.25.
static bool isWholeInt(const Expr *Vote, const FunctionView &View) {
  const QualType T = Vote->IgnoreParenImpCasts()->getType();
  return T->isIntegralOrUnscopedEnumerationType() && View.Context.getIntWidth(T) <= 32;
}

/// The condition around \p S that asks what \p Vote does: the innermost.
static const Expr *asksAgain(const Expr *Vote, const Stmt *S, const FunctionView &View) {
  ParentMap Parents(View.Function->getBody());
  const Stmt *Part = S;
  while (const Stmt *Around = Parents.getParent(Part)) {
    const auto *If = dyn_cast<IfStmt>(Around);
    if (If && Part == If->getThen() && sameCondition(If->getCond(), Vote, View.Context))
      return If->getCond();
    Part = Around;
  }
  return nullptr;
}

/// All that come from the call that made \p Mask come to \p S, or all for which its vote holds.
static bool isWhoComes(const LaneMask &Mask, const Stmt *S, const FunctionView &View) {
  if (Mask.Of == LaneMask::WhoeverIsHere)
    return View.Analysis.comeTogether(Mask.Made, S);
  if (Mask.Of != LaneMask::Voters || !isFixed(Mask.Vote, View) || !isWholeInt(Mask.Vote, View))
    return false;
  const Expr *Condition = asksAgain(Mask.Vote, S, View);
  return Condition && View.Analysis.isOnlyBehind(Mask.Made, Condition, S);
}

/// `__match_any_sync(mask, key)`: whoever has the same key comes, too.
static bool isMatch(const Expr *Mask, const Stmt *S, const FunctionView &View) {
  const auto *Call = dyn_cast<CallExpr>(valueOf(Mask, View));
  const WarpIntrinsic *Is = Call ? findWarpIntrinsic(View.toolkitCallee(Call)) : nullptr;
  return Is && Is->Family == WarpFamily::Match && View.Analysis.comeTogether(Call, S);
}

/// The first lanes of a warp, and no others come: `if (lane < 16) v = __shfl_sync(0xffff, v, 0);`.
static unsigned ofConstant(uint64_t Lanes, const Stmt *S, MemoryLocations &Places) {
  if (namesAllLanes(Lanes) || !llvm::isMask_64(Lanes))
    return warpWidth();
  const unsigned Named = llvm::countr_one(Lanes);
  const auto *Call = dyn_cast<Expr>(S);
  const std::optional<FewLanes> Few = Call ? fewLanesAt(Call, Places) : std::nullopt;
  return Few && Few->Lanes == Named ? Named : warpWidth();
}

/// All lanes that come pass \p By; without it, nothing says what they name.
static NamedLanes someOfTheWarp(const Expr *By) { return {warpWidth(), By, !By}; }

static NamedLanes ofMask(const Operation &Is, const Stmt *S, const FunctionView &View,
                         MemoryLocations &Places) {
  if (Is.Lanes)
    return {ofConstant(*Is.Lanes, S, Places)};
  if (!Is.Mask)
    return someOfTheWarp(nullptr);
  const LaneMask Mask = laneMask(Is.Mask, View);
  if (Mask.Of == LaneMask::Constant)
    return {ofConstant(*Mask.Lanes, S, Places)};
  if (isWhoComes(Mask, S, View) || isMatch(Is.Mask, S, View))
    return {0};
  const unsigned Own = ownGroup(Is.Mask, View);
  return Own ? NamedLanes{Own} : someOfTheWarp(Is.Mask);
}

/// The call that made \p Group, if that is all that it is.
static const CallExpr *madeBy(const Expr *Group, const FunctionView &View) {
  return dyn_cast<CallExpr>(
      valueOf(Group, View)->IgnoreUnlessSpelledInSource()->IgnoreParenCasts());
}

/// Of the group that \p Made gives only lanes that execute that call are members.
static bool isOfComers(const CallExpr *Made) {
  const GroupMember *Is = groupMember(Made);
  return Is && (Is->Name == "coalesced_threads" || Is->Name == "active" ||
                Is->Name == "binary_partition" || Is->Name == "labeled_partition");
}

/// `tiled_partition(block, 16)`, of a number that is known: as a tile of that size.
static unsigned tileOfBlock(const CallExpr *Made, const FunctionView &View) {
  const GroupMember *Is = groupMember(Made);
  const bool OfBlock = Is && Is->Name == "tiled_partition" && Made->getNumArgs() == 2 &&
                       groupOf(Made->getArg(0)) == GroupType{GroupKind::ThreadBlock};
  const auto N = OfBlock ? View.constant(Made->getArg(1)) : std::nullopt;
  return N && *N > 0 && *N <= warpWidth() && llvm::isPowerOf2_64(*N) ? unsigned(*N) : 0;
}

static NamedLanes ofGroup(const Operation &Is, const Stmt *S, const FunctionView &View) {
  if (const unsigned Lanes = Is.Group->warpLanes())
    return {Lanes};
  const CallExpr *Made = Is.Object ? madeBy(Is.Object, View) : nullptr;
  if (const unsigned Lanes = Made ? tileOfBlock(Made, View) : 0)
    return {Lanes};
  if (Made && isOfComers(Made) && View.Analysis.comeTogether(Made, S))
    return {0};
  if (Is.Object && (isFullWarp(Is.Object) || followedWarp(Is.Object, View)))
    return {warpWidth()};
  return someOfTheWarp(Is.Object);
}

NamedLanes namedLanes(const Stmt *S, const FunctionView &View, MemoryLocations &Places) {
  if (!waitsForLanes(S, View.Text))
    return {0};
  const Operation Is = operationOf(S, View.Text);
  if (Is.Waits == WaitsFor::Mask)
    return ofMask(Is, S, View, Places);
  return Is.Waits == WaitsFor::Group && Is.Group ? ofGroup(Is, S, View) : NamedLanes{warpWidth()};
}

NamedLanes namedWhereHidden(const Stmt *S, const FunctionView &View) {
  const Operation Is = operationOf(S, View.Text);
  const bool Names = (Is.Waits == WaitsFor::Mask && !Is.Lanes) ||
                     (Is.Waits == WaitsFor::Group && Is.Group && !Is.Group->warpLanes());
  return {warpWidth(), nullptr, Names};
}

} // namespace coopify
