//===- Evaluated.cpp --------------------------------------------------------===//

#include "Analysis/Source/Walks/Evaluated.h"

#include "clang/AST/ExprCXX.h"
#include "clang/Basic/Builtins.h"
#include "llvm/ADT/SmallPtrSet.h"

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
  if (const auto *I = dyn_cast<InitListExpr>(S); I && I->hasArrayFiller())
    Out.push_back(I->getArrayFiller()); // of `Q q[3] = {}`, whose members may be set by calls
  llvm::erase(Out, nullptr);
  return Out;
}

/// "If the argument has side effects, the behaviour is unspecified" (CUDA C++ Programming Guide,
/// __builtin_assume); Clang leaves it out then. typeid runs what is polymorphic.
bool mayLeaveOut(const Stmt *S) {
  const auto *Call = dyn_cast<CallExpr>(S);
  return isa<CXXTypeidExpr>(S) ||
         (Call && (Call->getBuiltinCallee() == clang::Builtin::BI__builtin_assume ||
                   Call->getBuiltinCallee() == clang::Builtin::BI__assume));
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

static void addRoot(const Expr *Target, llvm::SmallPtrSetImpl<const ValueDecl *> &Out) {
  while (Target) {
    Target = Target->IgnoreParenImpCasts();
    if (const auto *Ref = dyn_cast<DeclRefExpr>(Target))
      Out.insert(Ref->getDecl());
    const auto *M = dyn_cast<MemberExpr>(Target);
    Target = M ? M->getBase() : nullptr;
  }
}

static void collectSet(const Stmt *S, llvm::SmallPtrSetImpl<const ValueDecl *> &Out) {
  const Expr *Target = nullptr;
  if (const auto *B = dyn_cast<BinaryOperator>(S); B && B->isAssignmentOp())
    Target = B->getLHS();
  else if (const auto *U = dyn_cast<UnaryOperator>(S); U && U->isIncrementDecrementOp())
    Target = U->getSubExpr();
  else if (const auto *O = dyn_cast<CXXOperatorCallExpr>(S); O && O->isAssignmentOp())
    Target = O->getArg(0);
  addRoot(Target, Out);
  if (const auto *Asm = dyn_cast<GCCAsmStmt>(S))
    for (const Expr *Output : Asm->outputs())
      addRoot(Output, Out);
  for (const Stmt *Part : evaluatedParts(S))
    collectSet(Part, Out);
}

static bool mentions(const Stmt *S, const llvm::SmallPtrSetImpl<const ValueDecl *> &Any) {
  const auto *Ref = dyn_cast<DeclRefExpr>(S);
  return (Ref && Any.contains(Ref->getDecl())) ||
         llvm::any_of(evaluatedParts(S), [&](const Stmt *Part) { return mentions(Part, Any); });
}

bool setsWhatWasRead(llvm::ArrayRef<const Expr *> Parts) {
  llvm::SmallPtrSet<const ValueDecl *, 4> Set;
  for (const Expr *Part : llvm::reverse(Parts)) {
    if (!Set.empty() && mentions(Part, Set))
      return true;
    collectSet(Part, Set);
  }
  return false;
}

} // namespace coopify
