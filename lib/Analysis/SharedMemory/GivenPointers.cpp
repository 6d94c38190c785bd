//===- GivenPointers.cpp - that calls, memory and new give ----------------===//

#include "Analysis/SharedMemory/SharedAccess.h"
#include "Analysis/Source/BrokenDecls.h"

#include "Analysis/Operations/OneLiners.h"
#include "Analysis/Operations/Operations.h"
#include "Analysis/Source/Exprs.h"

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

/// `s[i]`, `*(s + i)`, `&s[i]`, `s + i`: s and i. None: it is something else.
struct ElementText {
  const Expr *Base = nullptr, *Index = nullptr;
};

} // namespace

/// `*p[i]` is no element of p, and a row is none, whose first element it decays to.
static ElementText elementIn(const Expr *E) {
  if (isLoaded(E) || E->IgnoreParenImpCasts()->getType()->isArrayType())
    return {};
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
  if (E->getIntegerConstantExpr(Context) && !restsOnError(E))
    return Forms.of(E);
  const QualType T = E->IgnoreParenImpCasts()->getType();
  const Expr *Arg = argumentFor(Call, E->IgnoreParenImpCasts());
  return Arg && T->isIntegerType() && Context.getTypeSize(T) >= 32 ? Forms.of(Arg) : Unknown;
}

/// The first element that \p M, a member of the object of the method that \p Call runs, leads to.
std::optional<MemoryLocation> MemoryLocations::passedMember(const CallExpr *Call,
                                                            const MemberExpr *M, unsigned Depth) {
  const auto *Field = dyn_cast<FieldDecl>(M->getMemberDecl());
  const Expr *Object = objectOfCall(Call);
  if (!Field || !Object || !isa<CXXThisExpr>(M->getBase()->IgnoreParenImpCasts()) ||
      cast<CXXMethodDecl>(Call->getDirectCallee())->getParent()->isLambda()) // whose `this` is not
    return std::nullopt;
  const IndexForm First{Polynomial(), constant(0)};
  MemoryLocation P = unknownLocation();
  if (Field->getType()->isPointerType()) {
    P.Names = namesOf(Object);
    if (P.Names.empty())
      return std::nullopt;
    P.Names.insert(P.Names.begin(), Field->getCanonicalDecl());
    P.Exact = true;
    P.Path.push_back({nullptr, First, Field->getType()->getPointeeType()});
    return P;
  }
  const auto *Array = Context.getAsConstantArrayType(Field->getType());
  auto Of =
      Object->getType()->isPointerType() ? pointee(Object, Depth + 1) : lvalue(Object, Depth + 1);
  if (!Array || Array->isZeroSize() || !Of || Of->unknown())
    return std::nullopt;
  Of->Path.push_back({Field, {}, Field->getType()});
  Of->Path.push_back(
      {nullptr, First, Array->getElementType(), /*Loose=*/true, Array->getZExtSize()});
  return Of;
}

/// `volatile int &operator[](int i) { return s[i]; }`, `at(s, i)`: an element of what the caller
/// passes, or of a member of the object. nullopt: it is not so simple.
std::optional<MemoryLocation> MemoryLocations::passedElement(const CallExpr *Call,
                                                             const Expr *Value, unsigned Depth) {
  const ElementText Given = elementIn(Value);
  if (!Given.Base || Value->HasSideEffects(Context))
    return std::nullopt;
  std::optional<MemoryLocation> P;
  if (const Expr *Arg = argumentFor(Call, Given.Base))
    P = Arg->getType()->isPointerType() ? pointee(Arg, Depth + 1) : std::nullopt;
  else if (const auto *M = dyn_cast<MemberExpr>(Given.Base))
    P = passedMember(Call, M, Depth);
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
