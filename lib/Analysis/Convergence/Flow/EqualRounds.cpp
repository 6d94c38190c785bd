//===- EqualRounds.cpp ----------------------------------------------------===//

#include "Analysis/Convergence/Flow/EqualRounds.h"

#include "Analysis/Convergence/Flow/LoopCounters.h"
#include "Analysis/Source/Exprs.h"
#include "Analysis/Source/IntegerConstant.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/Support/MathExtras.h"

using namespace clang;

namespace coopify {

/// How far `const int end = first + 8;` is read.
constexpr unsigned MaxDepth = 4;

namespace {

/// A sum of variables, each so many times, and a number.
struct Sum {
  llvm::SmallMapVector<const VarDecl *, int64_t, 4> Times;
  int64_t Number = 0;
  bool Exact = true;

  void add(const Sum &Other, int64_t Factor);
  bool isNumber() const {
    return Exact && llvm::all_of(Times, [](const auto &T) { return T.second == 0; });
  }
};

/// `for (int j = first; ...; ++j)`; without a counter its start is still to be read.
struct Loop {
  const ForStmt *For = nullptr;
  const VarDecl *Counter = nullptr;
  Sum First;
};

class RoundFinder {
public:
  RoundFinder(const FunctionDecl *F, const Variables &Vars)
      : F(F), Context(F->getASTContext()), Vars(Vars) {}

  void read(const Stmt *S);
  llvm::DenseSet<const Expr *> Found;

private:
  void readLoop(const ForStmt *For);
  void readTests(const Expr *Cond, const Loop &L);
  bool steps(const Expr *Inc, const VarDecl *Counter) const;
  bool isCounted(const Expr *E) const;
  bool keeps(const VarDecl *V, const ForStmt *During) const;
  std::optional<Sum> sumOf(const Expr *E, const Loop &L, unsigned Depth = 0) const;
  std::optional<Sum> sumOf(const BinaryOperator *B, const Loop &L, unsigned Depth) const;
  std::optional<Sum> sumOf(const VarDecl *V, const Loop &L, unsigned Depth) const;

