//===- GridUses.cpp -------------------------------------------------------===//

#include "Extract/GridUses.h"

#include "Analysis/Operations/Operations.h"
#include "Analysis/Source/Exprs.h"

#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace coopify {

/// A thread may leave the kernel there, or in what it calls: by assembly, or in a way that is not
/// followed.
static bool mayExit(const Stmt *S, const SourceText &Text, unsigned Depth = 0) {
  if (!S)
    return false;
  if (isa<AsmStmt, CXXThrowExpr>(S))
    return true;
  if (operationOf(S, Text).Kind == OperationKind::UserCall) {
    const FunctionDecl *F = bodyThatRuns(cast<CallExpr>(S));
    if (!F || Depth > 3 || mayExit(F->getBody(), Text, Depth + 1))
      return true;
  }
  return llvm::any_of(S->children(), [&](const Stmt *Part) { return mayExit(Part, Text, Depth); });
}

static bool jumps(const Stmt *S) {
  return S &&
         (isa<ReturnStmt, GotoStmt, IndirectGotoStmt>(S) || llvm::any_of(S->children(), jumps));
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
    if (holds(S, Wait) || jumps(S) || mayExit(S, View.Text))
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
