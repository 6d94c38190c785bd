//===- SharedAssignment.cpp -----------------------------------------------===//

#include "Analysis/SharedMemory/SharedAssignment.h"

#include "Analysis/Operations/Operations.h"
#include "Analysis/SharedMemory/Index/SymbolicIndex.h"
#include "Model/Operations/LibraryFunctions.h"

#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace coopify {

static const Expr *withoutWrappers(const Expr *E) {
  while (const auto *Full = dyn_cast<FullExpr>(E))
    E = Full->getSubExpr();
  return E->IgnoreParens();
}

static bool isLocal(const Expr *E) {
  const auto *Ref = dyn_cast<DeclRefExpr>(E->IgnoreParens());
  const auto *V = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  return V && V->hasLocalStorage() && !V->getType().isVolatileQualified() &&
         !V->getType()->isReferenceType();
}

std::optional<SharedAssignment> sharedAssignment(const Stmt *S) {
  const auto *E = dyn_cast_or_null<Expr>(S);
  if (!E)
    return std::nullopt;
  SharedAssignment Out;
  Out.Whole = withoutWrappers(E);
  if (const auto *O = dyn_cast<CXXOperatorCallExpr>(Out.Whole); O && O->isAssignmentOp()) {
    // A class: what its operator does to the target is one step.
    Out.Target = O->getArg(0);
    Out.Value = O->getArg(1);
    if (O->getOperator() != OO_Equal)
      Out.Operator = "class";
    return Out;
  }
  const auto *B = dyn_cast<BinaryOperator>(Out.Whole);
  if (!B || !B->isAssignmentOp())
    return std::nullopt;
  Out.Target = B->getLHS();
  Out.Value = B->getRHS();
  if (B->isCompoundAssignmentOp())
    Out.Operator =
        BinaryOperator::getOpcodeStr(BinaryOperator::getOpForCompoundAssignment(B->getOpcode()));
  const auto *Inner = dyn_cast<BinaryOperator>(withoutWrappers(B->getRHS())->IgnoreParenImpCasts());
  if (Inner && Inner->isAssignmentOp()) {
    if (isLocal(B->getLHS()) && !isLocal(Inner->getLHS())) { // b = a = c
      QualType Of = Inner->getLHS()->getType().getCanonicalType().getUnqualifiedType();
      if (Inner->getOpcode() != BO_Assign || B->getOpcode() != BO_Assign ||
          Of != B->getLHS()->getType().getCanonicalType().getUnqualifiedType())
        return std::nullopt;
      Out.Local = B->getLHS();
      Out.LocalFirst = true;
      Out.Target = Inner->getLHS();
      Out.Value = Inner->getRHS();
      return Out;
    }
    if (!isLocal(Inner->getLHS()) || B->isCompoundAssignmentOp())
      return std::nullopt;
    Out.Local = Inner->getLHS();
    Out.Value = Inner;
  }
  return Out;
}

/// No call, and nothing that is set.
static bool onlyComputes(const Stmt *S) {
  const auto *U = dyn_cast<UnaryOperator>(S);
  const auto *B = dyn_cast<BinaryOperator>(S);
  if (isa<CXXConstructExpr, LambdaExpr>(S) || (U && U->isIncrementDecrementOp()) ||
      (B && B->isAssignmentOp()))
    return false;
  if (const auto *E = dyn_cast<Expr>(S); E && !builtinNumber(E).first.empty())
    return true;
  return !isa<CallExpr>(S) &&
         llvm::all_of(S->children(), [](const Stmt *Part) { return !Part || onlyComputes(Part); });
}

const CallExpr *computedCall(const Expr *E) {
  const auto *Call = dyn_cast<CallExpr>(withoutWrappers(E)->IgnoreParenImpCasts());
  return Call && !isa<CXXOperatorCallExpr, CXXMemberCallExpr>(Call) &&
                 llvm::all_of(Call->arguments(), onlyComputes)
             ? Call
             : nullptr;
}

/// What alone stands under the condition of \p If; null: more.
static const Stmt *onlyUnder(const IfStmt *If) {
  if (If->getElse() || If->getInit() || If->getConditionVariable())
    return nullptr;
  const auto *Block = dyn_cast<CompoundStmt>(If->getThen());
  return !Block ? If->getThen() : Block->size() == 1 ? Block->body_front() : nullptr;
}