  const FunctionDecl *F;
  const ASTContext &Context;
  const Variables &Vars;
};

} // namespace

void Sum::add(const Sum &Other, int64_t Factor) {
  int64_t By = 0;
  auto Add = [&](int64_t &To, int64_t N) {
    Exact &= !llvm::MulOverflow(N, Factor, By) && !llvm::AddOverflow(To, By, To);
  };
  Exact &= Other.Exact;
  Add(Number, Other.Number);
  for (const auto &[V, N] : Other.Times)
    Add(Times[V], N);
}

/// Computed without running over: as an int or wider, with a sign.
bool RoundFinder::isCounted(const Expr *E) const {
  const QualType T = E->getType();
  return T->isSignedIntegerType() && !T.isVolatileQualified() &&
         Context.getIntWidth(T) >= Context.getIntWidth(Context.IntTy);
}

/// \p V does not change, \p During a loop; null: since it was made.
bool RoundFinder::keeps(const VarDecl *V, const ForStmt *During) const {
  return Vars.followed(V) && !V->getType()->isReferenceType() &&
         llvm::none_of(Vars.assignments(V), [&](const Variables::Assignment &A) {
           return A.At && (!During || holds(During, A.At));
         });
}

std::optional<Sum> RoundFinder::sumOf(const VarDecl *V, const Loop &L, unsigned Depth) const {
  if (V != L.Counter && !keeps(V, L.For))
    return std::nullopt;
  // What is made of variables that never change is still made of them.
  if (!isa<ParmVarDecl>(V) && V->hasInit() && keeps(V, nullptr) && Depth < MaxDepth)
    if (std::optional<Sum> Made = sumOf(V->getInit(), Loop(), Depth + 1))
      return Made;
  Sum S;
  S.Times[V] = 1;
  return S;
}

std::optional<Sum> RoundFinder::sumOf(const BinaryOperator *B, const Loop &Of,
                                      unsigned Depth) const {
  std::optional<Sum> L = sumOf(B->getLHS(), Of, Depth), R = sumOf(B->getRHS(), Of, Depth);
  if (!L || !R)
    return std::nullopt;
  if (B->getOpcode() == BO_Mul) {
    Sum Product;
    if (!L->isNumber() && !R->isNumber())
      return std::nullopt;
    Product.add(L->isNumber() ? *R : *L, L->isNumber() ? L->Number : R->Number);
    return Product;
  }
  if (!B->isAdditiveOp())
    return std::nullopt;
  L->add(*R, B->getOpcode() == BO_Sub ? -1 : 1);
  return L;
}

std::optional<Sum> RoundFinder::sumOf(const Expr *E, const Loop &L, unsigned Depth) const {
  if (!isCounted(E))
    return std::nullopt;
  if (std::optional<int64_t> N = integerConstant(E, Context)) {
    Sum S;
    S.Number = *N;
    return S;
  }
  if (const auto *P = dyn_cast<ParenExpr>(E))
    return sumOf(P->getSubExpr(), L, Depth);
  if (const auto *C = dyn_cast<CastExpr>(E)) {
    const Expr *Of = C->getSubExpr();
    const bool Keeps = C->getCastKind() == CK_NoOp || C->getCastKind() == CK_LValueToRValue ||
                       (C->getCastKind() == CK_IntegralCast && isCounted(Of) &&
                        Context.getIntWidth(Of->getType()) <= Context.getIntWidth(E->getType()));
    return Keeps ? sumOf(Of, L, Depth) : std::nullopt;
  }
  if (const VarDecl *V = localNamed(E))
    return sumOf(V, L, Depth);
  const auto *B = dyn_cast<BinaryOperator>(E);
  return B ? sumOf(B, L, Depth) : std::nullopt;
}

/// `++v`, `v += 2`, `v = v - 1`: by a number.
bool RoundFinder::steps(const Expr *Inc, const VarDecl *Counter) const {
  Inc = Inc->IgnoreParens();
  if (const auto *U = dyn_cast<UnaryOperator>(Inc))
    return U->isIncrementDecrementOp() && localNamed(U->getSubExpr()) == Counter;
  const auto *B = dyn_cast<BinaryOperator>(Inc);
  if (!B || !B->isAssignmentOp() || localNamed(B->getLHS()) != Counter)
    return false;
  // `j += 1L` is computed as a long and made an int again, which may be another number
  // ([conv.integral]), where an int runs over or does not.
  const unsigned Width = Context.getIntWidth(Counter->getType());
  if (const auto *Compound = dyn_cast<CompoundAssignOperator>(B);
      Compound && Context.getIntWidth(Compound->getComputationResultType()) != Width)
    return false;
  const Expr *By = B->getRHS();
  if (B->getOpcode() == BO_Assign) {
    const auto *New = dyn_cast<BinaryOperator>(By->IgnoreParenImpCasts());
    if (!New || !New->isAdditiveOp() || localNamed(New->getLHS()) != Counter || !isCounted(New) ||
        Context.getIntWidth(New->getType()) != Width)
      return false;
    By = New->getRHS();
  } else if (B->getOpcode() != BO_AddAssign && B->getOpcode() != BO_SubAssign) {
    return false;
  }
  return isCounted(By) && integerConstant(By, Context).has_value();
}

void RoundFinder::readTests(const Expr *Cond, const Loop &L) {
  const auto *B = dyn_cast<BinaryOperator>(Cond->IgnoreParens());
  if (!B)
    return;
  if (B->getOpcode() == BO_LAnd) {
    readTests(B->getLHS(), L);
    readTests(B->getRHS(), L);
    return;
  }
  if (!B->isComparisonOp() || B->getOpcode() == BO_Cmp)
    return;
  std::optional<Sum> Apart = sumOf(B->getLHS(), L), Right = sumOf(B->getRHS(), L);
  if (!Apart || !Right)
    return;
  Apart->add(*Right, -1);
  // The counter is what it began with, and the same numbers for all.
  const int64_t Counted = Apart->Times.lookup(L.Counter);
  Apart->Times.erase(L.Counter);
  Apart->add(L.First, Counted);
  if (Apart->isNumber())
    Found.insert(B);
}

void RoundFinder::readLoop(const ForStmt *For) {
  const VarDecl *Counter = nullptr;
  const Expr *From = nullptr;
  if (const auto *D = dyn_cast_or_null<DeclStmt>(For->getInit())) {
    Counter = D->isSingleDecl() ? dyn_cast<VarDecl>(D->getSingleDecl()) : nullptr;
    From = Counter ? Counter->getInit() : nullptr;
  } else if (const auto *B = dyn_cast_or_null<BinaryOperator>(For->getInit());
             B && B->getOpcode() == BO_Assign) {
    Counter = localNamed(B->getLHS());
    From = B->getRHS();
  }
  if (!Counter || !From || !For->getCond() || !For->getInc() || !steps(For->getInc(), Counter) ||
      !onlyStepChanges(For, Counter, Vars, F->getBody()))
    return;
  if (std::optional<Sum> First = sumOf(From, {For, nullptr, {}}))
    readTests(For->getCond(), {For, Counter, std::move(*First)});
}

void RoundFinder::read(const Stmt *S) {
  if (!S || isa<LambdaExpr>(S))
    return;
  if (const auto *For = dyn_cast<ForStmt>(S))
    readLoop(For);
  for (const Stmt *Child : S->children())
    read(Child);
}

llvm::DenseSet<const Expr *> findEqualRounds(const FunctionDecl *F, const Variables &Vars) {
  RoundFinder Finder(F, Vars);
  if (F->getASTContext().getLangOpts().isSignedOverflowDefined())
    return {};
  Finder.read(F->getBody());
  return std::move(Finder.Found);
}

} // namespace coopify
