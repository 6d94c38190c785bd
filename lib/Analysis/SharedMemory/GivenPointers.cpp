//===- GivenPointers.cpp - that calls, memory and new give ----------------===//

#include "Analysis/SharedMemory/SharedAccess.h"

#include "Analysis/Operations/Operations.h"

#include "clang/AST/Attr.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace coopify {

/// Calls that are passed what other calls give.
constexpr unsigned MaxReturns = 4;

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

namespace {

/// `s[i]`, `*(s + i)`, `&s[i]`, `s + i`: s and i; i is null for `s` alone.
struct ElementText {
  const Expr *Base = nullptr, *Index = nullptr;
};

} // namespace

static ElementText elementIn(const Expr *E) {
  E = E->IgnoreParenImpCasts();
  if (const auto *A = dyn_cast<ArraySubscriptExpr>(E))
    return {A->getBase()->IgnoreParenImpCasts(), A->getIdx()};
  if (const auto *U = dyn_cast<UnaryOperator>(E);
      U && (U->getOpcode() == UO_Deref || U->getOpcode() == UO_AddrOf))
    return elementIn(U->getSubExpr());
  const auto *B = dyn_cast<BinaryOperator>(E);
  if (B && B->getOpcode() == BO_Add && B->getLHS()->getType()->isPointerType())
    return {B->getLHS()->IgnoreParenImpCasts(), B->getRHS()};
  return {};
}

static const ParmVarDecl *parameterIn(const Expr *E) {
  const auto *Ref = dyn_cast<DeclRefExpr>(E->IgnoreParenImpCasts());
  return Ref ? dyn_cast<ParmVarDecl>(Ref->getDecl()) : nullptr;
}

/// The object that a method is called for; null: it is no such call.
static const Expr *objectOf(const CallExpr *Call) {
  if (const auto *M = dyn_cast<CXXMemberCallExpr>(Call))
    return M->getImplicitObjectArgument();
  const bool Operator =
      isa<CXXOperatorCallExpr>(Call) && isa_and_nonnull<CXXMethodDecl>(Call->getDirectCallee());
  return Operator ? Call->getArg(0) : nullptr;
}

/// What the call passes for \p P of the function that it runs.
static const Expr *passedFor(const CallExpr *Call, const ParmVarDecl *P) {
  const unsigned I =
      P->getFunctionScopeIndex() + (isa<CXXOperatorCallExpr>(Call) && objectOf(Call));
  return I < Call->getNumArgs() ? Call->getArg(I) : nullptr;
}

/// The number \p E of the function that \p Call runs: a parameter, a constant, their sum.
IndexForm MemoryLocations::passedIndex(const CallExpr *Call, const Expr *E) {
  const IndexForm Unknown{std::nullopt, divergentValue(ObstacleKind::Unknown, "", {})};
  if (const auto *B = dyn_cast<BinaryOperator>(E->IgnoreParenImpCasts()); B && B->isAdditiveOp()) {
    const IndexForm L = passedIndex(Call, B->getLHS()), R = passedIndex(Call, B->getRHS());
    const bool Adds = B->getOpcode() == BO_Add;
    if (!L.Poly || !R.Poly)
      return Unknown;
    return {Adds ? *L.Poly + *R.Poly : *L.Poly - *R.Poly, Adds ? add(L.Is, R.Is) : sub(L.Is, R.Is)};
  }
  if (E->getIntegerConstantExpr(Context))
    return Forms.of(E);
  const ParmVarDecl *P = parameterIn(E);
  const Expr *Arg = P ? passedFor(Call, P) : nullptr;
  return Arg && Context.getTypeSize(P->getType()) >= 32 && P->getType()->isIntegerType()
             ? Forms.of(Arg)
             : Unknown;
}

/// `volatile int &operator[](int i) { return s[i]; }`, `at(s, i)`: an element of what the caller
/// passes, or of a member of the object. nullopt: it is not so simple.
std::optional<MemoryLocation> MemoryLocations::passedElement(const CallExpr *Call,
                                                             const Expr *Value, unsigned Depth) {
  const ElementText Given = elementIn(Value);
  if (!Given.Base || Value->HasSideEffects(Context))
    return std::nullopt;
  std::optional<MemoryLocation> P;
  const ParmVarDecl *Param = parameterIn(Given.Base);
  const auto *M = dyn_cast<MemberExpr>(Given.Base);
  const Expr *Object = objectOf(Call);
  const auto *Field = M ? dyn_cast<FieldDecl>(M->getMemberDecl()) : nullptr;
  if (Param && Param->getType()->isPointerType()) {
    const Expr *Arg = passedFor(Call, Param);
    P = Arg ? pointee(Arg, Depth + 1) : std::nullopt;
  } else if (Field && Object && isa<CXXThisExpr>(M->getBase()->IgnoreParenImpCasts())) {
    if (Field->getType()->isPointerType()) {
      P = unknownLocation();
      P->Names = namesOf(Object);
      if (P->Names.empty())
        return std::nullopt;
      P->Names.insert(P->Names.begin(), Field->getCanonicalDecl());
      P->Exact = true;
      P->Path.push_back({nullptr, {Polynomial(), constant(0)}, Field->getType()->getPointeeType()});
    } else if (const auto *Array = Context.getAsConstantArrayType(Field->getType())) {
      P = Object->getType()->isPointerType() ? pointee(Object, Depth + 1)
                                             : lvalue(Object, Depth + 1);
      if (!P || P->unknown())
        return std::nullopt;
      P->Path.push_back({Field, {}, Field->getType()});
      P->Path.push_back({nullptr, {Polynomial(), constant(0)}, Array->getElementType()});
    }
  }
  if (P && !advance(*P, passedIndex(Call, Given.Index), false))
    P->Exact = false;
  return P;
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
  if (Body->size() == 1 && Depth < MaxReturns)
    if (auto P = passedElement(Call, Value, Depth))
      return P;
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
