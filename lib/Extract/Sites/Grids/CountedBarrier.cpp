#include "Extract/Sites/Grids/CountedBarrier.h"

#include "Analysis/Convergence/LaneNumber.h"
#include "Analysis/SharedMemory/SharedAccess.h"
#include "Analysis/SharedMemory/Steps/SharedSteps.h"
#include "Analysis/Source/Builtins.h"
#include "Analysis/Source/Directives.h"
#include "Analysis/Source/Exprs.h"

#include "clang/AST/ParentMap.h"

using namespace clang;

namespace coopify {

/// `threadIdx.x == 0`, of a variable that holds it too, and so of y and z beside it.
static bool isFirstThread(const Expr *E, const FunctionView &View) {
  E = E->IgnoreParenImpCasts();
  const auto *B = dyn_cast<BinaryOperator>(E);
  if (B && B->getOpcode() == BO_LAnd)
    return isFirstThread(B->getLHS(), View) && isFirstThread(B->getRHS(), View);
  if (const auto *Not = dyn_cast<UnaryOperator>(E); Not && Not->getOpcode() == UO_LNot)
    return isThreadX(View, Not->getSubExpr()->IgnoreImpCasts());
  if (!B || B->getOpcode() != BO_EQ)
    return false;
  const Expr *Number = View.constant(B->getRHS()) == 0   ? B->getLHS()
                       : View.constant(B->getLHS()) == 0 ? B->getRHS()
                                                         : nullptr;
  return Number && (isThreadX(View, Number) ||
                    builtinOf(Number->IgnoreParenImpCasts(), View.Text).Object == "threadIdx");
}

static StringRef calleeOf(const Stmt *S, const FunctionView &View) {
  const auto *E = dyn_cast_or_null<Expr>(S);
  return E ? View.toolkitCallee(E->IgnoreParenCasts()) : StringRef();
}

static bool isFence(const Stmt *S, const FunctionView &View) {
  return isa<NullStmt>(S) || calleeOf(S, View).starts_with("__threadfence");
}

/// Nothing but fences.
static bool isIdle(const Stmt *Body, const FunctionView &View) {
  if (const auto *Block = dyn_cast<CompoundStmt>(Body))
    return llvm::all_of(Block->body(), [&](const Stmt *S) { return isIdle(S, View); });
  return isFence(Body, View);
}

static const Stmt *bodyOf(const Stmt *Loop) {
  if (const auto *W = dyn_cast<WhileStmt>(Loop))
    return W->getConditionVariable() ? nullptr : W->getBody();
  const auto *D = dyn_cast<DoStmt>(Loop);
  return D ? D->getBody() : nullptr;
}

/// The place that a pointer leads to, or that a variable is: `count` of `(int *)&count`, and of
/// `*(volatile int *)&count`; with true, `p` of `*p`, or of the pointer p.
using Counter = std::pair<const Expr *, bool>;

static Counter pointed(const Expr *Pointer) {
  Pointer = Pointer->IgnoreParenCasts();
  if (const auto *U = dyn_cast<UnaryOperator>(Pointer); U && U->getOpcode() == UO_AddrOf)
    return {U->getSubExpr()->IgnoreParens(), false};
  return {Pointer, true};
}

static Counter placeOf(const Expr *E) {
  E = E->IgnoreParenImpCasts();
  const auto *U = dyn_cast<UnaryOperator>(E);
  return U && U->getOpcode() == UO_Deref ? pointed(U->getSubExpr()) : Counter{E, false};
}

/// To work it out changes nothing: constants, variables, what the launch says, and operators. With
/// \p Own it is the same each time, too: no memory that others may change.
static bool isPlain(const Expr *E, const FunctionView &View, bool Own = false) {
  E = E->IgnoreParenCasts();
  if (View.constant(E) || !builtinOf(E, View.Text).Object.empty())
    return true;
  if (const auto *B = dyn_cast<BinaryOperator>(E))
    return !B->isAssignmentOp() && isPlain(B->getLHS(), View, Own) &&
           isPlain(B->getRHS(), View, Own);
  if (const auto *U = dyn_cast<UnaryOperator>(E))
    return !U->isIncrementDecrementOp() && !(Own && U->getOpcode() == UO_Deref) &&
           isPlain(U->getSubExpr(), View, Own);
  if (const auto *A = dyn_cast<ArraySubscriptExpr>(E))
    return !Own && isPlain(A->getBase(), View) && isPlain(A->getIdx(), View);
  if (const auto *M = dyn_cast<MemberExpr>(E))
    return !Own && isPlain(M->getBase(), View);
  const auto *Ref = dyn_cast<DeclRefExpr>(E);
  const auto *V = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  return Own ? V && V->hasLocalStorage() && !V->getType()->isReferenceType() &&
                   !V->getType().isVolatileQualified()
             : Ref || isa<CXXThisExpr>(E);
}

/// What `atomicAdd(&count, n)` adds \p Amount to; null: it is no such call.
static std::optional<Counter> addedTo(const Stmt *S, bool Zero, const FunctionView &View) {
  const auto *E = dyn_cast_or_null<Expr>(S);
  const auto *Call = E ? dyn_cast<CallExpr>(E->IgnoreParenCasts()) : nullptr;
  if (!Call || calleeOf(Call, View) != "atomicAdd" || Call->getNumArgs() != 2 ||
      !isPlain(Call->getArg(0), View))
    return std::nullopt;
  const std::optional<int64_t> N = View.constant(Call->getArg(1));
  return N && (*N == 0) == Zero ? std::optional(pointed(Call->getArg(0))) : std::nullopt;
}

/// What `count < goal` asks for, and nothing else.
static std::optional<Counter> asked(const Expr *Cond, const FunctionView &View) {
  const auto *B = dyn_cast<BinaryOperator>(Cond->IgnoreParenImpCasts());
  if (!B || !B->isComparisonOp())
    return std::nullopt;
  for (auto [Count, Goal] :
       {std::pair(B->getLHS(), B->getRHS()), std::pair(B->getRHS(), B->getLHS())}) {
    if (!isPlain(Goal, View, /*Own=*/true))
      continue;
    if (const auto Of = addedTo(Count, /*Zero=*/true, View))
      return Of;
    if (!isPlain(Count, View))
      continue;
    const Counter Of = placeOf(Count);
    const auto *Ref = dyn_cast<DeclRefExpr>(Of.first);
    const auto *V = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
    if (Of.second || !V || !V->hasLocalStorage())
      return Of;
  }
  return std::nullopt;
}

/// Fences, one addition of which nobody asks the result, and \p Loop, in this order; the loop asks
/// what was added to.
static bool countsOnce(const CompoundStmt *Then, const Stmt *Loop, const FunctionView &View) {
  std::optional<Counter> Added;
  for (const Stmt *S : Then->body()) {
    if (S == Loop) {
      const auto Asked = asked(loopCondition(Loop), View);
      if (!Added || !Asked || Asked->second != Added->second ||
          !alike(Asked->first, Added->first, View.Context))
        return false;
      continue;
    }
    if (isFence(S, View))
      continue;
    const auto To = addedTo(S, /*Zero=*/false, View);
    if (!To || Added)
      return false;
    Added = To;
  }
  return Added.has_value();
}

const IfStmt *countedBarrier(const Stmt *Loop, const FunctionView &View) {
  if (View.Function->isTemplateInstantiation() || Loop->getBeginLoc().isMacroID())
    return nullptr;
  const ParentMap Parents(View.Function->getBody());
  const auto *Then = dyn_cast_or_null<CompoundStmt>(Parents.getParent(Loop));
  const auto *If = Then ? dyn_cast_or_null<IfStmt>(Parents.getParent(Then)) : nullptr;
  const auto *Around = If ? dyn_cast_or_null<CompoundStmt>(Parents.getParent(If)) : nullptr;
  const Stmt *Body = bodyOf(Loop);
  if (!Around || !Body || If->getThen() != Then || If->getElse() || If->getInit() ||
      If->getConditionVariable() || !isFirstThread(If->getCond(), View) || !isIdle(Body, View) ||
      !countsOnce(Then, Loop, View) ||
      hasDirective(View.Text.spelled(View.Text.range(If->getSourceRange())), View.Text.lang()))
    return nullptr;
  auto At = llvm::find(Around->body(), If);
  auto Next = std::next(At);
  return Next != Around->body_end() && calleeOf(*Next, View) == "__syncthreads" ? If : nullptr;
}

} // namespace coopify
