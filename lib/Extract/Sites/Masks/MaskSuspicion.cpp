//===- MaskSuspicion.cpp - what is wrong with a lane mask -----------------===//

#include "Extract/Sites/Masks/MaskSuspicion.h"

#include "Analysis/Source/Exprs.h"
#include "Extract/Sites/Masks/LaneMask.h"
#include "Model/WarpIntrinsics.h"

#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace coopify {

namespace {
/// One call and its table row.
struct MaskedCall {
  const CallExpr *Call;
  const WarpIntrinsic &Is;
  const FunctionView &View;

  const Expr *argument(int Index) const {
    const bool There = Index >= 0 && unsigned(Index) < Call->getNumArgs();
    const Expr *Arg = There ? Call->getArg(Index) : nullptr;
    return Arg && !isa<CXXDefaultArgExpr>(Arg) ? Arg : nullptr;
  }
  std::string code(const Expr *E) const {
    return "'" + View.Text.spelled(View.Text.range(E->getSourceRange())) + "'";
  }
  Refusal refuse(ReasonId Reason, std::string Text, const Stmt *Where,
                 std::string Help = "") const {
    return {Reason, std::move(Text), View.Text.expansion(Where->getBeginLoc()), std::move(Help)};
  }
};
} // namespace

/// No lane mask has such a type before it is converted.
static bool isNoMask(const Expr *E) {
  const QualType T = writtenType(E).getNonReferenceType();
  return T->isRealFloatingType() || T->isBooleanType() || T->isAnyPointerType();
}

/// `__shfl_down_sync(v, offset, 32)` takes v for the mask and 32 for the distance, and compiles.
static std::optional<Refusal> missing(const MaskedCall &C, const LaneMask &Mask) {
  const Expr *First = C.argument(0);
  if (Mask.Of == LaneMask::Constant || C.Is.Family == WarpFamily::WarpBarrier)
    return std::nullopt;
  if (isNoMask(First))
    return C.refuse(ReasonId::MissingMask,
                    C.code(First) + " stands where the mask belongs, and is no mask", First);
  const Expr *Lane = C.argument(C.Is.Lane), *Value = C.argument(C.Is.Value);
  const bool Shuffles = C.Is.Family == WarpFamily::Shuffle;
  if (Shuffles && Lane && !C.argument(C.Is.Width) && C.View.constant(Lane) == WarpWidth)
    return C.refuse(ReasonId::MissingMask,
                    C.code(Lane) + ", a width, stands where the lane belongs, and " +
                        C.code(First) + " where the mask does",
                    First);
  if (C.Is.Family == WarpFamily::Vote && Value && Mask.Of == LaneMask::Unknown &&
      C.View.constant(Value) && uint32_t(*C.View.constant(Value)) == ~0u)
    return C.refuse(ReasonId::MissingMask, "the mask and the predicate have changed places", First);
  return std::nullopt;
}

/// `3 << lane % 2`: the groups begin at `lane / 2 * 2`.
static std::optional<Refusal> misplaced(const MaskedCall &C, const Expr *Mask) {
  const auto *Shift = dyn_cast<BinaryOperator>(Mask->IgnoreParenCasts());
  if (!Shift || Shift->getOpcode() != BO_Shl)
    return std::nullopt;
  const auto *By = dyn_cast<BinaryOperator>(Shift->getRHS()->IgnoreParenCasts());
  const auto Lanes = C.View.constant(Shift->getLHS());
  if (!Lanes || *Lanes < 3 || !llvm::isMask_64(uint64_t(*Lanes)) || !By ||
      By->getOpcode() != BO_Rem)
    return std::nullopt;
  const unsigned Width = llvm::countr_one(uint64_t(*Lanes));
  if (C.View.constant(By->getRHS()) != int64_t(Width))
    return std::nullopt;
  return C.refuse(ReasonId::OtherLanes,
                  C.code(Shift->getRHS()) + " is the lane's place in its group of " +
                      std::to_string(Width) + ", and the mask is shifted by it",
                  Shift,
                  "shift it by the group's first lane: lane / " + std::to_string(Width) + " * " +
                      std::to_string(Width));
}

