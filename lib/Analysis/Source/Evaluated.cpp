//===- Evaluated.cpp --------------------------------------------------------===//

#include "Analysis/Source/Evaluated.h"

#include "clang/AST/ExprCXX.h"
#include "clang/Basic/Builtins.h"

using namespace clang;

namespace coopify {

static bool isUnevaluatedCall(const Stmt *S) {
  const auto *Call = dyn_cast<CallExpr>(S);
  const FunctionDecl *F = Call ? Call->getDirectCallee() : nullptr;
  return F && Call->isUnevaluatedBuiltinCall(F->getASTContext());
}

/// C++ [expr.sizeof], [expr.unary.noexcept], [expr.typeid]; C 6.5.1.1; GCC, "Other Builtins".
llvm::SmallVector<const Stmt *, 4> evaluatedParts(const Stmt *S) {
  llvm::SmallVector<const Stmt *, 4> Out;
  if (isa<UnaryExprOrTypeTraitExpr, CXXNoexceptExpr>(S) || isUnevaluatedCall(S))
    return Out;
  if (const auto *T = dyn_cast<CXXTypeidExpr>(S); T && !T->isPotentiallyEvaluated())
    return Out;
  if (const auto *L = dyn_cast<LambdaExpr>(S))
    Out.append(L->capture_init_begin(), L->capture_init_end());
  else if (const auto *G = dyn_cast<GenericSelectionExpr>(S); G && !G->isResultDependent())
    Out.push_back(G->getResultExpr());
  else if (const auto *C = dyn_cast<ChooseExpr>(S); C && !C->isConditionDependent())
    Out.push_back(C->getChosenSubExpr());
  else
    Out.append(S->child_begin(), S->child_end());
  llvm::erase(Out, nullptr);
  return Out;
}

/// "If the argument has side effects, the behaviour is unspecified" (CUDA C++ Programming Guide,
/// __builtin_assume); Clang leaves it out then. typeid runs what is polymorphic.
bool mayLeaveOut(const Stmt *S) {
  const auto *Call = dyn_cast<CallExpr>(S);
  return isa<CXXTypeidExpr>(S) ||
         (Call && (Call->getBuiltinCallee() == Builtin::BI__builtin_assume ||
                   Call->getBuiltinCallee() == Builtin::BI__assume));
}

static void collectAll(const Stmt *S, llvm::DenseSet<const Stmt *> &Out) {
  if (!S || !Out.insert(S).second)
    return;
  for (const Stmt *Child : S->children())
    collectAll(Child, Out);
}

void collectUnevaluated(const Stmt *S, llvm::DenseSet<const Stmt *> &Out) {
  if (!S)
    return;
  const auto Run = evaluatedParts(S);
  for (const Stmt *Child : Run)
    collectUnevaluated(Child, Out);
  if (isa<LambdaExpr>(S)) // its body is one of its own
    return;
  for (const Stmt *Child : S->children())
    if (Child && !llvm::is_contained(Run, Child))
      collectAll(Child, Out);
}

} // namespace coopify
