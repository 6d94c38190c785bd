//===- GridUses.cpp -------------------------------------------------------===//

#include "Extract/GridUses.h"

#include "Analysis/Operations/Operations.h"
#include "Analysis/Source/Exprs.h"

#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace coopify {

static bool mayLeave(const Stmt *S) {
  return S && (isa<ReturnStmt, GotoStmt, IndirectGotoStmt, AsmStmt, CXXThrowExpr>(S) ||
               llvm::any_of(S->children(), mayLeave));
}

/// Every thread that runs the function comes to \p Wait: it is a statement of the body itself, and
/// nothing before leaves.
static bool comesAlways(const Stmt *Wait, const FunctionView &View) {
  const auto *Body = dyn_cast<CompoundStmt>(View.Function->getBody());
  if (!Body || View.Analysis.at(Wait).Exits)
    return false;
  for (const Stmt *S : Body->body()) {
    const auto *E = dyn_cast<Expr>(S);
    if (E && E->IgnoreParenCasts() == Wait)
      return true;
    if (holds(S, Wait) || mayLeave(S))
      return false;
  }
  return false;
}

void gridUses(const FunctionView &View, FunctionSummary &Out) {
  View.forEachStmt([&](const Stmt *S) {
    const Operation Is = operationOf(S, View.Text);
    if (!Is.Group || Is.Group->Kind != GroupKind::Grid || !View.Analysis.reachable(S))
      return;
    Out.AsksForGrid |= Is.Member && Is.Member->Name == "is_valid";
    if (Is.Kind != OperationKind::GridBarrier)
      return;
    if (!Out.GridBarrierAt.valid())
      Out.GridBarrierAt = View.Text.expansion(S->getBeginLoc());
    Out.GridBarrierAlways |= comesAlways(S, View);
  });
}

} // namespace coopify
