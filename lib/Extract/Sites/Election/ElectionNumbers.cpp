//===- ElectionNumbers.cpp ----------------------------------------------------===//

#include "Extract/Sites/Election/Election.h"

#include "Analysis/Convergence/LaneNumber.h"
#include "Analysis/Operations/OneLiners.h"
#include "Analysis/Operations/Operations.h"
#include "Analysis/Source/Builtins.h"
#include "Extract/Sites/Election/ChangingNumbers.h"

#include "clang/AST/ParentMapContext.h"

using namespace clang;

namespace coopify {

/// \p C makes no other number of one that has so many \p Bits. An `int` that holds a mask has lane
/// 31's bit as its sign: a wider type has that bit for all lanes above, too.
bool Election::keeps(const CastExpr *C, unsigned Bits) const {
  if (C->getCastKind() == CK_LValueToRValue || C->getCastKind() == CK_NoOp)
    return true;
  const QualType From = C->getSubExpr()->getType();
  if (C->getCastKind() != CK_IntegralCast)
    return false;
  const unsigned Was = View.Context.getIntWidth(From), Is = View.Context.getIntWidth(C->getType());
  const bool Mask = Bits == MaskBits && MaskBits < SumBits;
  return Is >= std::min(Bits, Was) &&
         !(Mask && Is > Was && From->isSignedIntegerOrEnumerationType());
}

/// \p E without parentheses and conversions that keep the number. What is a conversion yet, to
/// bool or float, is another one.
const Expr *Election::number(const Expr *E, unsigned Bits) const {
  for (;;) {
    E = E->IgnoreParens();
    const auto *C = dyn_cast<CastExpr>(E);
    if (!C || !keeps(C, Bits))
      return E;
    E = C->getSubExpr();
  }
}

/// The outermost expression that is the number \p E.
const Expr *Election::climb(const Expr *E, unsigned Bits) const {
  for (;;) {
    const Stmt *P = parent(E);
    const auto *C = dyn_cast_or_null<CastExpr>(P);
    if (!(C && keeps(C, Bits)) && !isa_and_nonnull<ParenExpr>(P))
      return E;
    E = cast<Expr>(P);
  }
}

const VarDecl *Election::variable(const Expr *E, unsigned Bits) const {
  const auto *Ref = dyn_cast<DeclRefExpr>(number(E, Bits));
  return Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
}

const CallExpr *Election::toolkitCall(const Expr *E, StringRef Name, unsigned Bits) const {
  const auto *Call = dyn_cast<CallExpr>(number(E, Bits));
  return Call && View.toolkitCallee(Call) == Name ? Call : nullptr;
}

const CallExpr *Election::bitsCall(const Expr *E, StringRef Name) const {
  const CallExpr *Call = toolkitCall(E, Name, CountBits);
  return Call ? Call : toolkitCall(E, (Name + "ll").str(), CountBits);
}

bool Election::isLane(const Expr *E) {
  LaneNumber Lane = laneNumber(View, E);
  UsesThreadX |= Lane == LaneNumber::OfThreadX;
  for (; Lane != LaneNumber::None;) {
    const VarDecl *V = onlyInitialised(View, E);
    if (!V)
      return true;
    Consumed.insert(V);
    E = V->getInit();
  }
  return false;
}

bool Election::isLaneMaskLt(const Expr *E) {
  E = number(E, MaskBits);
  if (isa<CastExpr>(E))
    return false;
  if (const VarDecl *V = onlyInitialised(View, E)) {
    if (!isLaneMaskLt(V->getInit()))
      return false;
    Consumed.insert(V);
    return true;
  }
  if (View.toolkitCallee(E) == "__lanemask_lt" || wrapsRegister(E, "lanemask_lt") ||
      holdsRegister(View, E, "lanemask_lt"))
    return true;
  if (const auto *Call = dyn_cast<CallExpr>(E); Call && Call->getNumArgs() == 0) {
    const Expr *In = returnedBy(Call, View.Text);
    return In && !callOf(In) && isLaneMaskLt(In);
  }
  const auto *Minus = dyn_cast<BinaryOperator>(E); // (1 << lane) - 1
  if (!Minus || Minus->getOpcode() != BO_Sub || View.constant(Minus->getRHS()) != 1)
    return false;
  const auto *Shift = dyn_cast<BinaryOperator>(number(Minus->getLHS(), MaskBits));
  return Shift && Shift->getOpcode() == BO_Shl && View.constant(Shift->getLHS()) == 1 &&
         View.Context.getTypeSize(Shift->getType()) >= MaskBits && // no 1 << 40 of an int
         isLane(Shift->getRHS());
}

/// The mask whose first or last lane \p E is the number of: `__ffs(mask) - 1`, `31 - __clz(mask)`,
/// or a helper of one `return` that says so.
const Expr *Election::ledBy(const Expr *E, bool &Last) const {
  E = number(E, CountBits);
  if (const auto *Call = dyn_cast<CallExpr>(E)) {
    const Expr *In = returnedBy(Call, View.Text);
    const bool Follow = In && isa<BinaryOperator>(number(In, CountBits));
    const Expr *Of = Follow ? ledBy(In, Last) : nullptr;
    return Of ? argumentFor(Call, number(Of, MaskBits)) : nullptr;
  }
  const auto *Minus = dyn_cast<BinaryOperator>(E);
  if (!Minus || Minus->getOpcode() != BO_Sub)
    return nullptr;
  const auto From = View.constant(Minus->getLHS()); // 31 - __clz(), 63 - __clzll()
  Last = From == 31 || From == 63;
  const CallExpr *Bits =
      Last ? toolkitCall(Minus->getRHS(), From == 31 ? "__clz" : "__clzll", CountBits)
      : View.constant(Minus->getRHS()) == 1 ? bitsCall(Minus->getLHS(), "__ffs")
                                            : nullptr;
  if (!Bits) // the first bit stays where it is, whatever a wider type adds above
    return nullptr;
  return Last ? Bits->getArg(0) : number(Bits->getArg(0), SumBits);
}

bool Election::isLeader(const Expr *E) const {
  if (const VarDecl *V = variable(E, CountBits))
    return Leaders.contains(V);
  bool Last = false;
  const Expr *Of = ledBy(E, Last);
  return Of && isMask(Of);
}

/// Which lanes lead by their number. Where that is the last one, who asks for rank 0 means another.
void Election::findLeaders() {
  View.forEachStmt([&](const Stmt *Each) {
    bool Last = false;
    const auto *E = dyn_cast<Expr>(Each);
    const Expr *Of = E ? ledBy(E, Last) : nullptr;
    if (Of && isMask(Of))
      (Last ? LastLeads : FirstLeads) = true;
  });
}

/// `__popc(mask & lanes below)`, or a variable that holds it.
bool Election::isRank(const Expr *E) const {
  if (const VarDecl *V = variable(E, CountBits))
    return Ranks.contains(V);
  const CallExpr *Popc = bitsCall(E, "__popc");
  const auto *And = Popc ? dyn_cast<BinaryOperator>(number(Popc->getArg(0), MaskBits)) : nullptr;
  return And && And->getOpcode() == BO_And && (isMask(And->getLHS()) || isMask(And->getRHS()));
}

/// `mask & lanes below`: none are, for the first.
bool Election::isLower(const Expr *E) const {
  const auto *And = dyn_cast<BinaryOperator>(number(E, MaskBits));
  return And && And->getOpcode() == BO_And && (isMask(And->getLHS()) || isMask(And->getRHS()));
}

/// `3 * __popc(mask)`, which several groups add as much of as one.
bool Election::isMultipleOfCount(const Expr *E) const {
  const auto *Times = dyn_cast<BinaryOperator>(number(E, ProductBits));
  if (!Times || Times->getOpcode() != BO_Mul)
    return false;
  constexpr int64_t Most = 1 << 20; // in 32 bits with any count
  auto IsFactor = [&](const Expr *Factor) {
    std::optional<int64_t> N = View.constant(Factor);
    return N && *N >= 0 && *N <= Most;
  };
  return (isCount(Times->getLHS()) && IsFactor(Times->getRHS())) ||
         (isCount(Times->getRHS()) && IsFactor(Times->getLHS()));
}

/// `__popc(mask)`, or a variable that holds it.
bool Election::isCount(const Expr *E) const {
  if (const VarDecl *V = variable(E, CountBits))
    return Counts.contains(V);
  const CallExpr *Popc = bitsCall(E, "__popc");
  return Popc && isMask(Popc->getArg(0));
}

bool Election::isMask(const Expr *E) const { return variable(E, MaskBits) == Mask; }

bool Election::isLeaderShuffle(const Expr *E) const {
  const auto *Call = dyn_cast<CallExpr>(number(E, SumBits));
  StringRef Name = Call ? View.toolkitCallee(Call) : "";
  unsigned Lane = Name == "__shfl" ? 1 : Name == "__shfl_sync" ? 2 : 0;
  if (Lane == 0 || Call->getNumArgs() <= Lane)
    return false;
  return isLeader(Call->getArg(Lane)) || Leading.contains(variable(Call->getArg(Lane), CountBits));
}

bool Election::before(const Expr *A, const Expr *B) const {
  return View.Text.manager().isBeforeInTranslationUnit(A->getExprLoc(), B->getExprLoc());
}

/// \p V, where \p Use shuffles it, is what the leader's addition gave: that is the last that sets
/// it, in the order of the text. All of it is in the scope of the mask, and both are done by all
/// that were counted: what stands behind one of them there runs behind it.
bool Election::setByLeader(const VarDecl *V, const Expr *Use) const {
  const Expr *Sum = nullptr;
  auto Set = View.Analysis.variables().assignments(V);
  if (!View.Analysis.variables().followed(V))
    return false;
  for (const auto &A : Set)
    if (A.Value && isSharedAdd(A.Value) && leadersBranch(A.Value) && std::exchange(Sum, A.Value))
      return false;
  auto Shuffled = [&](const Expr *E) { return isLeaderShuffle(E) && shuffledValue(E) == Use; };
  return Sum && givesSum(Sum) && before(Sum, Use) && llvm::all_of(Set, [&](const auto &A) {
           return A.Value && (A.Value == Sum || Shuffled(A.Value) || before(A.Value, Sum) ||
                              before(Use, A.Value));
         });
}

const Expr *Election::shuffledValue(const Expr *Shuffle) const {
  const CallExpr *Call = callOf(Shuffle);
  return number(Call->getArg(View.toolkitCallee(Call) == "__shfl_sync" ? 1 : 0), SumBits);
}

/// `__shfl(v, leader)` of what the leader's addition gave, or a variable that holds it where \p E
/// stands: it was set so before, and to nothing else since.
bool Election::fromLeader(const Expr *E) const {
  const auto *Ref = dyn_cast<DeclRefExpr>(number(E, SumBits));
  const auto *V = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  if (!V) {
    if (!isLeaderShuffle(E) || !byTheSameLanes(callOf(E)))
      return false;
    const auto *Of = dyn_cast<DeclRefExpr>(shuffledValue(E));
    const auto *Sum = Of ? dyn_cast<VarDecl>(Of->getDecl()) : nullptr;
    return Sum && setByLeader(Sum, Of);
  }
  const Expr *Shuffle = nullptr;
  auto Set = View.Analysis.variables().assignments(V);
  for (const auto &A : Set)
    if (A.Value && isLeaderShuffle(A.Value) && std::exchange(Shuffle, A.Value))
      return false;
  return Shuffle && View.Analysis.variables().followed(V) && fromLeader(Shuffle) &&
         before(Shuffle, Ref) && llvm::all_of(Set, [&](const auto &A) {
           return A.Value && (A.Value == Shuffle || before(A.Value, Shuffle));
         });
}

/// Whether \p Number is only added to a term that \p Wanted accepts: `a + number`, `a += number`.
bool Election::addedTo(const Expr *Number, llvm::function_ref<bool(const Expr *)> Wanted) const {
  const Expr *Sum = climb(Number, SumBits);
  if (Subtracts) { // `number - rank`
    const auto *B = dyn_cast_or_null<BinaryOperator>(parent(Sum));
    return B && (B->getOpcode() == BO_Sub || B->getOpcode() == BO_SubAssign) &&
           isRank(B->getRHS()) && Wanted(B->getLHS() == Sum ? B->getRHS() : B->getLHS());
  }
  for (const auto *B = dyn_cast_or_null<BinaryOperator>(parent(Sum)); B;
       B = dyn_cast_or_null<BinaryOperator>(parent(Sum))) {
    if (B->getOpcode() != BO_Add && B->getOpcode() != BO_AddAssign)
      return false;
    if (Wanted(B->getLHS() == Sum ? B->getRHS() : B->getLHS()))
      return true;
    Sum = climb(B, SumBits);
  }
  return false;
}

bool Election::isElected(const Expr *Condition) const {
  auto IsFirst = [&](const Expr *E) { return !LastLeads && (isRank(E) || isLower(E)); };
  const auto *Not = dyn_cast<UnaryOperator>(Condition->IgnoreParenCasts());
  if (Not && Not->getOpcode() == UO_LNot) {
    const Expr *Of = Not->getSubExpr()->IgnoreParens();
    const auto *ToBool = dyn_cast<ImplicitCastExpr>(Of);
    const bool Asks = ToBool && ToBool->getCastKind() == CK_IntegralToBoolean;
    return Asks && IsFirst(ToBool->getSubExpr());
  }
  const auto *Compare = dyn_cast<BinaryOperator>(Condition->IgnoreParenCasts());
  if (!Compare || Compare->getOpcode() != BO_EQ)
    return false;
  auto Asks = [&](const Expr *One, const Expr *Other) {
    return isLeader(One) || Leading.contains(variable(One, CountBits)) ||
           (IsFirst(One) && View.constant(Other) == 0);
  };
  return Asks(Compare->getLHS(), Compare->getRHS()) || Asks(Compare->getRHS(), Compare->getLHS());
}

/// Whoever was counted comes to \p S.
bool Election::byTheSameLanes(const Stmt *S) const { return View.Analysis.sameActivity(Anchor, S); }

/// `if (elected) add();`, decided by all that were counted, and nothing else in it.
const IfStmt *Election::leadersIf(const Expr *Condition) const {
  const auto *If = dyn_cast_or_null<IfStmt>(parent(climb(Condition, CountBits)));
  bool Fits = If && !If->getElse() && isElected(If->getCond()) && onlyAdds(If->getThen()) &&
              byTheSameLanes(Condition);
  return Fits ? If : nullptr;
}

/// The branch that only the leader takes, if \p E is in one.
const Stmt *Election::leadersBranch(const Expr *E) const {
  for (const Stmt *Child = E, *P = parent(E); P; Child = P, P = parent(P))
    if (const auto *If = dyn_cast<IfStmt>(P); If && If->getThen() == Child && !If->getElse() &&
                                              isElected(If->getCond()) &&
                                              byTheSameLanes(If->getCond()))
      return Child;
  return nullptr;
}

static bool doesMore(const Stmt *S, const SourceText &Text, unsigned Depth = 0);

/// `return &member;`, and nothing else.
static bool onlyGives(const CallExpr *Call, const SourceText &Text, unsigned Depth) {
  constexpr unsigned MaxDepth = 4;
  const FunctionDecl *F = Depth < MaxDepth ? bodyThatRuns(Call) : nullptr;
  const auto *Body = F ? dyn_cast<CompoundStmt>(F->getBody()) : nullptr;
  const auto *Return =
      Body && Body->size() == 1 ? dyn_cast<ReturnStmt>(Body->body_front()) : nullptr;
  return Return && Return->getRetValue() && !doesMore(Return->getRetValue(), Text, Depth + 1);
}

/// What it is passed the address of, as atomics do.
static bool maySet(const FunctionDecl *F) {
  return llvm::any_of(F->parameters(), [](const ParmVarDecl *P) {
    const QualType To = P->getType()->getPointeeType();
    return !To.isNull() && !To.isConstQualified();
  });
}

/// It sets something, or concerns others.
static bool doesMore(const Stmt *S, const SourceText &Text, unsigned Depth) {
  if (const auto *E = dyn_cast<Expr>(S); E && !builtinOf(E, Text).Object.empty())
    return false;
  const auto *B = dyn_cast<BinaryOperator>(S);
  const auto *U = dyn_cast<UnaryOperator>(S);
  if ((B && B->isAssignmentOp()) || (U && U->isIncrementDecrementOp()) ||
      isa<CXXConstructExpr, CXXNewExpr, CXXDeleteExpr, LambdaExpr, AtomicExpr, StmtExpr>(S))
    return true;
  if (const auto *Call = dyn_cast<CallExpr>(S)) {
    const FunctionDecl *F = Call->getDirectCallee();
    if (F && Text.isToolkit(F) ? operationOf(Call, Text).concernsOthers() || maySet(F)
                               : !onlyGives(Call, Text, Depth))
      return true;
  }
  return llvm::any_of(S->children(),
                      [&](const Stmt *Part) { return Part && doesMore(Part, Text, Depth); });
}

bool Election::isSharedAdd(const Expr *E) const {
  const CallExpr *Call = callOf(E);
  StringRef Name = Call ? View.toolkitCallee(Call) : "";
  return (Name == "atomicAdd" || Name == "atomicSub") && isCount(Call->getArg(1)) &&
         !doesMore(Call->getArg(0), View.Text);
}

/// An operation that the leader's group may do once more: what another group's has done already
/// leaves what is there as it is. All lanes give it the same number.
bool Election::isRepeatable(const Expr *E) const {
  const CallExpr *Call = callOf(E);
  StringRef Name = Call ? View.toolkitCallee(Call) : "";
  if (opportunistic() ||
      (Name != "atomicOr" && Name != "atomicAnd" && Name != "atomicMax" && Name != "atomicMin") ||
      Call->getNumArgs() != 2 || isa_and_nonnull<Expr>(parent(Call)))
    return false;
  const Uniformity U = View.Analysis.uniformity(Call->getArg(1));
  return View.constant(Call->getArg(1)) || (U.UniformOver >= warpWidth() && U.Atoms.empty() &&
                                            !changingNumber(Call->getArg(1), View));
}

/// What a leader may do for its group.
bool Election::isLeadersOperation(const Expr *E) const {
  const CallExpr *Atomic = callOf(E); // once for each group what was done once
  if (Atomic && Atomic->getNumArgs() == 2 &&
      (doesMore(Atomic->getArg(0), View.Text) || doesMore(Atomic->getArg(1), View.Text)))
    return false;
  if (isSharedAdd(E) || isRepeatable(E))
    return true;
  const CallExpr *Call = callOf(E);
  StringRef Name = Call ? View.toolkitCallee(Call) : "";
  return (Name == "atomicAdd" || Name == "atomicSub") && isMultipleOfCount(Call->getArg(1)) &&
         !isa_and_nonnull<Expr>(parent(Call));
}

/// The old value of what the leader has added to, as it was: with the ranks of those that were
/// counted that makes the same numbers, whoever is counted together: added to it, or subtracted
/// from it, as the leader did.
bool Election::givesSum(const Expr *E) const {
  const CallExpr *Call = toolkitCall(E, Subtracts ? "atomicSub" : "atomicAdd", SumBits);
  return Call && isSharedAdd(Call);
}

/// `base = atomicAdd(p, count);`, and nothing else.
bool Election::onlyAdds(const Stmt *Branch) const {
  const auto *Block = dyn_cast<CompoundStmt>(Branch);
  if (Block && Block->size() != 1)
    return false;
  const auto *E = dyn_cast<Expr>(Block ? Block->body_front() : Branch);
  if (!E)
    return false;
  const auto *Assign = dyn_cast<BinaryOperator>(E->IgnoreParenCasts());
  if (!Assign || Assign->getOpcode() != BO_Assign)
    return isLeadersOperation(E);
  return isSharedAdd(Assign->getRHS()) && onlyShared(variable(Assign->getLHS(), SumBits));
}

/// What the leader's addition gave is in \p V, which other lanes do not see but by the leader's
/// shuffle: there are as many of it as there are groups.
bool Election::onlyShared(const VarDecl *V) const {
  if (!V || !V->hasLocalStorage() || !View.Analysis.variables().followed(V))
    return false;
  bool Fine = true;
  View.forEachStmt([&](const Stmt *Mention) {
    const auto *Ref = dyn_cast<DeclRefExpr>(Mention);
    if (!Ref || Ref->getDecl() != V)
      return;
    const Stmt *User = parent(climb(Ref, SumBits));
    const auto *Assign = dyn_cast_or_null<BinaryOperator>(User);
    const auto *Call = dyn_cast_or_null<CallExpr>(User);
    bool Target =
        Assign && Assign->getOpcode() == BO_Assign && Assign->getLHS()->IgnoreParens() == Ref;
    bool Shuffled = Call && isLeaderShuffle(Call) && shuffledValue(Call) == Ref;
    Fine = Fine && (Target || Shuffled || addedTo(Ref, [&](const Expr *E) { return isRank(E); }));
  });
  return Fine;
}

bool Election::anyPartitionOfVar(const VarDecl *V, bool Count) const {
  if (!View.Analysis.variables().followed(V) ||
      View.Analysis.variables().assignments(V).size() != 1)
    return false;
  bool Fine = true;
  View.forEachStmt([&](const Stmt *Mention) {
    if (const auto *Ref = dyn_cast<DeclRefExpr>(Mention); Ref && Ref->getDecl() == V)
      Fine = Fine && anyPartition(Ref, Count);
  });
  return Fine;
}

/// Whether the program cannot tell by this use of a count or rank who was counted together.
bool Election::anyPartition(const Expr *Number, bool Count) const {
  const Expr *Use = climb(Number, CountBits);
  DynTypedNodeList Parents = View.Context.getParents(*Use);
  if (const auto *V = Parents.empty() ? nullptr : Parents[0].get<VarDecl>())
    return anyPartitionOfVar(V, Count);
  const auto *P = dyn_cast_or_null<Expr>(parent(Use));
  if (const auto *ToBool = dyn_cast_or_null<ImplicitCastExpr>(P);
      ToBool && ToBool->getCastKind() == CK_IntegralToBoolean)
    P = dyn_cast_or_null<Expr>(parent(ToBool)); // `!rank`
  if (Count) {
    const bool Multiple = P && isMultipleOfCount(P);
    if (Multiple)
      P = dyn_cast_or_null<Expr>(parent(climb(P, ProductBits)));
    const bool Adds = P && (Multiple ? isLeadersOperation(P) : isSharedAdd(P));
    const Stmt *Branch = Adds ? leadersBranch(P) : nullptr;
    return Branch && onlyAdds(Branch);
  }
  if (P && isElected(P))
    return leadersIf(P) != nullptr;
  return addedTo(Use, [&](const Expr *E) { return fromLeader(E); });
}

static bool isVariable(const Expr *E, const VarDecl *V) {
  const auto *Ref = dyn_cast<DeclRefExpr>(E->IgnoreParenCasts());
  return Ref && Ref->getDecl() == V;
}

/// The shuffled value: what the leader's addition gave, and only its sum with a rank is used.
bool Election::sharesTheSum(const CallExpr *Shuffle, const Expr *Value) const {
  const auto *Ref = dyn_cast<DeclRefExpr>(number(Value, SumBits));
  const auto *V = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  auto IsRank = [&](const Expr *E) { return isRank(E); };
  if (!V || !setByLeader(V, Ref))
    return false;
  // Assigned back, the variable's uses are looked at below; else the shuffle's own is.
  const auto *Back = dyn_cast_or_null<BinaryOperator>(parent(climb(Shuffle, SumBits)));
  bool Fine = addedTo(Shuffle, IsRank) ||
              (Back && Back->getOpcode() == BO_Assign && isVariable(Back->getLHS(), V));
  View.forEachStmt([&](const Stmt *Mention) {
    const auto *Other = dyn_cast<DeclRefExpr>(Mention);
    if (!Other || Other->getDecl() != V || Other == Ref)
      return;
    const auto *Assign = dyn_cast_or_null<BinaryOperator>(parent(climb(Other, SumBits)));
    bool Target =
        Assign && Assign->getOpcode() == BO_Assign && Assign->getLHS()->IgnoreParenCasts() == Other;
    Fine = Fine && (Target || addedTo(Other, IsRank));
  });
  return Fine;
}

} // namespace coopify
