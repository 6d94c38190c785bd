//===- PlainCopies.cpp - a copy of an object does as well as the object ---===//

#include "Analysis/Operations/PlainCopies.h"

#include "Analysis/Source/Exprs.h"

#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace clang;

namespace coopify {

/// Functions that are passed what others are passed.
static constexpr unsigned MaxCalls = 4;

/// A copy that the compiler makes: it takes what is there.
static const Expr *copied(const Stmt *S) {
  if (const auto *C = dyn_cast<CastExpr>(S); C && C->getCastKind() == CK_LValueToRValue)
    return C->getSubExpr();
  if (const auto *C = dyn_cast<CXXConstructExpr>(S);
      C && C->getConstructor()->isCopyOrMoveConstructor() && C->getConstructor()->isTrivial())
    return C->getArg(0);
  return nullptr;
}

namespace {

/// What a body takes from an object. All that is not an access of a member is where it is.
class Takes {
public:
  /// Null: of `this`.
  explicit Takes(const ParmVarDecl *P, unsigned Depth) : P(P), Depth(Depth) {}

  bool valuesOnly(const Stmt *S) const;

private:
  const ParmVarDecl *P;
  unsigned Depth;

  bool isObject(const Stmt *E) const {
    const auto *Ref = dyn_cast<DeclRefExpr>(E);
    return P ? Ref && Ref->getDecl() == P : isa<CXXThisExpr>(E);
  }
  bool isPart(const Expr *E, SmallVectorImpl<const Stmt *> &Index) const;
  bool passed(const CallExpr *Call, unsigned Arg) const;
};

/// It takes values from what it is called with for \p P; null: from its object.
bool takes(const FunctionDecl *Callee, const ParmVarDecl *P, unsigned Depth) {
  if (Callee->isTrivial() || (P && !P->getType()->isReferenceType()))
    return true;
  const FunctionDecl *Seen = nullptr;
  if (Depth > MaxCalls || !Callee->getBody(Seen) || Seen->isDefaulted())
    return false;
  return Takes(P ? Seen->getParamDecl(P->getFunctionScopeIndex()) : nullptr, Depth)
      .valuesOnly(Seen->getBody());
}

/// `p`, `p.a`, `p.a[i].b`. \p Index: what chooses elements.
bool Takes::isPart(const Expr *E, SmallVectorImpl<const Stmt *> &Index) const {
  E = E->IgnoreParens();
  if (isObject(E))
    return P != nullptr;
  if (const auto *M = dyn_cast<MemberExpr>(E)) {
    if (!isa<FieldDecl>(M->getMemberDecl()) || M->getMemberDecl()->getType()->isReferenceType())
      return false;
    return M->isArrow() ? !P && isa<CXXThisExpr>(M->getBase()->IgnoreParenImpCasts())
                        : isPart(M->getBase(), Index);
  }
  if (const auto *C = dyn_cast<ImplicitCastExpr>(E))
    return (C->getCastKind() == CK_NoOp || C->getCastKind() == CK_DerivedToBase ||
            C->getCastKind() == CK_UncheckedDerivedToBase) &&
           isPart(C->getSubExpr(), Index);
  const auto *S = dyn_cast<ArraySubscriptExpr>(E);
  const auto *Decay = S ? dyn_cast<ImplicitCastExpr>(S->getBase()->IgnoreParens()) : nullptr;
  if (!Decay || Decay->getCastKind() != CK_ArrayToPointerDecay)
    return false;
  Index.push_back(S->getIdx());
  return isPart(Decay->getSubExpr(), Index);
}

/// A function that takes values, too, gets it.
bool Takes::passed(const CallExpr *Call, unsigned Arg) const {
  const FunctionDecl *Callee = Call->getDirectCallee();
  const auto *Method = dyn_cast_or_null<CXXMethodDecl>(Callee);
  const bool OfObject = isa<CXXOperatorCallExpr>(Call) && Method && !Method->isStatic();
  if (!Callee || (Method && Method->isVirtual()) || (OfObject && Arg == 0))
    return false;
  const unsigned Index = Arg - OfObject;
  return Index < Callee->getNumParams() && takes(Callee, Callee->getParamDecl(Index), Depth + 1);
}

bool Takes::valuesOnly(const Stmt *S) const {
  if (isa<LambdaExpr, AsmStmt>(S) || isObject(S))
    return false;
  SmallVector<const Stmt *, 4> Index;
  llvm::SmallPtrSet<const Stmt *, 4> Taken;
  if (const Expr *Read = copied(S); Read && isPart(Read, Index))
    Taken.insert(Read);
  if (const auto *Call = dyn_cast<CallExpr>(S))
    for (unsigned I = 0; I < Call->getNumArgs(); ++I)
      if (isPart(Call->getArg(I), Index) && passed(Call, I))
        Taken.insert(Call->getArg(I));
  if (const auto *Call = dyn_cast<CXXMemberCallExpr>(S)) {
    const auto *M = dyn_cast<MemberExpr>(Call->getCallee()->IgnoreParens());
    const CXXMethodDecl *Method = Call->getMethodDecl();
    if (M && Method && !Method->isVirtual() && !M->isArrow() && isPart(M->getBase(), Index) &&
        takes(Method, nullptr, Depth + 1))
      Taken.insert(M);
  }
  auto Rest = [&](const Stmt *Part) { return !Part || Taken.contains(Part) || valuesOnly(Part); };
  return llvm::all_of(S->children(), Rest) && llvm::all_of(Index, Rest);
}

} // namespace

/// `C(const C &o) : a(o.a), b(o.b) {}`: what the compiler would have made.
static bool copiesMembers(const CXXConstructorDecl *C) {
  const FunctionDecl *Seen = nullptr;
  if (!C->getBody(Seen))
    return false;
  const auto *Definition = cast<CXXConstructorDecl>(Seen);
  const auto *Body = dyn_cast<CompoundStmt>(Definition->getBody());
  if (!Body || !Body->body_empty())
    return false;
  llvm::SmallPtrSet<const FieldDecl *, 8> Left;
  for (const FieldDecl *F : C->getParent()->fields())
    Left.insert(F);
  for (const CXXCtorInitializer *I : Definition->inits()) {
    const Expr *From = I->getInit() ? copied(I->getInit()) : nullptr;
    const auto *M = From ? dyn_cast<MemberExpr>(From->IgnoreParens()) : nullptr;
    const auto *Of = M ? dyn_cast<DeclRefExpr>(M->getBase()->IgnoreParenImpCasts()) : nullptr;
    if (!I->isMemberInitializer() || !Of || Of->getDecl() != Definition->getParamDecl(0) ||
        M->getMemberDecl() != I->getMember())
      return false;
    Left.erase(I->getMember());
  }
  return Left.empty() && C->getParent()->getNumBases() == 0;
}

/// Making an object of another one copies its members, one by one, and nothing more; its end does
/// nothing. A constructor whose body is not seen may do anything.
static bool copiesPlainly(QualType Type) {
  const CXXRecordDecl *Class = Type.getNonReferenceType()->getAsCXXRecordDecl();
  if (!Class)
    return true;
  if (!Class->hasDefinition() || !Class->hasTrivialDestructor())
    return false;
  auto Other = [](const Decl *D) { // takes a copy that is not const
    const auto *T = dyn_cast<FunctionTemplateDecl>(D);
    const auto *C = dyn_cast<CXXConstructorDecl>(D);
    return (T && isa<CXXConstructorDecl>(T->getTemplatedDecl())) ||
           (C && C->isCopyOrMoveConstructor() && C->isUserProvided() &&
            (C->isMoveConstructor() || C->isExplicit() || !copiesMembers(C)));
  };
  auto Written = [](const CXXConstructorDecl *C) { // "= default" does what members' ones do
    return C->isCopyConstructor() && C->isUserProvided();
  };
  return llvm::none_of(Class->decls(), Other) &&
         (Class->hasTrivialCopyConstructor() || llvm::any_of(Class->ctors(), Written));
}

/// No other operator of the class takes what differs from its operand in const or && alone.
static bool isOnlyOne(const CXXMethodDecl *Operator) {
  auto Of = [](const CXXMethodDecl *M) {
    return M->getParamDecl(0)
        ->getType()
        .getNonReferenceType()
        .getCanonicalType()
        .getUnqualifiedType();
  };
  return llvm::none_of(Operator->getParent()->decls(), [&](const Decl *D) {
    const auto *Named = dyn_cast<NamedDecl>(D);
    if (!Named || Named->getDeclName() != Operator->getDeclName() ||
        D->getCanonicalDecl() == Operator->getCanonicalDecl())
      return false;
    const auto *M = dyn_cast<CXXMethodDecl>(D);
    return !M || M->getNumParams() != 1 || Of(M) == Of(Operator);
  });
}

bool assignsCopyAlike(const CXXOperatorCallExpr *Assignment) {
  const FunctionDecl *Callee = Assignment->getDirectCallee();
  const auto *Method = dyn_cast_or_null<CXXMethodDecl>(Callee);
  const unsigned Operand = Method ? 0 : 1; // `T &operator+=(T &a, T b)`
  if (!Callee || Callee->getNumParams() != Operand + 1 ||
      !copiesPlainly(writtenType(Assignment->getArg(1))))
    return false;
  const ParmVarDecl *P = Callee->getParamDecl(Operand);
  const QualType T = P->getType();
  if (!T->isReferenceType() && !copiesPlainly(T))
    return false;
  if (Callee->isTrivial() && (!Method || !Method->isUserProvided()))
    return true;
  const bool Lvalue = !T->isReferenceType() || T.getNonReferenceType().isConstQualified();
  return Lvalue && !T->isRValueReferenceType() && (!Method || isOnlyOne(Method)) &&
         takes(Callee, P, 0);
}

} // namespace coopify
