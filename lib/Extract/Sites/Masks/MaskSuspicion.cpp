//===- MaskSuspicion.cpp - what is wrong with a lane mask -----------------===//

#include "Extract/Sites/Masks/MaskSuspicion.h"

#include "Analysis/Operations/OneLiners.h"
#include "Analysis/Operations/Operations.h"
#include "Analysis/SharedMemory/Steps/SharedSteps.h"
#include "Analysis/Source/Decls.h"
#include "Analysis/Source/Exprs.h"
#include "Analysis/Source/IntegerConstant.h"
#include "Extract/Masks/LaneMask.h"
#include "Model/WarpIntrinsics.h"

#include "clang/AST/ParentMap.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace coopify {

namespace {
/// One call and its table row.
struct MaskedCall {
  const CallExpr *Call;
  const WarpIntrinsic &Is;
  const FunctionView &View;
  const Expr *Passed = nullptr; ///< the mask, where the call is of a function that passes it on

  const Expr *argument(int Index) const {
    if (Passed)
      return Index == 0 ? Passed : nullptr;
    const bool There = Index >= 0 && unsigned(Index) < Call->getNumArgs();
    const Expr *Arg = There ? Call->getArg(Index) : nullptr;
    return Arg && !isa<CXXDefaultArgExpr>(Arg) ? Arg : nullptr;
  }
  std::string code(const Expr *E) const {
    return "'" + View.Text.spelled(View.Text.fileRange(E->getSourceRange())) + "'";
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
/// What is unsigned may be a mask after all.
static std::optional<Refusal> missing(const MaskedCall &C, const LaneMask &Mask) {
  const Expr *First = C.argument(0);
  if (Mask.Of == LaneMask::Constant || C.Is.Family == WarpFamily::WarpBarrier)
    return std::nullopt;
  if (isNoMask(First))
    return C.refuse(ReasonId::MissingMask,
                    C.code(First) + " stands where the mask belongs, and is no mask", First);
  if (Mask.Of != LaneMask::Unknown || writtenType(First)->isUnsignedIntegerType())
    return std::nullopt;
  const Expr *Lane = C.argument(C.Is.Lane), *Value = C.argument(C.Is.Value);
  const bool Shuffles = C.Is.Family == WarpFamily::Shuffle;
  if (Shuffles && Lane && !C.argument(C.Is.Width) && C.View.constant(Lane) == warpWidth())
    return C.refuse(ReasonId::MissingMask,
                    C.code(Lane) + ", a width, stands where the lane belongs, and " +
                        C.code(First) + " where the mask does",
                    First);
  if (C.Is.Family == WarpFamily::Vote && Value && maskConstant(Value, C.View.Context) &&
      namesAllLanes(*maskConstant(Value, C.View.Context)))
    return C.refuse(ReasonId::MissingMask, "the mask and the predicate have changed places", First,
                    "put the mask first");
  return std::nullopt;
}

/// \p E asks for the thread's number.
static bool asksThread(const Expr *E, const FunctionView &View) {
  auto Names = [](const VarDecl *V) { return V->getName() == "threadIdx"; };
  return llvm::any_of(madeOf(E, View), Names);
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
  if (C.View.constant(By->getRHS()) != int64_t(Width) || !asksThread(By->getLHS(), C.View))
    return std::nullopt;
  const std::string Group = std::to_string(Width);
  return C.refuse(ReasonId::OtherLanes,
                  C.code(Shift->getRHS()) + " is the lane's place in its group of " + Group +
                      ", and the mask is shifted by it",
                  Shift, "shift it by the group's first lane: lane / " + Group + " * " + Group);
}

/// They share a variable other than the thread's own numbers, or have nothing else: one may follow
/// from the other.
static bool related(const Expr *A, const Expr *B, const FunctionView &View) {
  bool OfThreadOnly = true, Shares = false;
  const auto InA = madeOf(A, View), InB = madeOf(B, View);
  auto IsNumber = [&](const VarDecl *V) {
    if (V->getName() == "threadIdx" || V->getName() == "blockIdx" || V->getName() == "blockDim")
      return true;
    const auto *Sets = View.Analysis.variables().followed(V) && V->hasLocalStorage() &&
                               !View.Analysis.variables().assignments(V).empty()
                           ? View.Analysis.variables().assignments(V).front().Value
                           : nullptr;
    return V->getType()->isIntegerType() && Sets && asksThread(Sets, View);
  };
  for (const VarDecl *V : InA) {
    OfThreadOnly &= IsNumber(V);
    Shares |= InB.contains(V) && !IsNumber(V);
  }
  return OfThreadOnly || Shares || llvm::all_of(InB, IsNumber);
}

/// What both say: the parts of `a && b`.
static void conjuncts(const Expr *E, llvm::SmallVectorImpl<const Expr *> &Out) {
  const auto *B = dyn_cast<BinaryOperator>(E->IgnoreParenImpCasts());
  if (!B || B->getOpcode() != BO_LAnd)
    return Out.push_back(E);
  conjuncts(B->getLHS(), Out);
  conjuncts(B->getRHS(), Out);
}

static Refusal otherLanes(const MaskedCall &C, const LaneMask &Mask, const Expr *Here, bool Holds) {
  return C.refuse(ReasonId::OtherLanes,
                  "'" + Mask.Held->getNameAsString() + "' names the lanes for which " +
                      C.code(Mask.Vote) + " holds; here are those for which " + C.code(Here) +
                      (Holds ? " holds" : " does not hold"),
                  Here, "compute the mask of the lanes that take this branch before it");
}

/// A condition that is equal in the warp and not in the block comes from what lanes have told each
/// other: `if (m == 0xffffffff)`, `if (__all_sync(mask, p))`. It may say of the mask what it says
/// here. That somebody voted for it says nothing.
static bool underVote(const MaskedCall &C, const LaneMask &Mask) {
  auto AnyLane = [&](const Expr *E) {
    E = E->IgnoreParenImpCasts();
    if (const auto *B = dyn_cast<BinaryOperator>(E);
        B && (B->getOpcode() == BO_NE || B->getOpcode() == BO_GT) &&
        C.View.constant(B->getRHS()) == 0)
      E = B->getLHS()->IgnoreParenImpCasts();
    const auto *Ref = dyn_cast<DeclRefExpr>(E);
    return Ref && Ref->getDecl() == Mask.Held;
  };
  ParentMap Parents(C.View.Function->getBody());
  for (const Stmt *S = C.Call; (S = Parents.getParent(S));) {
    const auto *If = dyn_cast<IfStmt>(S);
    const Expr *Condition = If ? If->getCond() : loopCondition(S);
    if (Condition && !AnyLane(Condition) &&
        C.View.Analysis.decision(Condition, nullptr).UniformOver < BlockWidth)
      return true;
  }
  return false;
}

/// It is set in several places, perhaps by the condition that is asked.
static bool setTwice(const Expr *E, const FunctionView &View) {
  return llvm::any_of(madeOf(E, View), [&](const VarDecl *V) {
    return V->hasLocalStorage() && View.Analysis.variables().assignments(V).size() > 1;
  });
}

/// Lanes are seen to differ in it.
static bool differs(const Expr *E, const FunctionView &View) {
  const Uniformity Is = View.Analysis.decision(E, nullptr);
  return Is.UniformOver < warpWidth() && Is.Why && Is.Why->Kind == ObstacleKind::LaneDependent;
}

/// A ballot names those that voted for it: whoever comes to the call has to be one of them, and
/// all of them have to come.
static std::optional<Refusal> voters(const MaskedCall &C, const LaneMask &Mask) {
  // Among those that come to the ballot all may have met its condition before.
  if (!Mask.Held || C.View.Analysis.uniformity(Mask.Vote).UniformOver >= warpWidth() ||
      C.View.Analysis.at(Mask.Made).Active.UniformOver < warpWidth())
    return std::nullopt;
  const auto Way = passedBetween(C.View, Mask.Made, C.Call);
  if (!Way)
    return std::nullopt;
  if (Way->empty() && underVote(C, Mask))
    return std::nullopt;
  if (Way->empty())
    return C.refuse(ReasonId::OtherLanes,
                    "'" + Mask.Held->getNameAsString() + "' names the lanes for which " +
                        C.code(Mask.Vote) + " holds, and the others come here as well",
                    Mask.Made, "make the call where only those lanes come, or name all that do");
  for (const Passed &P : *Way) {
    if (sameCondition(P.Condition, Mask.Vote, C.View.Context)) {
      if (!P.Holds)
        return otherLanes(C, Mask, P.Condition, false);
      continue;
    }
    llvm::SmallVector<const Expr *, 2> Parts;
    if (P.Holds)
      conjuncts(P.Condition, Parts);
    else
      Parts.push_back(P.Condition);
    for (const Expr *Part : Parts)
      if (!sameCondition(Part, Mask.Vote, C.View.Context) && differs(Part, C.View) &&
          !setTwice(Mask.Vote, C.View) && !madeOf(Part, C.View).contains(Mask.Held) &&
          !related(Part, Mask.Vote, C.View))
        return otherLanes(C, Mask, P.Condition, P.Holds);
  }
  return std::nullopt;
}

/// A leader is picked of those whom the ballot \p Call counts.
static bool picksLeader(const CallExpr *Call, const FunctionView &View) {
  bool Picks = false;
  View.forEachStmt([&](const Stmt *S) {
    const auto *Asks = dyn_cast<CallExpr>(S);
    const StringRef Name = Asks ? View.toolkitCallee(Asks) : StringRef();
    if (Name == "__ffs" || Name == "__ffsll" || Name == "__clz") {
      const LaneMask Of = laneMask(Asks->getArg(0), View);
      Picks |= Of.Made == Call;
    }
  });
  return Picks;
}

/// Whoever is here may be any part of those that are meant. It does where something is made of the
/// mask itself, such as a leader or a count, and where equal ones are looked for.
static std::optional<Refusal> whoeverIsHere(const MaskedCall &C, const LaneMask &Mask) {
  if ((Mask.Held && usedOtherwise(Mask.Held, C.View)) ||
      (C.Is.Name == "__ballot_sync" && picksLeader(C.Call, C.View)))
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

/// `__shfl_down_sync(0xffff, v, 1)`, where all lanes of the warp may come.
static std::optional<Refusal> fewLanes(const MaskedCall &C, const LaneMask &Mask) {
  if (Mask.Of != LaneMask::Constant || Mask.Lanes == allLanes() || Mask.Lanes == uint64_t(0))
    return std::nullopt;
  return C.refuse(ReasonId::UnnamedCaller,
                  "all lanes of the warp come here, and the mask names " +
                      std::to_string(llvm::popcount(*Mask.Lanes)) + " of them",
                  C.argument(0));
}

/// `if (x > 3) v = shflDown(v, 1)`, whose mask names all lanes.
static std::optional<Refusal> manyLanes(const MaskedCall &C, const LaneMask &Mask) {
  const Uniformity &Here = C.View.Analysis.at(C.Call).Active;
  if (Mask.Of != LaneMask::Constant || Mask.Lanes != allLanes() ||
      Here.UniformOver >= warpWidth() || !Here.Why || Here.Why->Kind != ObstacleKind::LaneDependent)
    return std::nullopt;
  Refusal Why =
      C.refuse(ReasonId::OtherLanes, "all lanes are named, and not all come: " + Here.Why->Text,
               C.Call, "compute the mask of the lanes that take this branch before it");
  if (Here.Why->Where.valid())
    Why.Where = Here.Why->Where;
  return Why;
}

/// The collective that is all that \p Call's function does.
static const CallExpr *collectiveOf(const CallExpr *Call, const FunctionView &View) {
  const FunctionDecl *F =
      View.Text.isToolkit(Call->getDirectCallee()) ? nullptr : bodyThatRuns(Call);
  const auto *Body = F ? dyn_cast<CompoundStmt>(F->getBody()) : nullptr;
  const Stmt *Only = Body && Body->size() == 1 ? Body->body_front() : nullptr;
  if (const auto *Return = dyn_cast_or_null<ReturnStmt>(Only))
    Only = Return->getRetValue();
  const auto *E = dyn_cast_or_null<Expr>(Only);
  const auto *Inner =
      E ? dyn_cast<CallExpr>(E->IgnoreParenCasts()->IgnoreUnlessSpelledInSource()) : nullptr;
  const WarpIntrinsic *Is = Inner ? findWarpIntrinsic(View.toolkitCallee(Inner)) : nullptr;
  return Is && Is->Sync && Inner->getNumArgs() > 0 ? Inner : nullptr;
}

std::optional<MaskSuspicion> suspicionOfPassed(const CallExpr *Call, const FunctionView &View) {
  const CallExpr *Inner = collectiveOf(Call, View);
  if (!Inner)
    return std::nullopt;
  const Expr *Own = Inner->getArg(0)->IgnoreParenCasts(), *Passed = argumentFor(Call, Own);
  if (const auto *Default = dyn_cast_or_null<CXXDefaultArgExpr>(Passed))
    Passed = Default->getExpr();
  if (!Passed && !View.constant(Own))
    return std::nullopt;
  const MaskedCall C{Call, *findWarpIntrinsic(View.toolkitCallee(Inner)), View,
                     Passed ? Passed : Own};
  const LaneMask Mask = laneMask(C.Passed, View);
  std::optional<Refusal> Why = manyLanes(C, Mask);
  if (!Passed) // what a function says itself is told there
    return Why ? std::optional(MaskSuspicion{std::move(*Why)}) : std::nullopt;
  if (!Why)
    Why = wrongConstant(C, Mask);
  if (!Why)
    Why = misplaced(C, C.Passed);
  if (!Why && Mask.Of == LaneMask::Voters)
    Why = voters(C, Mask);
  if (!Why && Mask.Of == LaneMask::WhoeverIsHere && (Why = whoeverIsHere(C, Mask)))
    return MaskSuspicion{std::move(*Why), Mask.Made};
  if (!Why && (Why = fewLanes(C, Mask)))
    return MaskSuspicion{std::move(*Why), nullptr, /*FewLanes=*/true};
  return Why ? std::optional(MaskSuspicion{std::move(*Why)}) : std::nullopt;
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
  if (!Why && (Why = fewLanes(C, Mask)))
    return MaskSuspicion{std::move(*Why), nullptr, /*FewLanes=*/true};
  return Why ? std::optional(MaskSuspicion{std::move(*Why)}) : std::nullopt;
}

} // namespace coopify
