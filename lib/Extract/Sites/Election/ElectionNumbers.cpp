//===- ElectionNumbers.cpp ----------------------------------------------------===//

#include "Extract/Sites/Election/Election.h"

#include "Analysis/Convergence/LaneNumber.h"

#include "clang/AST/ParentMapContext.h"

using namespace clang;

namespace coopify {

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
  E = E->IgnoreParenCasts();
  if (const VarDecl *V = onlyInitialised(View, E)) {
    if (!isLaneMaskLt(V->getInit()))
      return false;
    Consumed.insert(V);
    return true;
  }
  if (View.toolkitCallee(E) == "__lanemask_lt" || wrapsRegister(E, "lanemask_lt"))
    return true;
  const auto *Minus = dyn_cast<BinaryOperator>(E); // (1 << lane) - 1
  if (!Minus || Minus->getOpcode() != BO_Sub || View.constant(Minus->getRHS()) != 1)
    return false;
  const auto *Shift = dyn_cast<BinaryOperator>(Minus->getLHS()->IgnoreParenCasts());
  return Shift && Shift->getOpcode() == BO_Shl && View.constant(Shift->getLHS()) == 1 &&
         isLane(Shift->getRHS());
}

bool Election::isLeader(const Expr *E) const {
  E = E->IgnoreParenCasts();
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E))
    return Leaders.contains(dyn_cast<VarDecl>(Ref->getDecl()));
  const auto *Minus = dyn_cast<BinaryOperator>(E); // __ffs(mask) - 1
  if (!Minus || Minus->getOpcode() != BO_Sub || View.constant(Minus->getRHS()) != 1)
    return false;
  const Expr *Ffs = Minus->getLHS()->IgnoreParenCasts();
  if (View.toolkitCallee(Ffs) != "__ffs")
    return false;
  const auto *Ref = dyn_cast<DeclRefExpr>(cast<CallExpr>(Ffs)->getArg(0)->IgnoreParenCasts());
  return Ref && Ref->getDecl() == Mask;
}

/// `__popc(mask & lanes below)`, or a variable that holds it.
bool Election::isRank(const Expr *E) const {
  E = E->IgnoreParenCasts();
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E))
    return Ranks.contains(dyn_cast<VarDecl>(Ref->getDecl()));
  if (View.toolkitCallee(E) != "__popc")
    return false;
  const auto *And = dyn_cast<BinaryOperator>(cast<CallExpr>(E)->getArg(0)->IgnoreParenCasts());
  return And && And->getOpcode() == BO_And && (isMask(And->getLHS()) || isMask(And->getRHS()));
}

/// `__popc(mask)`, or a variable that holds it.
bool Election::isCount(const Expr *E) const {
  E = E->IgnoreParenCasts();
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E))
    return Counts.contains(dyn_cast<VarDecl>(Ref->getDecl()));
  return View.toolkitCallee(E) == "__popc" && isMask(cast<CallExpr>(E)->getArg(0));
}

bool Election::isMask(const Expr *E) const {
  const auto *Ref = dyn_cast<DeclRefExpr>(E->IgnoreParenCasts());
  return Ref && Ref->getDecl() == Mask;
}

bool Election::isLeaderShuffle(const Expr *E) const {
  const CallExpr *Call = callOf(E);
  StringRef Name = Call ? View.toolkitCallee(Call) : "";
  unsigned Lane = Name == "__shfl" ? 1 : Name == "__shfl_sync" ? 2 : 0;
  if (Lane == 0 || Call->getNumArgs() <= Lane)
    return false;
  const auto *Ref = dyn_cast<DeclRefExpr>(Call->getArg(Lane)->IgnoreParenCasts());
  return isLeader(Call->getArg(Lane)) ||
         (Ref && Leading.contains(dyn_cast<VarDecl>(Ref->getDecl())));
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
  return Sum && before(Sum, Use) && llvm::all_of(Set, [&](const auto &A) {
           return A.Value && (A.Value == Sum || Shuffled(A.Value) || before(A.Value, Sum) ||
                              before(Use, A.Value));
         });
}

