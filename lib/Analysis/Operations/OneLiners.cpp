#include "Analysis/Operations/OneLiners.h"

#include "Analysis/Operations/Operations.h"
#include "Analysis/Source/Builtins.h"
#include "Analysis/Source/IntegerConstant.h"

#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace coopify {

/// No deeper than helpers of helpers are written.
constexpr unsigned MaxDepth = 3;

static bool isNumber(QualType T) {
  return T->isIntegralOrEnumerationType() && !T.isVolatileQualified();
}

/// To clang `blockDim.x` is a call, by which anything may happen.
static bool hasSideEffects(const Expr *E, const SourceText &Text, const ASTContext &Context) {
  E = E->IgnoreParens();
  if (!builtinOf(E, Text).Member.empty() || isWarpSize(E, Text))
    return false;
  if (const auto *C = dyn_cast<CastExpr>(E))
    return hasSideEffects(C->getSubExpr(), Text, Context);
  const auto *B = dyn_cast<BinaryOperator>(E);
  return B && !B->isAssignmentOp() ? hasSideEffects(B->getLHS(), Text, Context) ||
                                         hasSideEffects(B->getRHS(), Text, Context)
                                   : E->HasSideEffects(Context);
}

const Expr *returnedBy(const CallExpr *Call, const SourceText &Text) {
  const FunctionDecl *Callee = Call->getDirectCallee();
  const FunctionDecl *F = Callee && !Text.isToolkit(Callee) ? bodyThatRuns(Call) : nullptr;
  const auto *M = dyn_cast_or_null<CXXMethodDecl>(F);
  if (!F || (M && !M->isStatic()) || F->isVariadic() || isa<CXXOperatorCallExpr>(Call) ||
      F->getNumParams() != Call->getNumArgs() || !isNumber(F->getReturnType()) ||
      llvm::any_of(F->parameters(), [](const ParmVarDecl *P) { return !isNumber(P->getType()); }) ||
      llvm::any_of(Call->arguments(),
                   [&](const Expr *Arg) { // which would be left out, or twice there
                     return hasSideEffects(Arg, Text, F->getASTContext());
                   }))
    return nullptr;
  const auto *Body = dyn_cast<CompoundStmt>(F->getBody());
  const auto *Return =
      Body && Body->size() == 1 ? dyn_cast<ReturnStmt>(Body->body_front()) : nullptr;
  return Return ? Return->getRetValue() : nullptr;
}

const Expr *argumentFor(const CallExpr *Call, const Expr *E) {
  const auto *Ref = dyn_cast<DeclRefExpr>(E->IgnoreParens());
  const auto *P = Ref ? dyn_cast<ParmVarDecl>(Ref->getDecl()) : nullptr;
  const FunctionDecl *F = P ? bodyThatRuns(Call) : nullptr;
  if (!F || P->getDeclContext() != F)
    return nullptr;
  // An operator's object stands in front, and is a parameter only where it is written as one.
  const auto *Method = dyn_cast<CXXMethodDecl>(F);
  const bool Operator =
      isa<CXXOperatorCallExpr>(Call) && Method && !Method->isExplicitObjectMemberFunction();
  const unsigned I = P->getFunctionScopeIndex() + Operator;
  return I < Call->getNumArgs() ? Call->getArg(I) : nullptr;
}

static bool keepsIntegers(const CastExpr *C) {
  return C->getCastKind() == CK_LValueToRValue || C->getCastKind() == CK_NoOp ||
         C->getCastKind() == CK_IntegralCast || C->getCastKind() == CK_IntegralToBoolean ||
         C->getCastKind() == CK_BooleanToSignedIntegral;
}

namespace {
struct Arithmetic {
  const SourceText &Text;
  const ASTContext &Context;

  const Expr *of(const CallExpr *Call, unsigned Depth) const {
    const Expr *E = Depth < MaxDepth ? returnedBy(Call, Text) : nullptr;
    return E && is(E, Call, Depth) ? E : nullptr;
  }
  bool is(const Expr *E, const CallExpr *Call, unsigned Depth) const {
    E = E->IgnoreParens();
    auto Is = [&](const Expr *Part) { return is(Part, Call, Depth); };
    if (integerConstant(E, Context))
      return true;
    if (const auto *C = dyn_cast<CastExpr>(E))
      return keepsIntegers(C) && Is(C->getSubExpr());
    if (const auto *B = dyn_cast<BinaryOperator>(E))
      return !B->isAssignmentOp() && !B->isCommaOp() && !B->isPtrMemOp() &&
             isNumber(B->getLHS()->getType()) && isNumber(B->getRHS()->getType()) &&
             Is(B->getLHS()) && Is(B->getRHS());
    if (const auto *U = dyn_cast<UnaryOperator>(E))
      return U->isArithmeticOp() && Is(U->getSubExpr());
    if (const auto *C = dyn_cast<ConditionalOperator>(E))
      return Is(C->getCond()) && Is(C->getTrueExpr()) && Is(C->getFalseExpr());
    if (!builtinOf(E, Text).Member.empty() || isWarpSize(E, Text))
      return true;
    if (const auto *Inner = dyn_cast<CallExpr>(E))
      return of(Inner, Depth + 1) && llvm::all_of(Inner->arguments(), Is);
    return argumentFor(Call, E) != nullptr;
  }
};
} // namespace

const Expr *arithmeticReturnedBy(const CallExpr *Call, const SourceText &Text,
                                 const ASTContext &Context) {
  return Arithmetic{Text, Context}.of(Call, 0);
}

} // namespace coopify
