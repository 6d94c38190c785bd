#include "Extract/Sites/Grids/CountedBarrier.h"

#include "Analysis/Convergence/LaneNumber.h"
#include "Analysis/Source/Builtins.h"
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

/// Fences, one addition of which nobody asks the result, and \p Loop, in this order.
static bool countsOnce(const CompoundStmt *Then, const Stmt *Loop, const FunctionView &View) {
  unsigned Adds = 0;
  for (const Stmt *S : Then->body()) {
    if (S == Loop) {
      if (Adds != 1)
        return false;
      continue;
    }
    const bool Adding = calleeOf(S, View) == "atomicAdd" && Adds == 0;
    if (!Adding && !isFence(S, View))
      return false;
    Adds += Adding;
  }
  return Adds == 1;
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
      !countsOnce(Then, Loop, View))
    return nullptr;
  auto At = llvm::find(Around->body(), If);
  auto Next = std::next(At);
  return Next != Around->body_end() && calleeOf(*Next, View) == "__syncthreads" ? If : nullptr;
}

} // namespace coopify
