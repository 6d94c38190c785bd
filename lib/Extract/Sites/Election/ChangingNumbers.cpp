//===- ChangingNumbers.cpp --------------------------------------------------===//

#include "Extract/Sites/Election/ChangingNumbers.h"

#include "Analysis/Convergence/Variables.h"
#include "Analysis/Source/Exprs.h"

#include "clang/AST/Attr.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/AST/ExprCXX.h"

#include "llvm/ADT/STLFunctionalExtras.h"

#include <set>

using namespace clang;

namespace coopify {

namespace {

/// Who calls which function with what, in the whole unit.
class Calls : public DynamicRecursiveASTVisitor {
public:
  explicit Calls(const FunctionDecl *Of) : Of(Of->getCanonicalDecl()) {
    ShouldVisitTemplateInstantiations = true;
  }
  bool TraverseDecl(Decl *D) override {
    const FunctionDecl *Outer = In;
    if (const auto *F = dyn_cast_or_null<FunctionDecl>(D))
      In = F;
    const bool Goes = DynamicRecursiveASTVisitor::TraverseDecl(D);
    In = Outer;
    return Goes;
  }
  bool VisitCallExpr(CallExpr *Call) override {
    const FunctionDecl *Callee = Call->getDirectCallee();
    if (Callee && In && Callee->getCanonicalDecl() == Of)
      Found.push_back({In, Call});
    return true;
  }
  std::vector<std::pair<const FunctionDecl *, const CallExpr *>> Found;

private:
  const FunctionDecl *Of, *In = nullptr;
};

class Changing {
public:
  explicit Changing(ASTContext &Context) : Context(Context) {}
  const VarDecl *in(const Expr *E, const FunctionDecl *F, const Variables &Vars);
  const VarDecl *place(const Expr *E, const FunctionDecl *F, const Variables &Vars);
  const VarDecl *passed(const ParmVarDecl *P, const FunctionDecl *F);

private:
  const VarDecl *object(const FunctionDecl *F);
  const VarDecl *inCalls(const FunctionDecl *F,
                         llvm::function_ref<const Expr *(const CallExpr *)> Passed);

  ASTContext &Context;
  std::set<const Decl *> Seen;
};

} // namespace

/// In what all calls of \p F that are seen give as \p Passed.
const VarDecl *Changing::inCalls(const FunctionDecl *F,
                                 llvm::function_ref<const Expr *(const CallExpr *)> Passed) {
  Calls All(F);
  // The traversal scope is one function's; what precompiled headers hold calls none of the
  // program's.
  for (Decl *D : Context.getTranslationUnitDecl()->noload_decls())
    All.TraverseDecl(D);
  for (const auto &[Caller, Call] : All.Found) {
    const Expr *E = Call->isInstantiationDependent() ? nullptr : Passed(Call);
    if (!E)
      continue;
    const Variables Vars(Caller);
    if (const VarDecl *V = E->isGLValue() ? place(E, Caller, Vars) : in(E, Caller, Vars))
      return V;
  }
  return nullptr;
}

/// A kernel's are what the host passed, once.
const VarDecl *Changing::passed(const ParmVarDecl *P, const FunctionDecl *F) {
  if (F->hasAttr<CUDAGlobalAttr>() || !Seen.insert(P).second)
    return nullptr;
  return inCalls(F, [&](const CallExpr *Call) {
    const unsigned Index = P->getFunctionScopeIndex() + objectArguments(Call);
    return Index < Call->getNumArgs() ? Call->getArg(Index) : nullptr;
  });
}

/// What the method \p F is called for.
const VarDecl *Changing::object(const FunctionDecl *F) {
  if (!Seen.insert(F).second)
    return nullptr;
  return inCalls(F, [](const CallExpr *Call) {
    const auto *Method = dyn_cast<CXXMemberCallExpr>(Call);
    return Method                           ? Method->getImplicitObjectArgument()
           : isa<CXXOperatorCallExpr>(Call) ? Call->getArg(0)
                                            : nullptr;
  });
}

/// In where \p E, an lvalue, is: a reference leads to one place, whatever is there.
const VarDecl *Changing::place(const Expr *E, const FunctionDecl *F, const Variables &Vars) {
  E = E->IgnoreParenImpCasts();
  if (const auto *M = dyn_cast<MemberExpr>(E);
      M && !M->isArrow() && !M->getMemberDecl()->getType()->isReferenceType())
    return place(M->getBase(), F, Vars);
  const auto *Ref = dyn_cast<DeclRefExpr>(E);
  const auto *V = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  if (!V || !V->getType()->isReferenceType() || Ref->refersToEnclosingVariableOrCapture())
    return in(E, F, Vars);
  if (const auto *P = dyn_cast<ParmVarDecl>(V))
    return passed(P, F);
  return V->getInit() ? place(V->getInit(), F, Vars) : V;
}

const VarDecl *Changing::in(const Expr *E, const FunctionDecl *F, const Variables &Vars) {
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E))
    if (const auto *V = dyn_cast<VarDecl>(Ref->getDecl()); V && !V->hasGlobalStorage()) {
      const auto *P = dyn_cast<ParmVarDecl>(V);
      const auto Set = Vars.assignments(V);
      const bool Once = P ? Set.empty() : Set.size() == 1 && V->getInit();
      if (!Once || !Vars.followed(V) || Ref->refersToEnclosingVariableOrCapture())
        return V;
      return P ? passed(P, F) : in(V->getInit(), F, Vars);
    }
  if (isa<CXXThisExpr>(E))
    return object(F);
  if (const auto *U = dyn_cast<UnaryOperator>(E); U && U->getOpcode() == UO_AddrOf)
    return place(U->getSubExpr(), F, Vars);
  if (const auto *Default = dyn_cast<CXXDefaultArgExpr>(E))
    return in(Default->getExpr(), F, Vars);
  for (const Stmt *Part : E->children())
    if (const auto *Each = dyn_cast_or_null<Expr>(Part))
      if (const VarDecl *V = in(Each, F, Vars))
        return V;
  return nullptr;
}

const VarDecl *changingNumber(const Expr *E, const FunctionView &View) {
  return Changing(View.Context).in(E, View.Function, View.Analysis.variables());
}

const VarDecl *changingNumber(const ParmVarDecl *P, const FunctionView &View) {
  return Changing(View.Context).passed(P, View.Function);
}

Uniformity changes(const VarDecl *V, SourceLocation At, const FunctionView &View) {
  return divergentValue(ObstacleKind::LaneDependent,
                        "'" + V->getNameAsString() +
                            "' changes, and lanes of one group may be in different rounds",
                        View.Text.expansion(At))
      .U;
}

} // namespace coopify
