//===- ReadOnlyMemory.cpp ---------------------------------------------------===//

#include "Analysis/Source/ReadOnlyMemory.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace coopify {

bool isReadOnlyObject(const VarDecl *V) {
  QualType T = V->getASTContext().getBaseElementType(V->getType());
  return V->hasGlobalStorage() && !T->isReferenceType() && !T.isVolatileQualified() &&
         (V->hasAttr<CUDAConstantAttr>() || T.isConstQualified());
}

/// What is modified by any means while the function runs that a restrict pointer is a parameter of
/// is not read through it if it leads to const (C11 6.7.3.1). Only a kernel runs as long as its
/// lanes do: a helper's memory may be written right before the call, by a lane that is ahead.
static const ParmVarDecl *restricted(const Expr *Pointer, const FunctionDecl *F) {
  Pointer = Pointer->IgnoreParenImpCasts();
  while (const auto *B = dyn_cast<BinaryOperator>(Pointer)) {
    if (!B->isAdditiveOp() || !B->getLHS()->getType()->isPointerType())
      return nullptr;
    Pointer = B->getLHS()->IgnoreParenImpCasts();
  }
  const auto *Ref = dyn_cast<DeclRefExpr>(Pointer);
  const auto *P = Ref ? dyn_cast<ParmVarDecl>(Ref->getDecl()) : nullptr;
  if (!P || P->getDeclContext() != F || !F->hasAttr<CUDAGlobalAttr>())
    return nullptr;
  QualType T = P->getType();
  bool Fits = T->isPointerType() && T.isRestrictQualified() &&
              T->getPointeeType().isConstQualified() && !T->getPointeeType().isVolatileQualified();
  return Fits ? P : nullptr;
}

/// The array that \p Base is the address of; null: a pointer.
static const Expr *arrayOf(const Expr *Base) {
  const auto *Decay = dyn_cast<ImplicitCastExpr>(Base->IgnoreParens());
  return Decay && Decay->getCastKind() == CK_ArrayToPointerDecay ? Decay->getSubExpr() : nullptr;
}

ReadOnlyPlace readOnlyPlace(const Expr *Load, const FunctionDecl *F) {
  for (const Expr *E = Load;;) {
    E = E->IgnoreParens();
    if (const auto *C = dyn_cast<ImplicitCastExpr>(E);
        C && (C->getCastKind() == CK_NoOp || C->getCastKind() == CK_LValueToRValue)) {
      E = C->getSubExpr();
      continue;
    }
    if (E->getType().isVolatileQualified())
      return {};
    const Expr *Pointer = nullptr;
    if (const auto *A = dyn_cast<ArraySubscriptExpr>(E)) {
      Pointer = A->getBase();
    } else if (const auto *U = dyn_cast<UnaryOperator>(E)) {
      if (U->getOpcode() == UO_Deref)
        Pointer = U->getSubExpr();
    } else if (const auto *M = dyn_cast<MemberExpr>(E)) {
      const auto *Field = dyn_cast<FieldDecl>(M->getMemberDecl());
      if (!Field || Field->isMutable() || Field->getType()->isReferenceType())
        return {};
      if (!M->isArrow()) {
        E = M->getBase();
        continue;
      }
      Pointer = M->getBase();
    } else if (const auto *Ref = dyn_cast<DeclRefExpr>(E)) {
      const auto *V = dyn_cast<VarDecl>(Ref->getDecl());
      return {V && isReadOnlyObject(V), nullptr};
    }
    if (!Pointer)
      return {};
    E = arrayOf(Pointer);
    if (E)
      continue;
    const ParmVarDecl *P = restricted(Pointer, F);
    return {P != nullptr, P};
  }
}

bool isOfOwnObject(const Expr *E) {
  E = E->IgnoreParens();
  while (const auto *M = dyn_cast<MemberExpr>(E)) {
    if (M->isArrow() || M->getMemberDecl()->getType()->isReferenceType())
      return false;
    E = M->getBase()->IgnoreParenImpCasts();
  }
  if (!E->isLValue())
    return true;
  const auto *Ref = dyn_cast<DeclRefExpr>(E);
  const auto *V = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  return V && V->hasLocalStorage() && !V->getType()->isReferenceType();
}

} // namespace coopify
