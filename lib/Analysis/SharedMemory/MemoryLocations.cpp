//===- MemoryLocations.cpp - where pointers come from ------------------------===//

#include "Analysis/SharedMemory/HelperEffects.h"

#include "Analysis/Operations/Groups.h"
#include "Analysis/Operations/Operations.h"
#include "Analysis/SharedMemory/PassedPointers.h"

#include "clang/AST/Attr.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace coopify {

/// Pointers that are set from each other more often than this are not followed.
constexpr unsigned MaxDepth = 12;

MemoryLocations::MemoryLocations(const FunctionDecl *F, ASTContext &Context, const SourceText &Text,
                                 const Variables &Vars, SymbolicIndex &Forms,
                                 std::shared_ptr<HelperSummaries> Helpers)
    : Helpers(Helpers ? std::move(Helpers) : std::make_shared<HelperSummaries>()), F(F),
      Context(Context), Text(Text), Vars(Vars), Forms(Forms) {}

static IndexForm zero() { return {Polynomial(), constant(0)}; }
static IndexForm unknownIndex() {
  return {std::nullopt, divergentValue(ObstacleKind::Unknown, "", {})};
}

QualType plain(QualType T) { return T.getCanonicalType().getUnqualifiedType(); }

/// In a kernel only it and what it calls can have put the address of shared memory where it is
/// not followed: the block's memory is no older. In other functions callers can, unless the
/// variable is the function's own.
bool MemoryLocations::leaked(const VarDecl *V) {
  bool Own = isOwnStatic(V, F);
  if (!Own && !F->hasAttr<CUDAGlobalAttr>())
    return true;
  if (!Leaked) {
    MemoryLocations Fresh(F, Context, Text, Vars, Forms, Helpers); // this may be halfway through
    Fresh.Leaked.emplace();                                        // on the way nobody asks
    Leaked = leakedAddresses(Fresh);
  }
  return Leaked->contains(V) || (!Own && Leaked->contains(nullptr));
}

MemoryLocation MemoryLocations::root(const VarDecl *V) {
  MemoryLocation P;
  P.Root = V->getCanonicalDecl();
  if (!V->hasAttr<CUDASharedAttr>()) {
    P.Of = MemoryLocation::KernelArray;
    P.Leaked = !Passed || V->hasExternalStorage() || Passed->isPassed(V, Text);
    return P;
  }
  P.Of = V->hasExternalStorage() ? MemoryLocation::Dynamic : MemoryLocation::Shared;
  P.Leaked = leaked(P.Root);
  return P;
}

MemoryLocation MemoryLocations::parameter(const ParmVarDecl *V) const {
  MemoryLocation P;
  P.Root = V;
  P.Of = F->hasAttr<CUDAGlobalAttr>() ? MemoryLocation::KernelArray : MemoryLocation::Parameter;
  P.OutsideShared = Passed && Passed->outsideShared(V);
  if (Passed && CountsOnApart)
    P.Apart = Passed->apartFrom(V);
  return P;
}

/// A `__device__` or `__managed__` variable, which is not only read.
static bool isGlobalVariable(const VarDecl *V) {
  return V->hasGlobalStorage() && V->hasAttr<CUDADeviceAttr>() && !V->hasAttr<CUDASharedAttr>() &&
         !V->hasAttr<CUDAConstantAttr>() && !V->getType().isConstQualified() && !V->isConstexpr();
}

static bool sameStep(const PathStep &A, const PathStep &B) {
  return A.Field == B.Field && plain(A.Unit) == plain(B.Unit) &&
         (A.Field || (A.Index.Poly && A.Index.Poly == B.Index.Poly));
}

/// A pointer to \p P, of type \p Type: from there the row's or member's neighbours are in reach, as
/// every compiler has it (`int *p = &s[0][0]; p[i]`).
static std::optional<MemoryLocation> pointed(std::optional<MemoryLocation> P, QualType Type) {
  if (!P || P->unknown())
    return P;
  if (P->Path.empty() || P->Path.back().Field)
    P->Path.push_back({nullptr, zero(), Type, /*Loose=*/true, /*Extent=*/1});
  P->Path.back().Loose = true;
  return P;
}

