//===- GivenPointers.cpp - that calls, memory and new give ----------------===//

#include "Analysis/SharedMemory/SharedAccess.h"

#include "Analysis/Operations/Operations.h"

#include "clang/AST/Attr.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace coopify {

const Expr *decayed(const Expr *E) {
  const auto *C = dyn_cast<ImplicitCastExpr>(E->IgnoreParens());
  return C && C->getCastKind() == CK_ArrayToPointerDecay ? C->getSubExpr()->IgnoreParens()
                                                         : nullptr;
}

/// Operators of the user's own give what they like.
const Expr *placementOf(const Expr *E) {
  const auto *New = dyn_cast<CXXNewExpr>(E);
  const FunctionDecl *By = New ? New->getOperatorNew() : nullptr;
  return By && New->getNumPlacementArgs() == 1 && By->isReservedGlobalPlacementOperator()
             ? New->getPlacementArg(0)
             : nullptr;
}

/// What \p E gives is what is in it, not where it is.
static bool isLoaded(const Expr *E) {
  E = E->IgnoreParens();
  const auto *C = dyn_cast<CastExpr>(E);
  return C && (C->getCastKind() == CK_LValueToRValue || isLoaded(C->getSubExpr()));
}

/// `shared.getPointer()`, and class templates that convert to a pointer: what their one return
/// statement gives.
std::optional<MemoryLocation> MemoryLocations::returned(const CallExpr *Call, unsigned Depth) {
  const FunctionDecl *Callee = bodyThatRuns(Call), *Definition = nullptr;
  if (!Callee || Text.isToolkit(Callee) || !Callee->hasBody(Definition))
    return unknownLocation();
  const auto *Body = dyn_cast<CompoundStmt>(Definition->getBody());
  const ReturnStmt *Return = nullptr;
  if (!Body)
    return unknownLocation();
  for (const Stmt *S : Body->body())
    if (const auto *R = dyn_cast<ReturnStmt>(S))
      Return = R;
    else if (!isa<DeclStmt>(S))
      return unknownLocation();
  const Expr *Value = Return ? Return->getRetValue() : nullptr;
  if (!Value || isLoaded(Value))
    return unknownLocation();
  Value = Value->IgnoreParenCasts();
  if (const auto *U = dyn_cast<UnaryOperator>(Value); U && U->getOpcode() == UO_AddrOf)
    Value = U->getSubExpr()->IgnoreParenCasts(); // &memory[0]
  if (const auto *A = dyn_cast<ArraySubscriptExpr>(Value);
      A && A->getIdx()->isIntegerConstantExpr(Context) &&
      A->getIdx()->EvaluateKnownConstInt(Context) == 0)
    Value = A->getBase()->IgnoreParenCasts();
  const auto *Ref = dyn_cast<DeclRefExpr>(Value);
  const auto *V = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  if (!V || !V->hasAttr<CUDASharedAttr>() || !V->getType()->isArrayType())
    return unknownLocation();
  MemoryLocation P = root(V);
  QualType To = Call->getType()->isPointerType() ? Call->getType()->getPointeeType() : V->getType();
  P.Path.push_back({nullptr, {Polynomial(), constant(0)}, To});
  return P;
}

/// A pointer that memory or a call gives. What a kernel is passed by value, and __constant__
/// memory, was set by the host, which has no shared memory.
std::optional<MemoryLocation> MemoryLocations::loaded(const Expr *Pointer, unsigned Depth) {
  const Expr *From = Pointer;
  while (From) {
    From = From->IgnoreParenImpCasts();
    if (const auto *M = dyn_cast<MemberExpr>(From); M && !M->isArrow())
      From = M->getBase();
    else if (const auto *A = dyn_cast<ArraySubscriptExpr>(From); A && decayed(A->getBase()))
      From = decayed(A->getBase()); // of another element nobody knows who set it
    else
      break;
  }
  const auto *Ref = dyn_cast_or_null<DeclRefExpr>(From);
  const auto *V = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  bool Host =
      V && (V->hasAttr<CUDAConstantAttr>() ||
            (isa<ParmVarDecl>(V) && V->getDeclContext() == F && F->hasAttr<CUDAGlobalAttr>() &&
             !V->getType()->isPointerType() && !V->getType()->isReferenceType() &&
             Vars.followed(V) && Vars.assignments(V).empty()));
  return Host ? std::nullopt : std::optional(unknownLocation(Pointer));
}

} // namespace coopify
