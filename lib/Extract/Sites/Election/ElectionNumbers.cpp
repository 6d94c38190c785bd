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

/// `v = __shfl(v, leader)`, or a variable that holds it.
bool Election::fromLeader(const Expr *E) const {
  const auto *Ref = dyn_cast<DeclRefExpr>(E->IgnoreParenCasts());
  const auto *V = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  if (!V)
    return isLeaderShuffle(E);
  return View.Analysis.variables().followed(V) &&
         llvm::any_of(View.Analysis.variables().assignments(V),
                      [&](const auto &A) { return A.Value && isLeaderShuffle(A.Value); });
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

/// The branch that only the leader takes, if \p E is in one.
const Stmt *Election::leadersBranch(const Expr *E) const {
  for (const Stmt *Child = E, *P = parent(E); P; Child = P, P = parent(P))
    if (const auto *If = dyn_cast<IfStmt>(P);
        If && If->getThen() == Child && !If->getElse() && isElected(If->getCond()))
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
  if (opportunistic())
    return true;
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
    return true;
  return addedTo(Use, [&](const Expr *E) { return fromLeader(E); });
}

/// The shuffled value: what the leader's addition gave, and only its sum with a rank is used.
bool Election::sharesTheSum(const CallExpr *Shuffle, const Expr *Value) const {
  if (opportunistic())
    return true;
  const auto *Ref = dyn_cast<DeclRefExpr>(Value->IgnoreParenCasts());
  const auto *V = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  auto IsRank = [&](const Expr *E) { return isRank(E); };
  if (!V || !View.Analysis.variables().followed(V))
    return false;
  for (const auto &A : View.Analysis.variables().assignments(V)) {
    bool Fine = !A.Value || View.constant(A.Value) || callOf(A.Value) == Shuffle ||
                (isSharedAdd(A.Value) && leadersBranch(A.Value));
    if (!Fine && !addedTo(Shuffle, IsRank))
      return false;
  }
  // Assigned back, the variable's uses are looked at below; else the shuffle's own is.
  const auto *Back = dyn_cast_or_null<BinaryOperator>(parent(climb(Shuffle)));
  bool Fine = addedTo(Shuffle, IsRank) ||
              (Back && Back->getOpcode() == BO_Assign && fromLeader(Back->getLHS()));
  View.forEachStmt([&](const Stmt *Mention) {
    const auto *Other = dyn_cast<DeclRefExpr>(Mention);
    if (!Other || Other->getDecl() != V || Other == Ref)
      return;
    const auto *Assign = dyn_cast_or_null<BinaryOperator>(parent(climb(Other)));
    bool Target =
        Assign && Assign->getOpcode() == BO_Assign && Assign->getLHS()->IgnoreParenCasts() == Other;
    Fine = Fine && (Target || addedTo(Other, IsRank) || addedTo(Shuffle, IsRank));
  });
  return Fine;
}

} // namespace coopify