/// Of one object what both paths have in common, and then any element.
static MemoryLocation common(MemoryLocation A, const MemoryLocation &B) {
  A.Exact &= B.Exact;
  for (auto [Step, Other] : llvm::zip(A.Path, B.Path)) {
    Step.Loose |= Other.Loose;
    Step.Extent = std::min(Step.Extent, Other.Extent);
  }
  size_t Same = 0;
  while (Same < std::min(A.Path.size(), B.Path.size()) && sameStep(A.Path[Same], B.Path[Same]))
    ++Same;
  bool Whole = Same == A.Path.size() && Same == B.Path.size();
  bool Last = Same + 1 == A.Path.size() && Same + 1 == B.Path.size() && !A.Path[Same].Field &&
              !B.Path[Same].Field && plain(A.Path[Same].Unit) == plain(B.Path[Same].Unit);
  if (Last) {
    A.Path[Same].Index = unknownIndex();
  } else if (!Whole) {
    A.Path.resize(Same);
    A.Exact = false;
  }
  return A;
}

std::optional<MemoryLocation> either(const std::optional<MemoryLocation> &A,
                                     const std::optional<MemoryLocation> &B) {
  if (!A || (B && A->Of == MemoryLocation::Pending))
    return B;
  if (!B || B->Of == MemoryLocation::Pending)
    return A;
  if (A->Of == B->Of && A->Root == B->Root && !A->unknown())
    return common(*A, *B);
  if (A->Of != MemoryLocation::KernelArray || B->Of != MemoryLocation::KernelArray)
    return unknownLocation();
  MemoryLocation Any;
  Any.Of = MemoryLocation::KernelArray;
  Any.Exact = false;
  return Any;
}

bool MemoryLocations::advance(MemoryLocation &P, const IndexForm &By, bool Back) {
  if (P.Path.empty() || P.Path.back().Field)
    return false;
  IndexForm &I = P.Path.back().Index;
  if (I.Poly && By.Poly) {
    I.Poly = Back ? *I.Poly - *By.Poly : *I.Poly + *By.Poly;
    if (I.Poly->tooLarge())
      I.Poly.reset();
  } else {
    I.Poly.reset();
  }
  I.Is = Back ? sub(I.Is, By.Is) : add(I.Is, By.Is);
  return true;
}

/// Elements of another type: known only at the object's beginning.
void MemoryLocations::recast(MemoryLocation &P, QualType To) {
  if (P.Path.empty() || plain(P.Path.back().Unit) == plain(To) || To->isVoidType())
    return;
  if (P.Path.size() == 1 && P.Path[0].Index.Poly && P.Path[0].Index.Poly->isZero())
    P.Path[0].Unit = To;
  else
    P.Exact = false;
}

/// A number in it that moves is taken as it is where \p V is set.
static void hold(MemoryLocation &P, const VarDecl *V, SymbolicIndex &Forms) {
  for (PathStep &Step : P.Path) {
    if (Step.Field || !Step.Index.Poly || !Forms.moves(*Step.Index.Poly))
      continue;
    if (&Step == &P.Path.back())
      Step.Index = Forms.held(V, Step.Index);
    else
      Step.Index = unknownIndex();
  }
}

/// What the pointer \p V leads to: all that it is ever set to.
std::optional<MemoryLocation> MemoryLocations::variable(const VarDecl *V, unsigned Depth) {
  constexpr unsigned MaxSteps = 500;
  if (V->hasAttr<CUDAConstantAttr>())
    return std::nullopt; // set by the host
  if (Working.empty())
    Steps = 0;
  if (!V->getType()->isPointerType() || !V->hasLocalStorage() || V->getDeclContext() != F ||
      !Vars.followed(V) || ++Steps > MaxSteps)
    return unknownLocation();
  if (auto It = Done.find(V); It != Done.end()) {
    std::optional<MemoryLocation> P = It->second;
    if (P && (P->Of == MemoryLocation::Shared || P->Of == MemoryLocation::Dynamic))
      P->Leaked = leaked(P->Root);
    return P;
  }
  if (!Working.insert(V).second) {
    MemoryLocation P;
    P.Of = MemoryLocation::Pending;
    return P;
  }
  std::optional<MemoryLocation> P = assigned(V, Depth);
  Working.erase(V);
  if (!Working.empty())
    return P; // which may rest on what is being worked out
  if (P && P->Of == MemoryLocation::Pending)
    P.reset(); // it is never set
  return Done[V] = P;
}

