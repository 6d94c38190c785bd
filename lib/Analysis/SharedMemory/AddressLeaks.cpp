//===- AddressLeaks.cpp - which addresses get to where they are not followed ---===//

#include "Analysis/Operations/Operations.h"
#include "Analysis/SharedMemory/HelperEffects.h"
#include "Analysis/Source/Exprs.h"
#include "Analysis/Source/ImplicitCalls.h"
#include "Model/Operations/LibraryFunctions.h"

#include "clang/AST/Attr.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace coopify {

namespace {

/// All places where a pointer or reference is kept: initialisers, assignments, arguments, results,
/// captures, numbers, asm. Where what keeps it is followed, it is no leak.
class LeakFinder {
public:
  explicit LeakFinder(MemoryLocations &Places) : Places(Places) {}
  void visit(const Stmt *S);
  llvm::DenseSet<const VarDecl *> Out;
  /// What holds a pointer, or a reference: that is bound to an object.
  void held(const Expr *E) {
    if (E && (E->getType()->isPointerType() || E->isGLValue()))
      leak(E);
  }

private:
  /// What \p E leads to, a pointer or an object that is referred to.
  void leak(const Expr *E) {
    if (!E)
      return;
    bool Pointer = E->getType()->isPointerType();
    auto P = Pointer ? Places.pointee(E) : Places.lvalue(E);
    if (!P)
      return;
    if (P->Root)
      Out.insert(P->Root);
    else
      mentioned(E);
  }
  /// Not followed: whatever is named in it.
  void mentioned(const Stmt *S) {
    if (!S)
      return;
    if (const auto *Ref = dyn_cast<DeclRefExpr>(S))
      if (const auto *V = dyn_cast<VarDecl>(Ref->getDecl()))
        named(V);
    if (const auto *D = dyn_cast<CXXDefaultInitExpr>(S))
      mentioned(D->getExpr());
    if (const auto *D = dyn_cast<CXXDefaultArgExpr>(S))
      mentioned(D->getExpr());
    for (const Stmt *Part : S->children())
      mentioned(Part);
  }
  /// Itself, or what it is followed to.
  void named(const VarDecl *V) {
    if (V->hasAttr<CUDASharedAttr>() || isa<ParmVarDecl>(V))
      Out.insert(V);
    else if (V->getType()->isPointerType() && Places.variables().followed(V))
      if (auto P = Places.variable(V); P && P->Root)
        Out.insert(P->Root);
  }
  void variable(const VarDecl *V);
  void call(const CallExpr *Call);
  void unwritten(const Stmt *S);
  void implicit(const ImplicitCalls &Calls);
  void lambda(const LambdaExpr *L);
  void choice(const AbstractConditionalOperator *C);
  void ofOthers(const Stmt *Body);
  void members(const CXXConstructorDecl *C);
  void pointers(const Expr *E) {
    if (E && E->getType()->isPointerType())
      leak(E);
  }
  void operands(const Stmt *Asm) {
    for (const Stmt *Operand : Asm->children())
      pointers(dyn_cast_or_null<Expr>(Operand));
  }
  static bool passesOn(QualType Param) {
    return Param->isPointerType() || Param->isReferenceType();
  }

  MemoryLocations &Places;
};

} // namespace

void LeakFinder::variable(const VarDecl *V) {
  implicit(ImplicitCalls::atEndOf(V));
  const Expr *Init = V->getInit();
  if (!Init || !V->hasLocalStorage())
    return;
  if (isa<DecompositionDecl>(V)) { // its parts are not followed
    leak(Init);
  } else if (V->getType()->isReferenceType()) {
    auto P = Places.lvalue(Init);
    const bool Holds = !P && !V->getType().getNonReferenceType()->isArithmeticType();
    if (Holds || (P && !P->Root)) // `auto &&p = s + 0;`
      mentioned(Init);
  } else if (V->getType()->isPointerType()) {
    // One that leads to several objects is followed to none of them.
    auto Kept = Places.variables().followed(V) ? Places.variable(V) : unknownLocation();
    if (!Kept || !Kept->Root)
      leak(Init);
  }
}

