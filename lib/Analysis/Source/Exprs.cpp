//===- Exprs.cpp -------------------------------------------------------===//

#include "Analysis/Source/Exprs.h"

#include "Analysis/Source/Decls.h"

#include "clang/AST/ExprCXX.h"
#include "clang/AST/ParentMapContext.h"

using namespace clang;

namespace coopify {

bool hasWrittenType(const ReturnStmt *Return, ASTContext &Context) {
  for (DynTypedNode Up = DynTypedNode::create(*Return);;) {
    DynTypedNodeList Parents = Context.getParents(Up);
    if (Parents.size() != 1)
      return false;
    Up = Parents[0];
    if (const auto *F = Up.get<FunctionDecl>()) {
      const auto *M = dyn_cast<CXXMethodDecl>(F);
      // C++11 gives a lambda without `->` what its return deduces, as if it were written.
      bool Deduced = M && M->getParent()->isLambda() && !Context.getLangOpts().CPlusPlus14;
      return !Deduced && !F->getDeclaredReturnType()->getContainedAutoType();
    }
  }
}

/// \p Other takes a pointer to something else: not the arguments of \p F.
static bool pointsElsewhere(const FunctionDecl *F, const NamedDecl *Other) {
  const auto *G = dyn_cast<FunctionDecl>(Other->getUnderlyingDecl());
  return G && llvm::any_of(llvm::zip(F->parameters(), G->parameters()), [&](auto Pair) {
           auto [A, B] = Pair;
           QualType Of = A->getType()->getPointeeType(), To = B->getType()->getPointeeType();
           return !Of.isNull() && !To.isNull() && Of->isIntegerType() && !To->isVoidType() &&
                  !F->getASTContext().hasSameUnqualifiedType(Of, To);
         });
}

/// Which function is called may depend on the type: not of atomicAdd(int *, int) and its like.
static bool isOneOfSeveral(const CallExpr *Call) {
  const Expr *Callee = Call->getCallee()->IgnoreParenImpCasts();
  const auto *Ref = dyn_cast<DeclRefExpr>(Callee);
  const auto *Member = dyn_cast<MemberExpr>(Callee);
  if (!(Ref && !Ref->hadMultipleCandidates()) && !(Member && !Member->hadMultipleCandidates())) {
    const FunctionDecl *F = Call->getDirectCallee();
    auto Others = F->getDeclContext()->getRedeclContext()->lookup(F->getDeclName());
    return Others.isSingleResult() || llvm::any_of(Others, [&](const NamedDecl *D) {
             return D->getCanonicalDecl() != F->getCanonicalDecl() && !pointsElsewhere(F, D);
           });
  }
  return false;
}

bool bitsOnly(const Expr *E, ASTContext &Context) {
  for (const Stmt *Current = E;;) {
    DynTypedNodeList Parents = Context.getParents(*Current);
    if (Parents.size() != 1)
      return false;
    if (const auto *V = Parents[0].get<VarDecl>())
      return !V->getType()->getContainedAutoType();
    const auto *P = Parents[0].get<Stmt>();
    if (!P)
      return false;
    if (const auto *Return = dyn_cast<ReturnStmt>(P))
      return hasWrittenType(Return, Context);
    if (const auto *Call = dyn_cast<CallExpr>(P))
      return Call->getDirectCallee() && !Call->getDirectCallee()->isVariadic() &&
             !Call->getDirectCallee()->isTemplateInstantiation() && !isOneOfSeveral(Call);
    const auto *Whole = dyn_cast<Expr>(P);
    if (!Whole || !Whole->getType()->isIntegerType() || Context.getIntWidth(Whole->getType()) != 32)
      return false;
    const auto *B = dyn_cast<BinaryOperator>(P);
    if (B && (B->getOpcode() == BO_Assign || B->getOpcode() == BO_EQ || B->getOpcode() == BO_NE ||
              B->getOpcode() == BO_AddAssign))
      return Context.getIntWidth(B->getLHS()->getType()) == 32;
    if (!isa<ParenExpr, CastExpr, FullExpr>(P) && !(B && B->getOpcode() == BO_Add))
      return false;
    Current = P;
  }
}

const CallExpr *callOf(const Expr *E) { return dyn_cast<CallExpr>(E->IgnoreParenCasts()); }

const Expr *objectOfCall(const CallExpr *Call) {
  if (const auto *Member = dyn_cast<CXXMemberCallExpr>(Call))
    return Member->getImplicitObjectArgument();
  return objectArguments(Call) ? Call->getArg(0) : nullptr;
}

void EndingValues::add(const Expr *E) {
  if (!E)
    return;
  E = E->IgnoreParens();
  if (const auto *Full = dyn_cast<FullExpr>(E))
    return add(Full->getSubExpr());
  Ends.insert(E);
  if (const auto *B = dyn_cast<BinaryOperator>(E); B && B->getOpcode() == BO_Comma)
    add(B->getRHS());
  if (const auto *C = dyn_cast<ConditionalOperator>(E)) {
    add(C->getTrueExpr());
    add(C->getFalseExpr());
  }
}

void EndingValues::addParts(const Stmt *S) {
  if (isa<CompoundStmt, IfStmt, SwitchStmt, SwitchCase, ForStmt, WhileStmt, DoStmt, CXXForRangeStmt,
          LabelStmt, AttributedStmt>(S))
    for (const Stmt *Part : S->children())
      add(dyn_cast_or_null<Expr>(Part)); // as a condition it is read
  if (const auto *C = dyn_cast<ExplicitCastExpr>(S); C && C->getType()->isVoidType())
    add(C->getSubExpr());
}

const DeclRefExpr *readAsAnother(const Expr *E, const ASTContext &Context) {
  const auto *Deref = dyn_cast<UnaryOperator>(E->IgnoreParens());
  if (!Deref || Deref->getOpcode() != UO_Deref)
    return nullptr;
  const auto *Address = dyn_cast<UnaryOperator>(Deref->getSubExpr()->IgnoreParenCasts());
  const auto *Ref = Address && Address->getOpcode() == UO_AddrOf
                        ? dyn_cast<DeclRefExpr>(Address->getSubExpr()->IgnoreParens())
                        : nullptr;
  const auto *V = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  const QualType T = Deref->getType();
  if (!V || !V->hasLocalStorage() || V->getType()->isReferenceType() ||
      V->getType()->isIncompleteType() || T->isIncompleteType() || T->isDependentType() ||
      V->getType().isVolatileQualified() || T.isVolatileQualified() || T->isAtomicType())
    return nullptr;
  return Context.getTypeSize(T) <= Context.getTypeSize(V->getType()) ? Ref : nullptr;
}

unsigned objectArguments(const CallExpr *Call) {
  const auto *M = isa<CXXOperatorCallExpr>(Call)
                      ? dyn_cast_or_null<CXXMethodDecl>(Call->getDirectCallee())
                      : nullptr;
  return M && !M->isExplicitObjectMemberFunction();
}

QualType parameterType(const CallExpr *Call, unsigned Index, ASTContext &Context) {
  QualType T = Call->getCallee()->getType();
  if (const FunctionDecl *Callee = Call->getDirectCallee())
    T = Callee->getType();
  else if (T->isSpecificBuiltinType(BuiltinType::BoundMember))
    T = Expr::findBoundMemberType(Call->getCallee());
  if (!T.isNull() && !T->getPointeeType().isNull())
    T = T->getPointeeType();
  const Expr *Arg = Call->getArg(Index);
  const unsigned Objects = objectArguments(Call);
  const auto *Proto = T.isNull() ? nullptr : T->getAs<FunctionProtoType>();
  if (Proto && Index >= Objects && Index - Objects < Proto->getNumParams())
    return Proto->getParamType(Index - Objects);
  return Arg->isGLValue() ? Context.getLValueReferenceType(Arg->getType()) : Arg->getType();
}

QualType writtenType(const Expr *E) {
  for (;;) {
    if (const auto *Full = dyn_cast<FullExpr>(E))
      E = Full->getSubExpr();
    else if (const auto *Temporary = dyn_cast<MaterializeTemporaryExpr>(E))
      E = Temporary->getSubExpr();
    else if (const auto *C = dyn_cast<ImplicitCastExpr>(E))
      E = C->getSubExprAsWritten();
    else if (E->IgnoreParens() != E)
      E = E->IgnoreParens();
    else
      return E->getType();
  }
}

} // namespace coopify
