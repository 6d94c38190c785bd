//===- ConstPassing.cpp -----------------------------------------------------===//

#include "Analysis/Operations/ConstPassing.h"

#include "Analysis/Operations/Operations.h"
#include "Frontend/ToolkitFiles.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace coopify {

using FieldTest = llvm::function_ref<bool(const FieldDecl *)>;

/// A member of \p T, or of one of its members and bases, is such.
static bool anyField(QualType T, FieldTest Is) {
  const CXXRecordDecl *R = T->getBaseElementTypeUnsafe()->getAsCXXRecordDecl();
  if (!R || !(R = R->getDefinition()))
    return false;
  return llvm::any_of(R->fields(),
                      [&](const FieldDecl *F) { return Is(F) || anyField(F->getType(), Is); }) ||
         llvm::any_of(R->bases(),
                      [&](const CXXBaseSpecifier &B) { return anyField(B.getType(), Is); });
}

bool hasMutableMembers(QualType T) {
  return anyField(T.getNonReferenceType(), [](const FieldDecl *F) { return F->isMutable(); });
}

/// What is of type \p T may lead to something else.
static bool leadsOn(QualType T) {
  return T->isReferenceType() || T->isAnyPointerType() || anyField(T, [](const FieldDecl *Field) {
           return Field->getType()->isReferenceType() || Field->getType()->isAnyPointerType();
         });
}

bool ConstPassing::mayGiveBack(const FunctionDecl *F) { return leadsOn(F->getReturnType()); }

/// The toolkit's and the standard library's keep to what they declare (docs/trusted.md).
static bool isLibrary(const FunctionDecl *F) {
  const SourceManager &SM = F->getASTContext().getSourceManager();
  SourceLocation Loc = SM.getFileLoc(F->getCanonicalDecl()->getLocation());
  return F->getBuiltinID() != 0 || F->isInStdNamespace() || Loc.isInvalid() ||
         isToolkitFile(SM.getFilename(Loc)) || (SM.isInSystemHeader(Loc) && !F->hasBody());
}

namespace {
/// Every mention that is not one of the harmless kinds below changes or keeps it.
class ConstUses : public DynamicRecursiveASTVisitor {
public:
  ConstUses(ConstPassing &Others, const ParmVarDecl *P) : Others(Others), P(P) {
    ShouldVisitImplicitCode = true;
  }
  bool VisitDeclRefExpr(DeclRefExpr *E) override {
    return !(P ? E->getDecl() == P : E->refersToEnclosingVariableOrCapture()) || mention(E);
  }
  bool VisitCXXThisExpr(CXXThisExpr *E) override { return P || mention(E); }
  bool VisitImplicitCastExpr(ImplicitCastExpr *E) override {
    if (E->getCastKind() == CK_LValueToRValue)
      read(E->getSubExpr());
    return true;
  }
  bool VisitReturnStmt(ReturnStmt *S) override {
    if (S->getRetValue() && S->getRetValue()->isGLValue())
      read(S->getRetValue());
    return true;
  }
  bool VisitCallExpr(CallExpr *E) override {
    if (const FunctionDecl *F = E->getDirectCallee()) {
      const auto *M = dyn_cast<CXXMethodDecl>(F);
      const bool Operator = isa<CXXOperatorCallExpr>(E) && M && M->isImplicitObjectMemberFunction();
      passed(E, F, llvm::ArrayRef(E->getArgs(), E->getNumArgs()).drop_front(Operator));
      if (Operator)
        object(E, M, E->getArg(0));
    }
    return true;
  }
  bool VisitCXXMemberCallExpr(CXXMemberCallExpr *E) override {
    if (const CXXMethodDecl *M = E->getMethodDecl())
      object(E, M, E->getImplicitObjectArgument());
    return true;
  }
  bool VisitCXXConstructExpr(CXXConstructExpr *E) override {
    if (E->getConstructor()->isCopyOrMoveConstructor() && E->getConstructor()->isTrivial())
      allow(E->getArg(0));
    else
      passed(E, E->getConstructor(), llvm::ArrayRef(E->getArgs(), E->getNumArgs()));
    return true;
  }