const CallExpr *loneCall(const Stmt *S) {
  if (const auto *If = dyn_cast<IfStmt>(S)) {
    const auto *E = dyn_cast_or_null<Expr>(onlyUnder(If));
    return E ? computedCall(E) : nullptr;
  }
  const Expr *E = dyn_cast<Expr>(S);
  if (const auto *D = dyn_cast<DeclStmt>(S)) {
    const auto *V = D->isSingleDecl() ? dyn_cast<VarDecl>(D->getSingleDecl()) : nullptr;
    E = V && V->hasLocalStorage() ? V->getInit() : nullptr;
  } else if (const auto *R = dyn_cast<ReturnStmt>(S)) {
    E = R->getRetValue();
  }
  E = E ? withoutWrappers(E)->IgnoreParenImpCasts() : nullptr;
  if (const auto *B = dyn_cast_or_null<BinaryOperator>(E);
      B && B->getOpcode() == BO_Assign && isLocal(B->getLHS()))
    E = B->getRHS();
  return E ? computedCall(E) : nullptr;
}

/// What is passed, as a whole and in any case: not one of two.
static bool isParameter(const Expr *E) {
  E = E->IgnoreParens();
  if (const auto *U = dyn_cast<UnaryOperator>(E); U && U->getOpcode() == UO_Deref)
    E = U->getSubExpr()->IgnoreParenImpCasts();
  const auto *Ref = dyn_cast<DeclRefExpr>(E);
  return Ref && isa<ParmVarDecl>(Ref->getDecl());
}

/// It reads no memory by other names, which a caller does not see, and asks for no address: that of
/// a copy is another one.
static bool ofParametersOnly(const Stmt *S) {
  const auto *U = dyn_cast<UnaryOperator>(S);
  if (isa<CXXThisExpr>(S) || (U && U->getOpcode() == UO_AddrOf))
    return false;
  if (const auto *E = dyn_cast<Expr>(S); E && !builtinNumber(E).first.empty())
    return true;
  if (const auto *Ref = dyn_cast<DeclRefExpr>(S))
    if (const auto *V = dyn_cast<VarDecl>(Ref->getDecl());
        V && (!V->hasLocalStorage() || Ref->refersToEnclosingVariableOrCapture()))
      return false;
  return llvm::all_of(S->children(),
                      [](const Stmt *Part) { return !Part || ofParametersOnly(Part); });
}

/// As onlyComputes(), or the result of the toolkit's functions of numbers alone: max(a, b).
static bool onlyReckons(const Expr *E, const SourceText &Text) {
  E = E->IgnoreParenImpCasts();
  const auto *Call = dyn_cast<CallExpr>(E);
  const FunctionDecl *F = Call ? Call->getDirectCallee() : nullptr;
  if (!F || !F->getIdentifier() || !isArithmetic(F->getName()) || !Text.isToolkit(F))
    return onlyComputes(E);
  return llvm::all_of(Call->arguments(), [&](const Expr *A) { return onlyReckons(A, Text); });
}

/// The body's one statement that does something, if that is all.
static const Expr *onlyExpression(const Stmt *Body) {
  const Expr *Found = nullptr;
  for (const Stmt *S : Body->children()) {
    const auto *D = dyn_cast<DeclStmt>(S);
    if (D &&
        llvm::all_of(D->decls(), [](const Decl *Each) { return isa<UsingDirectiveDecl>(Each); }))
      continue; // using namespace std;
    if (Found || !isa<Expr>(S))
      return nullptr;
    Found = cast<Expr>(S);
  }
  return Found;
}

/// A number that is not volatile, for the parameter that \p Set names, means the same instance.
static bool takesPlainNumber(const FunctionDecl *F, const Expr *Set) {
  const FunctionTemplateDecl *Template = F->getPrimaryTemplate();
  if (!Template)
    return true;
  const auto *Ref = dyn_cast<DeclRefExpr>(Set->IgnoreParens());
  const auto *P = Ref ? dyn_cast<ParmVarDecl>(Ref->getDecl()) : nullptr;
  const FunctionDecl *Pattern = Template->getTemplatedDecl();
  if (!P || P->getFunctionScopeIndex() >= Pattern->getNumParams())
    return false;
  const QualType T = Pattern->getParamDecl(P->getFunctionScopeIndex())->getType();
  return T->isLValueReferenceType() && T.getNonReferenceType().isVolatileQualified();
}