void LeakFinder::call(const CallExpr *Call) {
  const FunctionDecl *Callee = Call->getDirectCallee();
  const bool Toolkit = Callee && Places.text().isToolkit(Callee);
  if (Toolkit && operationOf(Call, Places.text()).Kind != OperationKind::Unknown &&
      !Call->getType()->isPointerType() && !Call->getType()->isReferenceType() &&
      !(Callee->getIdentifier() && makesAddressNumber(Callee->getName())))
    return; // it keeps nothing
  const HelperEffects Does = Places.Helpers->of(Callee, Places.context(), Places.text());
  if (Does.KeepsStatics && !Toolkit)
    Out.insert(nullptr);
  const unsigned First = objectArguments(Call);
  for (unsigned I = First; I < Call->getNumArgs(); ++I) {
    const QualType Param = parameterType(Call, I, Places.context());
    // Through a reference to a pointer nobody follows it in there, const or not.
    const bool Refers = Param->isReferenceType() && Param.getNonReferenceType()->isPointerType();
    if (Refers || (passesOn(Param) && Does.param(I - First).Keeps))
      leak(Call->getArg(I));
  }
  const auto *Member = dyn_cast<CXXMemberCallExpr>(Call);
  const Expr *Object = Member                        ? Member->getImplicitObjectArgument()
                       : First && Call->getNumArgs() ? Call->getArg(0)
                                                     : nullptr;
  if (Object && Does.This.Keeps)
    leak(Object);
}

/// What nobody wrote where it runs keeps the variables that it names.
void LeakFinder::implicit(const ImplicitCalls &Calls) {
  for (const ImplicitCalls::Call &Each : Calls.Found)
    if (!Each.Callee || !Places.text().isToolkit(Each.Callee))
      if (Places.Helpers->of(Each.Callee, Places.context(), Places.text()).KeepsStatics)
        Out.insert(nullptr);
}

/// `struct View { int *p = s; };`: a constructor that nobody wrote keeps what the members are set
/// to.
void LeakFinder::members(const CXXConstructorDecl *C) {
  if (C->isUserProvided())
    return;
  for (const CXXCtorInitializer *I : C->inits()) {
    mentioned(I->getInit());
    const Expr *Init = I->getInit()->IgnoreImplicit();
    if (const auto *D = dyn_cast<CXXDefaultInitExpr>(Init))
      Init = D->getExpr()->IgnoreImplicit();
    if (const auto *Made = dyn_cast<CXXConstructExpr>(Init))
      members(Made->getConstructor());
  }
}

/// The constructor or destructor that \p S runs.
void LeakFinder::unwritten(const Stmt *S) {
  ImplicitCalls Calls;
  if (const auto *C = dyn_cast<CXXConstructExpr>(S)) {
    Calls.ofFunction(C->getConstructor());
    members(C->getConstructor());
  }
  Calls.ofDestruction(S);
  implicit(Calls);
}

void LeakFinder::lambda(const LambdaExpr *L) {
  for (const Expr *Init : L->capture_inits())
    if (Init) {
      leak(Init->IgnoreParenImpCasts());
      visit(Init); // [view = View{s}]
    }
  visit(L->getBody());
  ofOthers(L->getBody());
}

/// The function's own variables have their names in functions within it, too, which others may
/// call.
void LeakFinder::ofOthers(const Stmt *Body) {
  if (!Body)
    return;
  if (const auto *Ref = dyn_cast<DeclRefExpr>(Body))
    if (const auto *V = dyn_cast<VarDecl>(Ref->getDecl());
        V && isOwnStatic(V, Places.function()) && V->hasAttr<CUDASharedAttr>())
      Out.insert(V);
  for (const Stmt *Part : Body->children())
    ofOthers(Part);
}

/// `*(c ? &a : &b) = x`, `(c ? s : q)[t] = x`: used at once, it is followed to none of them.
void LeakFinder::choice(const AbstractConditionalOperator *C) {
  const bool Pointer = C->getType()->isPointerType();
  if (!Pointer && !C->getType()->isArrayType())
    return;
  auto P = Pointer ? Places.pointee(C) : Places.lvalue(C);
  if (P && !P->Root)
    mentioned(C);
}