  bool finish() const {
    return llvm::all_of(Mentions, [&](const Expr *E) { return Allowed.contains(E); });
  }

private:
  bool mention(const Expr *E) {
    Mentions.push_back(E);
    return true;
  }
  void passed(const Expr *Call, const FunctionDecl *F, llvm::ArrayRef<Expr *> Args) {
    for (auto [Arg, Param] : llvm::zip(Args, F->parameters())) {
      QualType T = Param->getType();
      if (T->isReferenceType() && T.getNonReferenceType().isConstQualified() &&
          (!ConstPassing::mayGiveBack(F) || Read.contains(Call)) && root(Arg) &&
          Others.leavesAlone(F, Param))
        allow(Arg);
    }
  }
  void object(const Expr *Call, const CXXMethodDecl *M, const Expr *Object) {
    if ((!ConstPassing::mayGiveBack(M) || Read.contains(Call)) && root(Object) &&
        Others.leavesObjectAlone(M))
      allow(Object);
  }
  /// What is only read: of c ? a : b and of what a function gives back, too.
  void read(const Expr *E) {
    E = E->IgnoreParenImpCasts();
    Read.insert(E);
    if (const auto *C = dyn_cast<ConditionalOperator>(E)) {
      read(C->getTrueExpr());
      read(C->getFalseExpr());
    } else {
      allow(E);
    }
  }
  void allow(const Expr *E) {
    if (const Expr *Root = root(E))
      Allowed.insert(Root);
  }
  /// The parameter, `this` or what a lambda captured at the root of x.a[i].b.
  const Expr *root(const Expr *E) const {
    for (;;) {
      E = E->IgnoreParenImpCasts();
      if (const auto *M = dyn_cast<MemberExpr>(E)) {
        const auto *Field = dyn_cast<FieldDecl>(M->getMemberDecl());
        if (!Field || (M->isArrow() && !isa<CXXThisExpr>(M->getBase()->IgnoreParenImpCasts())))
          return nullptr;
        E = M->getBase();
      } else if (const auto *A = dyn_cast<ArraySubscriptExpr>(E);
                 A && A->getBase()->IgnoreParenImpCasts()->getType()->isArrayType()) {
        E = A->getBase();
      } else if (const auto *U = dyn_cast<UnaryOperator>(E);
                 U && U->getOpcode() == UO_Deref &&
                 isa<CXXThisExpr>(U->getSubExpr()->IgnoreParenImpCasts())) {
        E = U->getSubExpr();
      } else {
        break;
      }
    }
    const auto *Ref = dyn_cast<DeclRefExpr>(E);
    const bool Captured = Ref && Ref->refersToEnclosingVariableOrCapture();
    return (P ? Ref && Ref->getDecl() == P : Captured || isa<CXXThisExpr>(E)) ? E : nullptr;
  }

  ConstPassing &Others;
  const ParmVarDecl *P;
  llvm::SmallVector<const Expr *> Mentions;
  llvm::DenseSet<const Expr *> Allowed, Read;
};
} // namespace

bool ConstPassing::leavesAlone(const FunctionDecl *F, const ParmVarDecl *P) {
  if (isLibrary(F)) { // whose objects may be made to keep it
    const auto *C = dyn_cast<CXXConstructorDecl>(F);
    return !C || !leadsOn(F->getASTContext().getCanonicalTagType(C->getParent()));
  }
  const FunctionDecl *Definition = nullptr;
  if (mayBeReplaced(F) || !F->hasBody(Definition))
    return F->isDefaulted() && F->isTrivial();
  const unsigned Index = P ? P->getFunctionScopeIndex() : ~0u;
  auto [It, New] = Known.try_emplace({Definition, Index}, false);
  if (!New)
    return It->second;
  ConstUses Uses(*this, P ? Definition->getParamDecl(Index) : nullptr);
  if (const auto *C = dyn_cast<CXXConstructorDecl>(Definition))
    for (CXXCtorInitializer *Init : C->inits())
      Uses.TraverseConstructorInitializer(Init);
  Uses.TraverseStmt(Definition->getBody());
  return Known[{Definition, Index}] = Uses.finish();
}

bool ConstPassing::leavesObjectAlone(const CXXMethodDecl *M) {
  if (M->isTrivial() && (M->isCopyAssignmentOperator() || M->isMoveAssignmentOperator()))
    return false; // x.operator=(y)
  return (M->isConst() || !isLibrary(M)) && leavesAlone(M, nullptr);
}

} // namespace coopify