bool setsOnce(const FunctionDecl *F, const SourceText &Text) {
  const FunctionDecl *Definition = nullptr;
  const auto *Body =
      F && F->hasBody(Definition) ? dyn_cast_or_null<CompoundStmt>(Definition->getBody()) : nullptr;
  const Expr *E = Body ? onlyExpression(Body) : nullptr;
  const auto *B = E ? dyn_cast<BinaryOperator>(withoutWrappers(E)) : nullptr;
  return B && B->isAssignmentOp() && B->getType()->isArithmeticType() && isParameter(B->getLHS()) &&
         takesPlainNumber(F, B->getLHS()) && onlyReckons(B->getRHS(), Text) &&
         ofParametersOnly(B->getRHS());
}

/// A copy, which is not volatile, might be for an overload. A lambda has none.
static bool isOverloaded(const FunctionDecl *F) {
  return !F->getDeclContext()->getRedeclContext()->lookup(F->getDeclName()).isSingleResult();
}

const CallExpr *settingCall(const Stmt *S, const SourceText &Text) {
  if (const auto *If = dyn_cast<IfStmt>(S))
    S = onlyUnder(If);
  const auto *E = dyn_cast_or_null<Expr>(S);
  const auto *Call = E ? dyn_cast<CallExpr>(withoutWrappers(E)) : nullptr;
  const auto *Operator = dyn_cast_or_null<CXXOperatorCallExpr>(Call); // of a function object
  const auto *Member = dyn_cast_or_null<CXXMemberCallExpr>(Call);
  const FunctionDecl *Callee = Call ? bodyThatRuns(Call) : nullptr;
  return Callee && (!Operator || Operator->getOperator() == OO_Call) &&
                 (!Member || onlyComputes(Member->getCallee())) &&
                 llvm::all_of(Call->arguments(), onlyComputes) && setsOnce(Callee, Text) &&
                 !isOverloaded(Callee)
             ? Call
             : nullptr;
}

std::vector<SharedAssignment> guardedAssignments(const Stmt *S) {
  const auto *If = dyn_cast<IfStmt>(S);
  if (!If || If->getElse() || If->getInit() || If->getConditionVariable())
    return {};
  std::vector<SharedAssignment> All;
  auto Add = [&](const Stmt *Each) {
    auto A = sharedAssignment(Each);
    if (!A || A->LocalFirst)
      return false;
    if (A->Local) { // a = b = c;
      const auto *Inner = cast<BinaryOperator>(A->Value);
      if (Inner->isCompoundAssignmentOp())
        return false;
      A->Value = Inner->getRHS();
    }
    All.push_back(*A);
    return true;
  };
  if (const auto *Block = dyn_cast<CompoundStmt>(If->getThen())) {
    if (!llvm::all_of(Block->body(), Add))
      return {};
  } else if (!Add(If->getThen())) {
    return {};
  }
  // All is read first: a local that one sets the next might read.
  bool Sets = llvm::any_of(All, [](const SharedAssignment &A) { return A.Local != nullptr; });
  return All.size() > 1 && Sets ? std::vector<SharedAssignment>() : All;
}

/// It is left where it ends, and nowhere else.
static bool isPlain(const Stmt *S) {
  return !isa<StmtExpr, AsmStmt>(S) &&
         llvm::all_of(S->children(), [](const Stmt *Part) { return !Part || isPlain(Part); });
}

std::vector<const Stmt *> guardedBlock(const Stmt *S) {
  const auto *If = dyn_cast<IfStmt>(S);
  const auto *Block = If ? dyn_cast<CompoundStmt>(If->getThen()) : nullptr;
  if (!Block || If->getElse() || If->getInit() || If->getConditionVariable())
    return {};
  auto Fits = [](const Stmt *Each) { return isa<Expr, DeclStmt>(Each) && isPlain(Each); };
  if (!llvm::all_of(Block->body(), Fits))
    return {};
  return {Block->body_begin(), Block->body_end()};
}