std::optional<MemoryLocation> MemoryLocations::assigned(const VarDecl *V, unsigned Depth) {
  auto Set = Vars.assignments(V);
  std::optional<MemoryLocation> P;
  if (const auto *Param = dyn_cast<ParmVarDecl>(V)) {
    P = parameter(Param);
    P->Path.push_back({nullptr, zero(), V->getType()->getPointeeType()});
  }
  for (const Variables::Assignment &A : Set)
    if (A.sets())
      P = either(P, pointee(A.Value, Depth + 1));
    else if (!A.Value && !isa<UnaryOperator>(A.At)) // an asm's output
      P = unknownLocation();
  bool Moves = Set.size() + isa<ParmVarDecl>(V) > 1;
  if (!P && Moves && llvm::all_of(Set, [&](const Variables::Assignment &A) {
        return !A.sets() || Vars.madeOfNull(A.Value);
      }))
    return unknownLocation();
  if (!P || P->Of == MemoryLocation::Pending)
    return P;
  if (Moves && !P->Path.empty() && !P->Path.back().Field)
    P->Path.back().Index = unknownIndex();
  hold(*P, V, Forms);
  return P;
}

std::optional<MemoryLocation> MemoryLocations::cast(const CastExpr *C, unsigned Depth) {
  const Expr *Sub = C->getSubExpr();
  switch (C->getCastKind()) {
  case CK_ArrayToPointerDecay: {
    auto P = lvalue(Sub, Depth);
    const auto *Array = Context.getAsConstantArrayType(Sub->getType());
    if (P && P->unknown() && P->Names.empty()) // a captured array, by its name
      return unknownLocation(C);
    if (P && !P->unknown())
      P->Path.push_back({nullptr, zero(), C->getType()->getPointeeType(), /*Loose=*/true,
                         Array ? Array->getZExtSize() : 0});
    return P;
  }
  case CK_NullToPointer:
    return std::nullopt;
  case CK_UserDefinedConversion:
  case CK_LValueToRValue:
  case CK_NoOp:
  case CK_BitCast:
  case CK_AddressSpaceConversion: {
    if (!C->getType()->isPointerType())
      return unknownLocation();
    auto P = pointee(Sub, Depth);
    if (P)
      recast(*P, C->getType()->getPointeeType());
    return P;
  }
  case CK_DerivedToBase:
  case CK_UncheckedDerivedToBase:
  case CK_BaseToDerived: {
    auto P = pointee(Sub, Depth);
    if (P)
      P->Exact = false;
    return P;
  }
  default:
    return unknownLocation();
  }
}

static std::optional<MemoryLocation> somewhere(std::optional<MemoryLocation> P) {
  if (P)
    P->Exact = false;
  return P;
}

/// What is evaluated in the place of \p E; null: itself.
static const Expr *standsFor(const Expr *E) {
  if (const auto *Full = dyn_cast<FullExpr>(E))
    return Full->getSubExpr();
  if (const auto *T = dyn_cast<SubstNonTypeTemplateParmExpr>(E))
    return T->getReplacement();
  const auto *D = dyn_cast<CXXDefaultArgExpr>(E);
  return D ? D->getExpr() : nullptr;
}