const Expr *Election::shuffledValue(const Expr *Shuffle) const {
  const CallExpr *Call = callOf(Shuffle);
  return Call->getArg(View.toolkitCallee(Call) == "__shfl_sync" ? 1 : 0)->IgnoreParenCasts();
}

/// `__shfl(v, leader)` of what the leader's addition gave, or a variable that holds it where \p E
/// stands: it was set so before, and to nothing else since.
bool Election::fromLeader(const Expr *E) const {
  const auto *Ref = dyn_cast<DeclRefExpr>(E->IgnoreParenCasts());
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
  const Expr *Sum = climb(Number);
  for (const auto *B = dyn_cast_or_null<BinaryOperator>(parent(Sum)); B;
       B = dyn_cast_or_null<BinaryOperator>(parent(Sum))) {
    if (B->getOpcode() != BO_Add && B->getOpcode() != BO_AddAssign)
      return false;
    if (Wanted(B->getLHS() == Sum ? B->getRHS() : B->getLHS()))
      return true;
    Sum = climb(B);
  }
  return false;
}

bool Election::isElected(const Expr *Condition) const {
  const auto *Compare = dyn_cast<BinaryOperator>(Condition->IgnoreParenCasts());
  if (!Compare || Compare->getOpcode() != BO_EQ)
    return false;
  auto Asks = [&](const Expr *One, const Expr *Other) {
    const auto *Ref = dyn_cast<DeclRefExpr>(One->IgnoreParenCasts());
    return isLeader(One) || (Ref && Leading.contains(dyn_cast<VarDecl>(Ref->getDecl()))) ||
           (isRank(One) && View.constant(Other) == 0);
  };
  return Asks(Compare->getLHS(), Compare->getRHS()) || Asks(Compare->getRHS(), Compare->getLHS());
}

/// Whoever was counted comes to \p S.
bool Election::byTheSameLanes(const Stmt *S) const { return View.Analysis.sameActivity(Anchor, S); }

/// `if (elected) add();`, decided by all that were counted, and nothing else in it.
const IfStmt *Election::leadersIf(const Expr *Condition) const {
  const auto *If = dyn_cast_or_null<IfStmt>(parent(climb(Condition)));
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

bool Election::isSharedAdd(const Expr *E) const {
  const CallExpr *Call = callOf(E);
  StringRef Name = Call ? View.toolkitCallee(Call) : "";
  return (Name == "atomicAdd" || Name == "atomicSub") && isCount(Call->getArg(1));
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
  return isSharedAdd(Assign && Assign->getOpcode() == BO_Assign ? Assign->getRHS() : E);
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
  const Expr *Use = climb(Number);
  DynTypedNodeList Parents = View.Context.getParents(*Use);
  if (const auto *V = Parents.empty() ? nullptr : Parents[0].get<VarDecl>())
    return anyPartitionOfVar(V, Count);
  const auto *P = dyn_cast_or_null<Expr>(parent(Use));
  if (Count) {
    const Stmt *Branch = P && isSharedAdd(P) ? leadersBranch(P) : nullptr;
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
  const auto *Ref = dyn_cast<DeclRefExpr>(Value->IgnoreParenCasts());
  const auto *V = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  auto IsRank = [&](const Expr *E) { return isRank(E); };
  if (!V || !setByLeader(V, Ref))
    return false;
  // Assigned back, the variable's uses are looked at below; else the shuffle's own is.
  const auto *Back = dyn_cast_or_null<BinaryOperator>(parent(climb(Shuffle)));
  bool Fine = addedTo(Shuffle, IsRank) ||
              (Back && Back->getOpcode() == BO_Assign && isVariable(Back->getLHS(), V));
  View.forEachStmt([&](const Stmt *Mention) {
    const auto *Other = dyn_cast<DeclRefExpr>(Mention);
    if (!Other || Other->getDecl() != V || Other == Ref)
      return;
    const auto *Assign = dyn_cast_or_null<BinaryOperator>(parent(climb(Other)));
    bool Target =
        Assign && Assign->getOpcode() == BO_Assign && Assign->getLHS()->IgnoreParenCasts() == Other;
    Fine = Fine && (Target || addedTo(Other, IsRank));
  });
  return Fine;
}

} // namespace coopify