void LeakFinder::visit(const Stmt *S) {
  if (!S || isa<UnaryExprOrTypeTraitExpr>(S))
    return;
  if (const auto *L = dyn_cast<LambdaExpr>(S))
    return lambda(L);
  unwritten(S);
  if (const auto *D = dyn_cast<DeclStmt>(S)) {
    for (const Decl *Each : D->decls())
      if (const auto *V = dyn_cast<VarDecl>(Each))
        variable(V);
      else if (const auto *Class = dyn_cast<CXXRecordDecl>(Each))
        for (const CXXMethodDecl *M : Class->methods())
          ofOthers(M->getBody());
  } else if (const auto *B = dyn_cast<BinaryOperator>(S);
             B && B->getOpcode() == BO_Assign && B->getType()->isPointerType()) {
    // Kept where what is kept is followed to the same object.
    auto Kept = Places.pointee(B->getLHS());
    const auto *Ref = dyn_cast<DeclRefExpr>(B->getLHS()->IgnoreParens());
    if (!Kept || !Kept->Root || (!Ref && !isa<ArraySubscriptExpr>(B->getLHS()->IgnoreParens())))
      leak(B->getRHS());
  } else if (const auto *Call = dyn_cast<CallExpr>(S)) {
    call(Call);
  } else if (const auto *C = dyn_cast<CXXConstructExpr>(S)) {
    if (!C->getConstructor()->isCopyOrMoveConstructor())
      for (auto [Arg, Param] : llvm::zip(C->arguments(), C->getConstructor()->parameters()))
        if (passesOn(Param->getType()))
          leak(Arg);
  } else if (const auto *C = dyn_cast<AbstractConditionalOperator>(S)) {
    choice(C);
  } else if (const auto *I = dyn_cast<InitListExpr>(S)) {
    for (const Expr *Each : I->inits())
      held(Each);
  } else if (const auto *I = dyn_cast<CXXParenListInitExpr>(S)) {
    for (const Expr *Each : I->getInitExprs())
      held(Each);
  } else if (const auto *D = dyn_cast<CXXDefaultInitExpr>(S)) {
    visit(D->getExpr());
  } else if (const auto *A = dyn_cast<AtomicExpr>(S)) {
    for (const Stmt *Operand : A->children())
      if (Operand != A->getPtr())
        pointers(dyn_cast_or_null<Expr>(Operand));
  } else if (const auto *R = dyn_cast<ReturnStmt>(S)) {
    if (R->getRetValue() && passesOn(Places.function()->getReturnType()))
      leak(R->getRetValue());
  } else if (const auto *C = dyn_cast<CastExpr>(S)) {
    if (C->getCastKind() == CK_PointerToIntegral)
      leak(C->getSubExpr());
    if (C->getCastKind() == CK_LValueToRValueBitCast) // perhaps of a pointer, or what holds one
      mentioned(C->getSubExpr());
  } else if (isa<AsmStmt>(S)) {
    operands(S);
  } else if (const auto *E = dyn_cast<StmtExpr>(S)) {
    if (E->getType()->isPointerType())
      mentioned(E);
  } else if (const auto *N = dyn_cast<CXXNewExpr>(S)) {
    pointers(N->getInitializer());
  }
  for (const Stmt *Part : S->children())
    visit(Part);
}

llvm::DenseSet<const VarDecl *> leakedAddresses(MemoryLocations &Places) {
  LeakFinder Find(Places);
  Find.visit(Places.function()->getBody());
  if (const auto *C = dyn_cast<CXXConstructorDecl>(Places.function()))
    for (const CXXCtorInitializer *I : C->inits()) {
      Find.visit(I->getInit());
      Find.held(I->getInit());
      for (const ParmVarDecl *P : C->parameters()) // members hold them
        Find.Out.insert(P);
    }
  return std::move(Find.Out);
}

} // namespace coopify
