//===- ImplicitCalls.cpp ----------------------------------------------------===//

#include "Analysis/Source/ImplicitCalls.h"

#include "Analysis/Source/Walks/Evaluated.h"

#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"

#include <utility>

using namespace clang;

namespace coopify {

/// The compiler makes its body. A builtin that nobody declared, such as __syncthreads(), is
/// implicit, too, and has none.
static bool isMade(const FunctionDecl *F) {
  return (F->isImplicit() && F->getBuiltinID() == 0) || F->isDefaulted();
}

static bool isTrivial(const FunctionDecl *F) {
  const auto *M = dyn_cast<CXXMethodDecl>(F);
  return M && isMade(F) && M->isTrivial();
}

void ImplicitCalls::ofStatement(const Stmt *S) {
  if (const auto *D = dyn_cast<CXXDefaultArgExpr>(S))
    return written(D->getExpr());
  if (const auto *D = dyn_cast<CXXDefaultInitExpr>(S))
    return written(D->getExpr());
  if (const auto *I = dyn_cast<InitListExpr>(S); I && I->hasArrayFiller())
    return written(I->getArrayFiller());
  if (const auto *C = dyn_cast<CXXInheritedCtorInitExpr>(S))
    return ofFunction(C->getConstructor());
  if (const auto *N = dyn_cast<CXXNewExpr>(S); N && N->getOperatorNew())
    return ofFunction(N->getOperatorNew());
  if (const auto *D = dyn_cast<CXXDeleteExpr>(S); D && D->getOperatorDelete())
    return ofFunction(D->getOperatorDelete());
  if (const auto *D = dyn_cast<DeclStmt>(S))
    return ofBindings(D);
  if (const auto *C = dyn_cast<CXXConstructExpr>(S); C && isMade(C->getConstructor()))
    return ofFunction(C->getConstructor());
  if (const auto *C = dyn_cast<CallExpr>(S))
    if (const FunctionDecl *F = C->getDirectCallee(); F && isMade(F))
      return ofFunction(F);
}

void ImplicitCalls::ofBindings(const DeclStmt *S) {
  for (const Decl *D : S->decls())
    if (const auto *All = dyn_cast<DecompositionDecl>(D))
      for (const BindingDecl *Each : All->bindings())
        if (const VarDecl *Holds = Each->getHoldingVar())
          written(Holds->getInit());
}

void ImplicitCalls::ofDestruction(const Stmt *S) {
  if (const auto *T = dyn_cast<CXXBindTemporaryExpr>(S))
    if (const CXXDestructorDecl *D = T->getTemporary()->getDestructor())
      return ofFunction(D);
  const auto *Delete = dyn_cast<CXXDeleteExpr>(S);
  QualType T = Delete ? Delete->getDestroyedType() : QualType();
  const auto *R = T.isNull() ? nullptr : T->getBaseElementTypeUnsafe()->getAsCXXRecordDecl();
  const CXXDestructorDecl *D = R && R->hasDefinition() ? R->getDestructor() : nullptr;
  if (D && D->isVirtual()) // that of what it points to
    Found.push_back({nullptr, Sometimes});
  else if (D)
    ofFunction(D);
}

void ImplicitCalls::ofFunction(const FunctionDecl *F, const CallExpr *Written) {
  if (isTrivial(F))
    return;
  const FunctionDecl *Definition = F;
  F->hasBody(Definition);
  if (!isMade(F))
    Found.push_back({F, Sometimes, Written});
  else if (Open.insert(F->getCanonicalDecl()).second)
    made(Definition);
}

/// The operands of these run, or not.
static const Expr *condition(const Stmt *S) {
  if (const auto *C = dyn_cast<AbstractConditionalOperator>(S))
    return C->getCond();
  const auto *B = dyn_cast<BinaryOperator>(S);
  return B && B->isLogicalOp() ? B->getLHS() : nullptr;
}

/// All calls in \p S, an expression that stands somewhere else.
void ImplicitCalls::written(const Stmt *S) {
  if (!S)
    return;
  ofStatement(S);
  ofDestruction(S);
  if (const auto *Call = dyn_cast<CallExpr>(S)) {
    const FunctionDecl *F = Call->getDirectCallee();
    if (!F)
      Found.push_back({nullptr, Sometimes});
    else if (!isMade(F))
      ofFunction(F, Call);
  } else if (const auto *C = dyn_cast<CXXConstructExpr>(S); C && !isMade(C->getConstructor())) {
    ofFunction(C->getConstructor());
  } else if (isa<AsmStmt>(S)) { // in a statement expression
    Found.push_back({nullptr, Sometimes});
  }
  const Expr *First = condition(S);
  for (const Stmt *Child : evaluatedParts(S)) {
    const bool Outer = std::exchange(Sometimes, Sometimes || (First && Child != First));
    written(Child);
    Sometimes = Outer;
  }
}

void ImplicitCalls::made(const FunctionDecl *F) {
  if (const auto *C = dyn_cast<CXXConstructorDecl>(F))
    for (const CXXCtorInitializer *I : C->inits())
      written(I->getInit());
  if (isa<CXXDestructorDecl>(F))
    ofMembers(F);
  else if (F->hasBody())
    written(F->getBody());
}

void ImplicitCalls::ofMembers(const FunctionDecl *Destructor) {
  const CXXRecordDecl *Class = cast<CXXDestructorDecl>(Destructor)->getParent();
  for (const FieldDecl *Field : Class->fields())
    destroys(Field->getType());
  for (const CXXBaseSpecifier &Base : Class->bases())
    destroys(Base.getType());
}

void ImplicitCalls::destroys(QualType T) {
  const CXXRecordDecl *R = T->getBaseElementTypeUnsafe()->getAsCXXRecordDecl();
  if (R && R->hasDefinition() && !R->hasTrivialDestructor())
    if (const CXXDestructorDecl *D = R->getDestructor())
      ofFunction(D);
}

/// Temporaries in \p S that live as long as \p V: what it refers to, or a member of it does.
void ImplicitCalls::extended(const Stmt *S, const VarDecl *V) {
  if (const auto *Kept = dyn_cast<MaterializeTemporaryExpr>(S);
      Kept && Kept->getExtendingDecl() == V) {
    SmallVector<const Expr *, 2> Commas;
    SmallVector<SubobjectAdjustment, 2> Parts;
    destroys(Kept->getSubExpr()->skipRValueSubobjectAdjustments(Commas, Parts)->getType());
  }
  for (const Stmt *Part : evaluatedParts(S))
    extended(Part, V);
}

ImplicitCalls ImplicitCalls::keptAliveBy(const VarDecl *V) {
  ImplicitCalls Calls;
  if (const Expr *Init = V->getInit(); Init && V->hasLocalStorage())
    Calls.extended(Init, V);
  return Calls;
}

ImplicitCalls ImplicitCalls::atEndOf(const VarDecl *V) {
  ImplicitCalls Calls = keptAliveBy(V);
  if (V->getInit() && V->hasLocalStorage())
    Calls.destroys(V->getType());
  return Calls;
}

} // namespace coopify