bool isPrimary(const Expr *E) {
  E = E->IgnoreImpCasts();
  return isa<DeclRefExpr, ArraySubscriptExpr, CallExpr, ParenExpr, MemberExpr, IntegerLiteral,
             FloatingLiteral, UnaryOperator, ExplicitCastExpr>(E);
}

bool isRead(const Expr *E) {
  E = E->IgnoreParenImpCasts();
  return isa<ArraySubscriptExpr, MemberExpr, DeclRefExpr>(E) ||
         (isa<UnaryOperator>(E) && cast<UnaryOperator>(E)->getOpcode() == UO_Deref);
}

bool repeatable(const Expr *E, const FunctionView &View) {
  E = E->IgnoreParenImpCasts();
  if (!builtinNumber(E).first.empty() || isa<IntegerLiteral, CXXBoolLiteralExpr>(E) ||
      View.constant(E))
    return true;
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E)) {
    const auto *V = dyn_cast<VarDecl>(Ref->getDecl());
    return V && V->hasLocalStorage() && !V->getType().isVolatileQualified() &&
           !V->getType()->isReferenceType() && View.Analysis.variables().followed(V);
  }
  if (const auto *B = dyn_cast<BinaryOperator>(E))
    return !B->isAssignmentOp() && repeatable(B->getLHS(), View) && repeatable(B->getRHS(), View);
  if (const auto *U = dyn_cast<UnaryOperator>(E))
    return !U->isIncrementDecrementOp() && U->getOpcode() != UO_Deref &&
           U->getOpcode() != UO_AddrOf && repeatable(U->getSubExpr(), View);
  return false;
}

bool onlyNames(const CallExpr *Call, const ASTContext &Context) {
  if (!Call->isGLValue() && !Call->getType()->isPointerType())
    return false;
  const FunctionDecl *F = bodyThatRuns(Call), *Definition = nullptr;
  const auto *Body =
      F && F->hasBody(Definition) ? dyn_cast<CompoundStmt>(Definition->getBody()) : nullptr;
  const auto *Return =
      Body && Body->size() == 1 ? dyn_cast<ReturnStmt>(Body->body_front()) : nullptr;
  auto IsPlain = [](const ParmVarDecl *P) {
    return P->getType().isTriviallyCopyableType(P->getASTContext());
  };
  return Return && Return->getRetValue() && llvm::all_of(F->parameters(), IsPlain) &&
         !Return->getRetValue()->HasSideEffects(Context);
}

bool doesMore(const Expr *E, ASTContext &Context) {
  E = E->IgnoreParens();
  if (!builtinNumber(E).first.empty())
    return false; // Clang asks a function for threadIdx.x
  if (const auto *C = dyn_cast<ImplicitCastExpr>(E))
    return (C->getCastKind() == CK_LValueToRValue &&
            C->getSubExpr()->getType().isVolatileQualified()) ||
           doesMore(C->getSubExpr(), Context);
  auto Parts = [&](std::initializer_list<const Expr *> All) {
    return llvm::any_of(All, [&](const Expr *Part) { return doesMore(Part, Context); });
  };
  if (const auto *A = dyn_cast<ArraySubscriptExpr>(E))
    return Parts({A->getBase(), A->getIdx()});
  if (const auto *Call = dyn_cast<CallExpr>(E); Call && onlyNames(Call, Context))
    return Parts({Call->getCallee()}) ||
           llvm::any_of(Call->arguments(), [&](const Expr *Arg) { return doesMore(Arg, Context); });
  if (const auto *M = dyn_cast<MemberExpr>(E))
    return Parts({M->getBase()});
  if (const auto *B = dyn_cast<BinaryOperator>(E); B && !B->isAssignmentOp())
    return Parts({B->getLHS(), B->getRHS()});
  if (const auto *U = dyn_cast<UnaryOperator>(E); U && !U->isIncrementDecrementOp())
    return Parts({U->getSubExpr()});
  if (const auto *C = dyn_cast<CStyleCastExpr>(E))
    return Parts({C->getSubExpr()});
  return E->HasSideEffects(Context);
}

} // namespace coopify