/// A ballot names those that voted for it: whoever comes to the call has to be one of them, and
/// all of them have to come.
static std::optional<Refusal> voters(const MaskedCall &C, const LaneMask &Mask) {
  if (!Mask.Held || C.View.Analysis.uniformity(Mask.Vote).UniformOver >= WarpWidth)
    return std::nullopt;
  const auto Way = passedBetween(C.View, Mask.Made, C.Call);
  if (!Way)
    return std::nullopt;
  const std::string Voted = C.code(Mask.Vote);
  if (Way->empty())
    return C.refuse(ReasonId::OtherLanes,
                    "'" + Mask.Held->getNameAsString() + "' names the lanes for which " + Voted +
                        " holds, and the others come here as well",
                    Mask.Made, "make the call where only those lanes come, or name all that do");
  for (const Passed &P : *Way) {
    // `if (mask & (1u << lane))`, or what was computed from the mask: it may be the same.
    bool ByMask = false;
    forEachStmt(P.Condition, [&](const Stmt *S) {
      const auto *Ref = dyn_cast<DeclRefExpr>(S);
      ByMask |= Ref && Ref->getDecl() == Mask.Held;
    });
    if (ByMask || sameCondition(P.Condition, Mask.Vote, C.View.Context))
      continue;
    return C.refuse(ReasonId::OtherLanes,
                    "'" + Mask.Held->getNameAsString() + "' names the lanes for which " + Voted +
                        " holds; here are those for which " + C.code(P.Condition) +
                        (P.Holds ? " holds" : " does not hold"),
                    P.Condition, "compute the mask of the lanes that take this branch before it");
  }
  return std::nullopt;
}

/// Whoever is here may be any part of those that are meant. It does where a leader is picked of
/// them, or equal ones are looked for; not where a certain lane's value is read.
static std::optional<Refusal> whoeverIsHere(const MaskedCall &C, const LaneMask &Mask) {
  const bool Relative = C.Is.Family == WarpFamily::Shuffle && !C.Is.Indexed;
  if (!Relative && Mask.Held && picksFrom(Mask.Held, C.View))
    return std::nullopt;
  return C.refuse(ReasonId::ActiveMask,
                  "the mask names the lanes that happen to be here together, which may be any part "
                  "of those that were to take part",
                  Mask.Made);
}

/// The variable that \p Call is the first value of, signed.
static const VarDecl *signedHolder(const MaskedCall &C) {
  const VarDecl *Found = nullptr;
  C.View.forEachStmt([&](const Stmt *S) {
    const auto *D = dyn_cast<DeclStmt>(S);
    if (!D)
      return;
    for (const Decl *One : D->decls())
      if (const auto *V = dyn_cast<VarDecl>(One);
          V && V->getInit() && V->getInit()->IgnoreParenCasts() == C.Call &&
          V->getType()->isSignedIntegerType() && C.View.Context.getTypeSize(V->getType()) == 32)
        Found = V;
  });
  return Found;
}

/// `int hits = __ballot_sync(...); if (hits > 0)`: with lane 31 among them it is negative.
static std::optional<Refusal> comparedSigned(const MaskedCall &C) {
  const VarDecl *V = C.Is.Name == "__ballot_sync" ? signedHolder(C) : nullptr;
  const BinaryOperator *Found = nullptr;
  if (!V)
    return std::nullopt;
  auto Is = [&](const Expr *E) {
    const auto *Ref = dyn_cast<DeclRefExpr>(E->IgnoreParenImpCasts());
    return Ref && Ref->getDecl() == V && E->getType()->isSignedIntegerType();
  };
  C.View.forEachStmt([&](const Stmt *S) {
    const auto *B = dyn_cast<BinaryOperator>(S);
    if (!Found && B && B->isRelationalOp() && (Is(B->getLHS()) || Is(B->getRHS())))
      Found = B;
  });
  if (!Found)
    return std::nullopt;
  return C.refuse(ReasonId::SignedBallot,
                  C.code(Found) + " takes the ballot for a number, which is negative once lane 31 "
                                  "is in it",
                  Found);
}

static std::optional<Refusal> wrongConstant(const MaskedCall &C, const LaneMask &Mask) {
  if (Mask.Of != LaneMask::Constant || Mask.Lanes != 0u)
    return std::nullopt;
  return C.refuse(ReasonId::EmptyMask, "the mask names no lane, not even the one that calls",
                  C.argument(0));
}

std::optional<MaskSuspicion> suspicion(const CallExpr *Call, const FunctionView &View) {
  const WarpIntrinsic *Is = findWarpIntrinsic(Call->getDirectCallee()->getName());
  const MaskedCall C{Call, *Is, View};
  const Expr *First = C.argument(0);
  if (!First)
    return std::nullopt;
  const LaneMask Mask = laneMask(First, View);
  std::optional<Refusal> Why = wrongConstant(C, Mask);
  if (!Why)
    Why = missing(C, Mask);
  if (!Why)
    Why = misplaced(C, First);
  if (!Why && Mask.Of == LaneMask::Voters)
    Why = voters(C, Mask);
  if (!Why && Mask.Of == LaneMask::WhoeverIsHere && (Why = whoeverIsHere(C, Mask)))
    return MaskSuspicion{std::move(*Why), Mask.Made};
  if (!Why)
    Why = comparedSigned(C);
  return Why ? std::optional(MaskSuspicion{std::move(*Why)}) : std::nullopt;
}

} // namespace coopify
