//===- LoopCounters.cpp ---------------------------------------------------===//

#include "Analysis/Convergence/Flow/LoopCounters.h"

#include "Analysis/Source/ControlFlow.h"
#include "Analysis/Source/Exprs.h"
#include "Analysis/Source/IntegerConstant.h"
#include "Analysis/Source/IntegerRange.h"

#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace coopify {

/// More rounds than shared memory has elements to halve.
constexpr size_t MaxRounds = 64;

namespace {

/// `for (int v = 128; v > 32; v >>= 1)`, read.
struct CountedLoop {
  const VarDecl *Counter = nullptr;
  int64_t First = 0, Bound = 0, By = 1;
  BinaryOperatorKind Test = BO_NE, Step = BO_Add;
};

} // namespace

const VarDecl *localNamed(const Expr *E) {
  const auto *Ref = dyn_cast<DeclRefExpr>(E->IgnoreParenImpCasts());
  const auto *V = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  return V && V->hasLocalStorage() && !Ref->refersToEnclosingVariableOrCapture() ? V : nullptr;
}

/// `T v = n` or `v = n`.
static bool readFirst(const Stmt *Init, CountedLoop &L, const ASTContext &Context) {
  const Expr *Value = nullptr;
  if (const auto *D = dyn_cast_or_null<DeclStmt>(Init)) {
    L.Counter = D->isSingleDecl() ? dyn_cast<VarDecl>(D->getSingleDecl()) : nullptr;
    Value = L.Counter ? L.Counter->getInit() : nullptr;
  } else if (const auto *B = dyn_cast_or_null<BinaryOperator>(Init);
             B && B->getOpcode() == BO_Assign) {
    L.Counter = localNamed(B->getLHS());
    Value = B->getRHS();
  }
  auto N = Value ? integerConstant(Value, Context) : std::nullopt;
  L.First = N.value_or(0);
  return N && L.Counter && L.Counter->hasLocalStorage() && L.Counter->getType()->isIntegerType() &&
         !L.Counter->getType()->isBooleanType() && !L.Counter->getType()->isEnumeralType() &&
         !L.Counter->getType().isVolatileQualified();
}

/// `v > n`, `n < v`, or v alone, which is not 0 then.
static bool readTest(const Expr *Cond, CountedLoop &L, const ASTContext &Context) {
  if (!Cond)
    return false;
  const auto *B = dyn_cast<BinaryOperator>(Cond->IgnoreParens());
  if (!B || !B->isComparisonOp())
    return localNamed(Cond) == L.Counter;
  const bool Reversed = localNamed(B->getRHS()) == L.Counter;
  auto N = integerConstant(Reversed ? B->getLHS() : B->getRHS(), Context);
  L.Bound = N.value_or(0);
  L.Test = Reversed ? BinaryOperator::reverseComparisonOp(B->getOpcode()) : B->getOpcode();
  // A signed counter and an unsigned number are compared as unsigned ones.
  const QualType Counter = L.Counter->getType(), Compared = B->getLHS()->getType();
  return N && L.Test != BO_Cmp && (Reversed || localNamed(B->getLHS()) == L.Counter) &&
         (Compared->isSignedIntegerType() || Counter->isUnsignedIntegerType()) &&
         Context.getIntWidth(Compared) >= Context.getIntWidth(Counter);
}

/// `v >>= n`, `v = v / n`, `++v`.
static bool readStep(const Expr *Inc, CountedLoop &L, const ASTContext &Context) {
  if (!Inc)
    return false;
  Inc = Inc->IgnoreParens();
  if (const auto *U = dyn_cast<UnaryOperator>(Inc)) {
    L.Step = U->isIncrementOp() ? BO_Add : BO_Sub;
    return U->isIncrementDecrementOp() && localNamed(U->getSubExpr()) == L.Counter;
  }
  const auto *B = dyn_cast<BinaryOperator>(Inc);
  if (!B || !B->isAssignmentOp() || localNamed(B->getLHS()) != L.Counter)
    return false;
  const Expr *By = B->getRHS();
  if (B->isCompoundAssignmentOp()) {
    L.Step = BinaryOperator::getOpForCompoundAssignment(B->getOpcode());
  } else {
    const auto *New = dyn_cast<BinaryOperator>(By->IgnoreParenImpCasts());
    if (!New || localNamed(New->getLHS()) != L.Counter)
      return false;
    L.Step = New->getOpcode();
    By = New->getRHS();
  }
  auto N = integerConstant(By, Context);
  L.By = N.value_or(0);
  return N && L.By > 0 && L.By < (int64_t(1) << 31);
}

