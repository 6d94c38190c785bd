#include "Extract/Sites/Collectives/ShuffleRounds.h"

#include "Analysis/Source/Builtins.h"
#include "Extract/Sites/Collectives/CombiningSteps.h"

using namespace clang;

namespace coopify {

std::optional<int64_t> laneCount(const FunctionView &View, const Expr *E) {
  return laneConstant(E, View.Text, View.Context);
}

/// What \p E makes of \p Now, the value of the counter \p V; nullopt: something else.
static std::optional<int64_t> next(const FunctionView &View, const Expr *E, const VarDecl *V,
                                   int64_t Now) {
  const auto *B = dyn_cast<BinaryOperator>(E->IgnoreParens());
  if (!B || !B->isAssignmentOp() || variableOf(B->getLHS()) != V)
    return std::nullopt;
  BinaryOperatorKind Op = B->getOpcode();
  const Expr *By = B->getRHS();
  if (Op == BO_Assign) {
    const auto *Right = dyn_cast<BinaryOperator>(plain(B->getRHS()));
    if (!Right || variableOf(Right->getLHS()) != V)
      return std::nullopt;
    Op = Right->getOpcode();
    By = Right->getRHS();
  }
  std::optional<int64_t> N = View.constant(By);
  if (N == 1 && (Op == BO_Shr || Op == BO_ShrAssign))
    return Now >> 1;
  if (N == 2 && (Op == BO_Div || Op == BO_DivAssign))
    return Now / 2;
  if ((N == 1 && (Op == BO_Shl || Op == BO_ShlAssign)) ||
      (N == 2 && (Op == BO_Mul || Op == BO_MulAssign)))
    return Now * 2;
  return std::nullopt;
}

static std::optional<bool> holds(BinaryOperatorKind Op, int64_t A, int64_t B) {
  switch (Op) {
  case BO_LT:
    return A < B;
  case BO_LE:
    return A <= B;
  case BO_GT:
    return A > B;
  case BO_GE:
    return A >= B;
  case BO_NE:
    return A != B;
  default:
    return std::nullopt;
  }
}

std::optional<ShuffleRounds> shuffleRounds(const FunctionView &View, const ForStmt *For) {
  ShuffleRounds R;
  const Expr *Start = nullptr;
  if (const auto *D = dyn_cast_or_null<DeclStmt>(For->getInit())) {
    R.Counter = D->isSingleDecl() ? dyn_cast<VarDecl>(D->getSingleDecl()) : nullptr;
    R.Declared = true;
    Start = R.Counter ? R.Counter->getInit() : nullptr;
  } else if (const auto *Set = dyn_cast_or_null<BinaryOperator>(For->getInit());
             Set && Set->getOpcode() == BO_Assign) {
    R.Counter = variableOf(Set->getLHS());
    Start = Set->getRHS();
  }
  if (!R.Counter || !Start || !R.Counter->getType()->isIntegerType() ||
      R.Counter->getType()->isReferenceType() || !R.Counter->hasLocalStorage() ||
      View.Context.getTypeSize(R.Counter->getType()) < 8 || For->getConditionVariable() ||
      !For->getCond() || !For->getInc() || R.Counter->getType()->isBooleanType())
    return std::nullopt;
  const auto *Cond = dyn_cast<BinaryOperator>(For->getCond()->IgnoreParenImpCasts());
  bool Alone = !Cond && variableOf(For->getCond()->IgnoreParenImpCasts()) == R.Counter;
  std::optional<int64_t> Now = laneCount(View, Start), End = Alone ? 0 : std::optional<int64_t>();
  if (Cond && variableOf(Cond->getLHS()->IgnoreParenImpCasts()) == R.Counter)
    End = laneCount(View, Cond->getRHS());
  if (!Now || !End)
    return std::nullopt;
  for (unsigned Turn = 0; Turn < 8; ++Turn) {
    std::optional<bool> More = holds(Alone ? BO_NE : Cond->getOpcode(), *Now, *End);
    if (!More)
      return std::nullopt;
    if (!*More)
      return R;
    R.Distances.push_back(*Now);
    Now = next(View, For->getInc(), R.Counter, *Now);
    if (!Now || *Now > 64 || *Now < 0)
      return std::nullopt;
  }
  return std::nullopt;
}

} // namespace coopify
