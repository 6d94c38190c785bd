//===- Addresses.cpp - of what is not loaded, but named, and passed -------===//
//
// Part of ConvergenceAnalysis. `&p->m`, `&q[i].m`: an address is as equal as what it is made of,
// and what is there does not matter.
//
//===----------------------------------------------------------------------===//

#include "Analysis/Convergence/Convergence.h"
#include "Analysis/Source/Exprs.h"
#include "Analysis/Source/Walks/Evaluated.h"

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
      return uniformValue({{AtomKind::ParamUniform, ThisPlace}});
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
  const bool Writes = Refers && !V->getType().getNonReferenceType().isConstQualified();
  if (Writes && Passed && P && P->getDeclContext() == F && !F->hasAttr<CUDAGlobalAttr>())
    return uniformValue({{AtomKind::ParamUniform, P->getFunctionScopeIndex()}});
  if (Refers)
    return unknown(Ref, "is a reference");
  if (V->hasGlobalStorage())
    return uniformValue();
  // What is there may be equal all the same.
  return divergentValue(Passed ? ObstacleKind::LaneDependent : ObstacleKind::Unknown,
                        "'" + V->getNameAsString() + "' is a variable of the lane's own",
                        Text.expansion(Ref->getLocation()));
}

/// What a method is called for, of which `this` is the method around's own.
Value ConvergenceAnalysis::evalObjectPlace(const CallExpr *Call, const Env &Vars,
                                           unsigned Block) const {
  const auto *Member = dyn_cast<CXXMemberCallExpr>(Call);
  const Expr *Object = Member ? Member->getImplicitObjectArgument() : Call->getArg(0);
  if (const auto *M = dyn_cast<CXXMethodDecl>(F);
      M && !M->getParent()->isLambda() && isa<CXXThisExpr>(Object->IgnoreParenImpCasts()))
    return uniformValue({{AtomKind::ParamUniform, ThisPlace}});
  return Object->getType()->isPointerType() ? evalAddress(Object, Vars, Block, /*Passed=*/true)
                                            : evalPlace(Object, Vars, Block, /*Passed=*/true);
}

/// The arguments that the callee may write by a reference: where they are is what it is passed.
static llvm::SmallPtrSet<const Expr *, 4> passedAsPlaces(const Stmt *Call) {
  llvm::SmallPtrSet<const Expr *, 4> Out;
  auto Take = [&](const FunctionDecl *Callee, llvm::ArrayRef<const Expr *> Args) {
    if (!Callee)
      return;
    for (auto [P, Arg] : llvm::zip(Callee->parameters(), Args))
      if (QualType T = P->getType();
          T->isLValueReferenceType() && !T.getNonReferenceType().isConstQualified())
        Out.insert(Arg);
  };
  if (const auto *C = dyn_cast<CallExpr>(Call)) {
    const FunctionDecl *Callee = C->getDirectCallee();
    Take(Callee, llvm::ArrayRef(C->getArgs(), C->getNumArgs()).drop_front(objectArguments(C)));
  } else if (const auto *C = dyn_cast<CXXConstructExpr>(Call)) {
    Take(C->getConstructor(), llvm::ArrayRef(C->getArgs(), C->getNumArgs()));
  }
  return Out;
}

/// Keeps what later stages ask for: the arguments of calls, and their objects.
void ConvergenceAnalysis::record(const Stmt *S, Env &E) {
  llvm::ArrayRef<const Expr *> Args;
  if (const auto *Call = dyn_cast<CallExpr>(S))
    Args = llvm::ArrayRef(Call->getArgs(), Call->getNumArgs());
  else if (const auto *Construct = dyn_cast<CXXConstructExpr>(S))
    Args = llvm::ArrayRef(Construct->getArgs(), Construct->getNumArgs());
  const unsigned Block = BlockOf.lookup(S);
  const llvm::SmallPtrSet<const Expr *, 4> Places = passedAsPlaces(S);
  // Compilers go from left to right, and no order is promised (C++17 [expr.call]).
  const bool Changed = setsWhatWasRead(Args);
  for (const Expr *Arg : Args) {
    Value V =
        Places.contains(Arg) ? evalPlace(Arg, E, Block, /*Passed=*/true) : eval(Arg, E, Block);
    if (Changed)
      V = combine(V, unknown(Arg, "stands beside an argument that sets what another one reads"));
    Recorded[Arg] = {V.uniformity(), V.groups()};
  }
  if (const auto *Call = dyn_cast<CallExpr>(S)) {
    if (std::optional<Value> Object = objectOf(Call, E, Block)) {
      Objects[Call] = Object->uniformity();
      ObjectPlaces[Call] = evalObjectPlace(Call, E, Block).uniformity();
    }
    recordAddress(Call, E);
  }
}

std::optional<Uniformity> ConvergenceAnalysis::objectPlace(const CallExpr *Call) const {
  auto It = ObjectPlaces.find(Call);
  return It == ObjectPlaces.end() ? std::nullopt : std::optional(It->second);
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