static std::optional<int64_t> stepped(int64_t V, const CountedLoop &L) {
  switch (L.Step) {
  case BO_Add:
    return V + L.By;
  case BO_Sub:
    return V - L.By;
  case BO_Mul:
    return V * L.By;
  case BO_Div: // by an unsigned number it is another one below zero
    return V >= 0 ? std::optional(V / L.By) : std::nullopt;
  case BO_Shl:
    return L.By < 32 && V >= 0 ? std::optional(V << L.By) : std::nullopt;
  case BO_Shr:
    return L.By < 32 && V >= 0 ? std::optional(V >> L.By) : std::nullopt;
  default:
    return std::nullopt;
  }
}

static bool goesOn(int64_t V, const CountedLoop &L) {
  switch (L.Test) {
  case BO_LT:
    return V < L.Bound;
  case BO_LE:
    return V <= L.Bound;
  case BO_GT:
    return V > L.Bound;
  case BO_GE:
    return V >= L.Bound;
  case BO_EQ:
    return V == L.Bound;
  default:
    return V != L.Bound;
  }
}

/// What the counter is in each round; of a body that is never run any number is true. nullopt:
/// there are too many, or it runs over.
static std::optional<LoopCounters::Numbers> roundsOf(const CountedLoop &L,
                                                     const ASTContext &Context) {
  const QualType T = L.Counter->getType();
  const IntegerType Of{Context.getIntWidth(T), T->isSignedIntegerType()};
  LoopCounters::Numbers All;
  std::optional<int64_t> V = L.First;
  for (; V && Of.holds(number(*V)) && std::abs(*V) < (int64_t(1) << 31); V = stepped(*V, L)) {
    if (!goesOn(*V, L))
      return All.empty() ? LoopCounters::Numbers{0} : All;
    if (All.size() == MaxRounds)
      return std::nullopt;
    All.push_back(*V);
  }
  return std::nullopt;
}

bool onlyStepChanges(const ForStmt *For, const VarDecl *V, const Variables &Vars,
                     const Stmt *Body) {
  return Vars.followed(V) && !isJumpedInto(For->getBody(), Body) &&
         llvm::none_of(Vars.assignments(V), [&](const Variables::Assignment &A) {
           return A.At && (holds(For->getBody(), A.At) || holds(For->getCond(), A.At));
         });
}

LoopCounters::LoopCounters(const FunctionDecl *F, const Variables &Vars) : F(F) {
  read(F->getBody(), Vars);
}

void LoopCounters::read(const Stmt *S, const Variables &Vars) {
  if (!S || isa<LambdaExpr>(S))
    return;
  const ASTContext &Context = F->getASTContext();
  CountedLoop L;
  if (const auto *For = dyn_cast<ForStmt>(S);
      For && readFirst(For->getInit(), L, Context) && readTest(For->getCond(), L, Context) &&
      readStep(For->getInc(), L, Context) && onlyStepChanges(For, L.Counter, Vars, F->getBody()))
    if (std::optional<Numbers> All = roundsOf(L, Context)) {
      Loops.push_back(std::move(*All));
      mark(For->getBody(), L.Counter, Loops.size() - 1);
    }
  for (const Stmt *Child : S->children())
    read(Child, Vars);
}

void LoopCounters::mark(const Stmt *S, const VarDecl *V, unsigned Loop) {
  if (!S || isa<LambdaExpr>(S))
    return;
  if (const auto *Ref = dyn_cast<DeclRefExpr>(S); Ref && Ref->getDecl() == V)
    Uses[Ref] = Loop;
  for (const Stmt *Child : S->children())
    mark(Child, V, Loop);
}

const LoopCounters::Numbers *LoopCounters::at(const DeclRefExpr *Ref) const {
  auto It = Uses.find(Ref);
  return It == Uses.end() ? nullptr : &Loops[It->second];
}

} // namespace coopify
