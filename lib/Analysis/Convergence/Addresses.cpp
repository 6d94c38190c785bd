//===- Addresses.cpp - of what is not loaded, but named -------------------===//
//
// Part of ConvergenceAnalysis. `&p->m`, `&q[i].m`: an address is as equal as what it is made of,
// and what is there does not matter.
//
//===----------------------------------------------------------------------===//

#include "Analysis/Convergence/Convergence.h"

#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace coopify {

/// Every time that \p E is run its variables are the same.
static bool isSetOnce(const Stmt *E, const Variables &Vars) {
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E))
    if (const auto *V = dyn_cast<VarDecl>(Ref->getDecl()); V && !V->hasGlobalStorage())
      return Vars.followed(V) && Vars.assignments(V).size() == (isa<ParmVarDecl>(V) ? 0 : 1);
  return llvm::all_of(E->children(),
                      [&](const Stmt *Part) { return !Part || isSetOnce(Part, Vars); });
}

/// The pointer \p E. Of \p Passed, what callers have named is equal if they name one place.
Value ConvergenceAnalysis::evalAddress(const Expr *E, const Env &Vars, unsigned Block,
                                       bool Passed) const {
  E = E->IgnoreParens();
  if (const auto *C = dyn_cast<CastExpr>(E)) {
    if (C->getCastKind() == CK_ArrayToPointerDecay)
      return evalPlace(C->getSubExpr(), Vars, Block, Passed);
    if (C->getCastKind() == CK_NoOp || C->getCastKind() == CK_BitCast)
      return evalAddress(C->getSubExpr(), Vars, Block, Passed);
  }
  if (const auto *U = dyn_cast<UnaryOperator>(E); U && U->getOpcode() == UO_AddrOf)
    return evalPlace(U->getSubExpr(), Vars, Block, Passed);
  const auto *B = dyn_cast<BinaryOperator>(E);
  if (!B || !B->isAdditiveOp() || !B->getType()->isPointerType())
    return combine(eval(E, Vars, Block), constant(0));
  const bool Left = B->getLHS()->getType()->isPointerType();
  return combine(evalAddress(Left ? B->getLHS() : B->getRHS(), Vars, Block, Passed),
                 eval(Left ? B->getRHS() : B->getLHS(), Vars, Block));
}

/// Where \p E is, an lvalue.
Value ConvergenceAnalysis::evalPlace(const Expr *E, const Env &Vars, unsigned Block,
                                     bool Passed) const {
  E = E->IgnoreParens();
  if (!spend(1))
    return unknown(E, "was not followed");
  if (const auto *C = dyn_cast<CastExpr>(E); C && C->getCastKind() == CK_NoOp)
    return evalPlace(C->getSubExpr(), Vars, Block, Passed);
  if (const auto *A = dyn_cast<ArraySubscriptExpr>(E))
    return combine(evalAddress(A->getBase(), Vars, Block, Passed), eval(A->getIdx(), Vars, Block));
  if (const auto *U = dyn_cast<UnaryOperator>(E); U && U->getOpcode() == UO_Deref)
    return evalAddress(U->getSubExpr(), Vars, Block, Passed);
  if (const auto *M = dyn_cast<MemberExpr>(E); M && isa<FieldDecl>(M->getMemberDecl())) {
    if (M->getMemberDecl()->getType()->isReferenceType())
      return unknown(E, "is a reference");
    const bool This = isa<CXXThisExpr>(M->getBase()->IgnoreParenImpCasts());
    const auto *Method = dyn_cast<CXXMethodDecl>(F);
    if (This && Passed && Method && !Method->getParent()->isLambda())
      return uniformValue({{AtomKind::ParamUniform, ThisParameter}});
    return M->isArrow() ? evalAddress(M->getBase(), Vars, Block, Passed)
                        : evalPlace(M->getBase(), Vars, Block, Passed);
  }
  const auto *Ref = dyn_cast<DeclRefExpr>(E);
  const auto *V = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  return V ? evalPlaceOf(V, Ref, Vars, Block, Passed) : unknown(E, "was not followed");
}

Value ConvergenceAnalysis::evalPlaceOf(const VarDecl *V, const DeclRefExpr *Ref, const Env &Vars,
                                       unsigned Block, bool Passed) const {
  const auto *P = dyn_cast<ParmVarDecl>(V);
  const bool Refers = V->getType()->isReferenceType();
  if (Refers && !P && !Ref->refersToEnclosingVariableOrCapture() && V->getInit() &&
      isSetOnce(V->getInit(), this->Vars))
    return evalPlace(V->getInit(), Vars, Block, Passed);
  if (Refers && Passed && P && P->getDeclContext() == F && !F->hasAttr<CUDAGlobalAttr>())
    return uniformValue({{AtomKind::ParamUniform, P->getFunctionScopeIndex()}});
  if (Refers)
    return unknown(Ref, "is a reference");
  return V->hasGlobalStorage() ? uniformValue() : unknown(Ref, "is a variable of the lane's own");
}

void ConvergenceAnalysis::recordAddress(const CallExpr *Call, const Env &Vars) {
  const FunctionDecl *Callee = Call->getDirectCallee();
  if (!Callee || !Text.isToolkit(Callee) || Call->getNumArgs() == 0)
    return;
  if (const Expr *First = Call->getArg(0); First->getType()->isPointerType())
    Addresses[Call] = evalAddress(First, Vars, BlockOf.lookup(Call), /*Passed=*/true).uniformity();
}

std::optional<Uniformity> ConvergenceAnalysis::address(const CallExpr *Call) const {
  auto It = Addresses.find(Call);
  return It == Addresses.end() ? std::nullopt : std::optional(It->second);
}

} // namespace coopify
