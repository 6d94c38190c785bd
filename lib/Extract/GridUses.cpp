//===- GridUses.cpp -------------------------------------------------------===//

#include "Extract/GridUses.h"

#include "Analysis/Operations/Operations.h"
#include "Analysis/Source/Decls.h"
#include "Analysis/Source/Exprs.h"
#include "Analysis/Source/ImplicitCalls.h"

#include "clang/AST/Attr.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace coopify {

static bool mayExit(const Stmt *S, const SourceText &Text, unsigned Depth = 0);

/// In what runs where \p S stands without being written there: a constructor, a destructor, a
/// default argument.
static bool mayExitUnwritten(const Stmt *S, const SourceText &Text, unsigned Depth) {
  ImplicitCalls Calls;
  Calls.ofStatement(S);
  Calls.ofDestruction(S);
  if (const auto *Made = dyn_cast<CXXConstructExpr>(S))
    Calls.ofFunction(Made->getConstructor());
  if (const auto *D = dyn_cast<DeclStmt>(S))
    for (const Decl *Each : D->decls())
      if (const auto *V = dyn_cast<VarDecl>(Each)) {
        if (V->hasAttr<CleanupAttr>())
          return true;
        llvm::append_range(Calls.Found, ImplicitCalls::atEndOf(V).Found);
      }
  return llvm::any_of(Calls.Found, [&](const ImplicitCalls::Call &C) {
    const FunctionDecl *Body = nullptr;
    if (C.Callee && Text.isToolkit(C.Callee))
      return false;
    if (!C.Callee || mayBeReplaced(C.Callee) || !C.Callee->hasBody(Body) || Depth > 3)
      return true;
    const auto *Constructor = dyn_cast<CXXConstructorDecl>(Body);
    return mayExit(Body->getBody(), Text, Depth + 1) ||
           (Constructor && llvm::any_of(Constructor->inits(), [&](const auto *Init) {
              return mayExit(Init->getInit(), Text, Depth + 1);
            }));
  });
}

/// A thread may leave the kernel there, or in what it calls: by assembly, or in a way that is not
/// followed.
static bool mayExit(const Stmt *S, const SourceText &Text, unsigned Depth) {
  if (!S)
    return false;
  if (isa<AsmStmt, CXXThrowExpr>(S) || mayExitUnwritten(S, Text, Depth))
    return true;
  const OperationKind Kind = operationOf(S, Text).Kind;
  if (Kind == OperationKind::Unknown)
    return true;
  if (Kind == OperationKind::UserCall) {
    const FunctionDecl *F = bodyThatRuns(cast<CallExpr>(S));
    if (!F || Depth > 3 || mayExit(F->getBody(), Text, Depth + 1))
      return true;
  }
  if (const auto *Call = dyn_cast<CallExpr>(S);
      Call && !Call->getDirectCallee() && Kind == OperationKind::None)
    return true; // through a pointer
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
    if (isa<CUDAKernelCallExpr>(S) && View.Analysis.reachable(S) && !Out.LaunchesAt.valid())
      Out.LaunchesAt = View.Text.expansion(S->getBeginLoc());
    const Operation Is = operationOf(S, View.Text);
    if (!Is.Group || Is.Group->Kind != GroupKind::Grid || !View.Analysis.reachable(S))
      return;
    Out.AsksForGrid |= Is.Member && Is.Member->Name == "is_valid";
    if (Is.Kind != OperationKind::GridBarrier)
      return;
    if (!Out.GridBarrierAt.valid())
      Out.GridBarrierAt = View.Text.expansion(S->getBeginLoc());
    Out.GridBarrierAlways |= !givesWay(View.Function) && comesAlways(S, View);
  });
}

} // namespace coopify