std::optional<MemoryLocation> MemoryLocations::pointee(const Expr *E, unsigned Depth) {
  if (Depth > MaxDepth || E->containsErrors())
    return unknownLocation();
  E = E->IgnoreParens();
  if (const Expr *Same = standsFor(E))
    return pointee(Same, Depth);
  if (const auto *C = dyn_cast<CastExpr>(E))
    return cast(C, Depth);
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E)) {
    const auto *V = dyn_cast<VarDecl>(Ref->getDecl());
    const bool Here = V && !Ref->refersToEnclosingVariableOrCapture();
    auto P = Here ? variable(V, Depth) : unknownLocation();
    return P && P->unknown() && P->Names.empty() ? unknownLocation(E) : P;
  }
  if (isa<CXXThisExpr>(E)) {
    MemoryLocation P;
    P.Of = MemoryLocation::Object;
    P.Path.push_back({nullptr, zero(), E->getType()->getPointeeType()});
    return P;
  }
  if (const auto *B = dyn_cast<BinaryOperator>(E); B && B->isAdditiveOp()) {
    bool Left = B->getLHS()->getType()->isPointerType();
    if (!Left && !B->getRHS()->getType()->isPointerType())
      return unknownLocation();
    auto P = pointee(Left ? B->getLHS() : B->getRHS(), Depth);
    if (!P && Vars.madeOfNull(E))
      return unknownLocation();
    if (P && !advance(*P, Forms.of(Left ? B->getRHS() : B->getLHS()), B->getOpcode() == BO_Sub))
      P->Exact = false;
    return P;
  }
  if (const auto *B = dyn_cast<BinaryOperator>(E); B && B->isCommaOp())
    return pointee(B->getRHS(), Depth);
  if (const auto *B = dyn_cast<BinaryOperator>(E); B && B->getOpcode() == BO_Assign)
    return pointee(B->getRHS(), Depth);
  if (const auto *U = dyn_cast<UnaryOperator>(E); U && U->getOpcode() == UO_AddrOf) {
    return pointed(lvalue(U->getSubExpr(), Depth), E->getType()->getPointeeType());
  }
  if (const auto *U = dyn_cast<UnaryOperator>(E); U && U->isIncrementDecrementOp())
    return pointee(U->getSubExpr(), Depth); // which moves: its index is not known
  if (const auto *A = dyn_cast<ArraySubscriptExpr>(E)) {
    const auto *Ref = dyn_cast<DeclRefExpr>(A->getBase()->IgnoreParenImpCasts());
    const auto *V = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
    auto P = loaded(E, Depth);
    return P && V ? elements(V, A->getIdx(), Depth) : P;
  }
  if (isa<MemberExpr>(E))
    return loaded(E, Depth);
  if (const auto *C = dyn_cast<AbstractConditionalOperator>(E))
    return either(pointee(C->getTrueExpr(), Depth + 1), pointee(C->getFalseExpr(), Depth + 1));
  if (const auto *O = dyn_cast<OpaqueValueExpr>(E); O && O->getSourceExpr())
    return pointee(O->getSourceExpr(), Depth);
  if (const auto *Call = dyn_cast<CallExpr>(E))
    return returned(Call, Depth);
  if (const Expr *At = placementOf(E))
    return somewhere(pointee(At, Depth));
  return isa<CXXNullPtrLiteralExpr, GNUNullExpr, clang::StringLiteral>(E)
             ? std::nullopt
             : std::optional(unknownLocation());
}

/// A variable by its name.
std::optional<MemoryLocation> MemoryLocations::named(const DeclRefExpr *Ref, unsigned Depth) {
  const auto *V = dyn_cast<VarDecl>(Ref->getDecl());
  if (const auto *Part = dyn_cast<BindingDecl>(Ref->getDecl())) { // auto &[a, b] = s[t]
    const bool Here = Part->getBinding() && !Ref->refersToEnclosingVariableOrCapture();
    return Here ? lvalue(Part->getBinding(), Depth + 1) : std::optional(unknownLocation());
  }
  if (!V)
    return std::nullopt;
  if (V->hasAttr<CUDASharedAttr>())
    return root(V);
  if (isGlobalVariable(V))
    return root(V);
  if (!V->getType()->isReferenceType() || groupType(V->getType()))
    return std::nullopt; // of the lane's own, or global; groups are written by nobody
  const auto *Param = dyn_cast<ParmVarDecl>(V);
  if (!V->hasLocalStorage() || V->getDeclContext() != F ||
      Ref->refersToEnclosingVariableOrCapture() || (!Param && !V->getInit()))
    return unknownLocation();
  if (Param)
    return parameter(Param);
  auto P = lvalue(V->getInit(), Depth + 1);
  if (P)
    hold(*P, V, Forms);
  return P;
}

static std::optional<MemoryLocation> anyPart(std::optional<MemoryLocation> P) {
  if (P)
    P->Exact = false;
  return P;
}

/// `T data[0];`, `T data[];`, members: what is there is what follows.
static const MemberExpr *ofNoSize(const Expr *Array, const ASTContext &Context) {
  const auto *M = dyn_cast_or_null<MemberExpr>(Array);
  const auto *Sized = M ? Context.getAsConstantArrayType(M->getType()) : nullptr;
  return M && (!Sized || Sized->isZeroSize()) ? M : nullptr;
}

std::optional<MemoryLocation> MemoryLocations::element(const ArraySubscriptExpr *A,
                                                       unsigned Depth) {
  if (A->getBase()->getType()->isVectorType())
    return lvalue(A->getBase(), Depth);
  auto P = pointee(A->getBase(), Depth);
  if (!P && Vars.madeOfNull(A->getBase()))
    return unknownLocation();
  if (P && !advance(*P, Forms.of(A->getIdx()), false))
    P->Exact = false;
  const Expr *Array = decayed(A->getBase());
  if (P && !P->Path.empty() && Array) // of the array itself: within it
    P->Path.back().Loose = false;
  if (P && ofNoSize(Array, Context)) {
    P->Path.clear();
    P->Exact = false;
  }
  return P;
}

std::optional<MemoryLocation> MemoryLocations::lvalue(const Expr *E, unsigned Depth) {
  if (Depth > MaxDepth || E->containsErrors())
    return unknownLocation();
  E = E->IgnoreParens();
  if (const Expr *Same = standsFor(E))
    return lvalue(Same, Depth);
  if (const auto *C = dyn_cast<CastExpr>(E)) {
    CastKind Kind = C->getCastKind();
    if (!C->isGLValue() || Kind == CK_UserDefinedConversion)
      return C->isGLValue() ? std::optional(unknownLocation()) : std::nullopt;
    auto P = lvalue(C->getSubExpr(), Depth);
    if (P && Kind != CK_NoOp)
      P->Exact &= plain(C->getType()) == plain(C->getSubExpr()->getType());
    return P;
  }
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E))
    return named(Ref, Depth);
  if (const auto *A = dyn_cast<ArraySubscriptExpr>(E))
    return element(A, Depth);
  if (const auto *M = dyn_cast<MemberExpr>(E)) {
    if (const auto *V = dyn_cast<VarDecl>(M->getMemberDecl()); V && V->hasAttr<CUDASharedAttr>())
      return root(V);
    const auto *Field = dyn_cast<FieldDecl>(M->getMemberDecl());
    if (!Field)
      return std::nullopt;
    if (Field->getType()->isReferenceType())
      return unknownLocation();
    auto P = M->isArrow() ? pointee(M->getBase(), Depth) : lvalue(M->getBase(), Depth);
    if (P && !P->unknown())
      P->Path.push_back({Field, {}, Field->getType()});
    return P;
  }
  if (const auto *U = dyn_cast<UnaryOperator>(E)) {
    if (U->getOpcode() == UO_Deref)
      return pointee(U->getSubExpr(), Depth);
    return U->isGLValue() ? lvalue(U->getSubExpr(), Depth) : std::nullopt; // ++x, __real x
  }
  if (const auto *B = dyn_cast<BinaryOperator>(E); B && B->isPtrMemOp())
    return anyPart(B->getOpcode() == BO_PtrMemI ? pointee(B->getLHS(), Depth)
                                                : lvalue(B->getLHS(), Depth));
  if (const auto *B = dyn_cast<BinaryOperator>(E); B && B->isGLValue())
    return lvalue(B->isCommaOp() ? B->getRHS() : B->getLHS(), Depth);
  if (const auto *C = dyn_cast<AbstractConditionalOperator>(E); C && C->isGLValue())
    return either(lvalue(C->getTrueExpr(), Depth + 1), lvalue(C->getFalseExpr(), Depth + 1));
  if (const auto *O = dyn_cast<OpaqueValueExpr>(E); O && O->getSourceExpr())
    return lvalue(O->getSourceExpr(), Depth);
  if (const auto *Call = dyn_cast<CallExpr>(E); Call && Call->isGLValue())
    return returned(Call, Depth);
  if (!E->isGLValue() ||
      isa<MaterializeTemporaryExpr, clang::StringLiteral, PredefinedExpr, CompoundLiteralExpr>(E))
    return std::nullopt;
  return unknownLocation();
}

} // namespace coopify
