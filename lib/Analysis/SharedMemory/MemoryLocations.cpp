//===- MemoryLocations.cpp - where pointers come from ------------------------===//

#include "Analysis/SharedMemory/SharedAccess.h"

#include "clang/AST/Attr.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace coopify {

/// Pointers that are set from each other more often than this are not followed.
constexpr unsigned MaxDepth = 4;

MemoryLocations::MemoryLocations(const FunctionDecl *F, ASTContext &Context, const SourceText &Text,
                                 const Variables &Vars, SymbolicIndex &Forms,
                                 std::shared_ptr<HelperUses> Helpers)
    : Helpers(std::move(Helpers)), F(F), Context(Context), Text(Text), Vars(Vars), Forms(Forms) {}

static IndexForm zero() { return {Polynomial(), constant(0)}; }
static IndexForm unknownIndex() {
  return {std::nullopt, divergentValue(ObstacleKind::Unknown, "", {})};
}

static QualType plain(QualType T) { return T.getCanonicalType().getUnqualifiedType(); }

MemoryLocation MemoryLocations::root(const VarDecl *V) const {
  MemoryLocation P;
  P.Root = V;
  P.Of = V->hasAttr<CUDASharedAttr>()
             ? (V->hasExternalStorage() ? MemoryLocation::Dynamic : MemoryLocation::Shared)
         : F->hasAttr<CUDAGlobalAttr>() ? MemoryLocation::KernelArray
                                        : MemoryLocation::Parameter;
  return P;
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

std::optional<MemoryLocation> MemoryLocations::variable(const VarDecl *V, unsigned Depth) {
  if (!V->getType()->isPointerType() || !V->hasLocalStorage() || !Vars.followed(V))
    return std::nullopt;
  auto Set = Vars.assignments(V);
  if (isa<ParmVarDecl>(V)) {
    MemoryLocation P = root(V);
    P.Path.push_back(
        {nullptr, Set.empty() ? zero() : unknownIndex(), V->getType()->getPointeeType()});
    bool Stays = llvm::all_of(Set, [&](const Variables::Assignment &A) {
      return A.Kind != Variables::Assignment::Assign;
    });
    return Stays ? std::optional(P) : std::nullopt;
  }
  std::optional<MemoryLocation> P;
  for (const Variables::Assignment &A : Set) {
    bool Sets = A.Kind == Variables::Assignment::Init || A.Kind == Variables::Assignment::Assign;
    if (!Sets) { // p += n
      if (P && !P->Path.empty())
        P->Path.back().Index = unknownIndex();
      continue;
    }
    std::optional<MemoryLocation> From = pointee(A.Value, Depth + 1);
    if (!From || (P && P->Root != From->Root))
      return std::nullopt;
    bool First = !P;
    P = From;
    if (!First && !P->Path.empty())
      P->Path.back().Index = unknownIndex();
  }
  if (P && Set.size() > 1 && !P->Path.empty())
    P->Path.back().Index = unknownIndex();
  return P;
}

namespace {
/// What a local array of pointers holds.
struct PointersOf {
  const VarDecl *V;
  std::vector<const BinaryOperator *> Set;
  bool Followed = true;

  bool element(const Expr *E) const {
    const auto *A = dyn_cast<ArraySubscriptExpr>(E->IgnoreParens());
    const auto *Ref = A ? dyn_cast<DeclRefExpr>(A->getBase()->IgnoreParenImpCasts()) : nullptr;
    return Ref && Ref->getDecl() == V;
  }
  void visit(const Stmt *S) {
    if (!S)
      return;
    const auto *B = dyn_cast<BinaryOperator>(S);
    const auto *C = dyn_cast<CastExpr>(S);
    if (B && B->getOpcode() == BO_Assign && element(B->getLHS())) {
      Set.push_back(B);
      visit(cast<ArraySubscriptExpr>(B->getLHS()->IgnoreParens())->getIdx());
      return visit(B->getRHS());
    }
    if (C && C->getCastKind() == CK_LValueToRValue && element(C->getSubExpr()))
      return visit(cast<ArraySubscriptExpr>(C->getSubExpr()->IgnoreParens())->getIdx());
    if (const auto *Ref = dyn_cast<DeclRefExpr>(S))
      Followed &= Ref->getDecl() != V;
    for (const Stmt *Part : S->children())
      visit(Part);
  }
};
} // namespace

/// `T *rows[4];`: what rows[\p Index] points to.
std::optional<MemoryLocation> MemoryLocations::elements(const VarDecl *V, const Expr *Index,
                                                        unsigned Depth) {
  const auto *Type = Context.getAsConstantArrayType(V->getType());
  if (!Type || !Type->getElementType()->isPointerType() || !V->hasLocalStorage() || V->getInit())
    return std::nullopt;
  PointersOf Pointers{V, {}, true};
  Pointers.visit(F->getBody());
  std::optional<MemoryLocation> P;
  std::vector<std::pair<Value, const Stmt *>> Numbers;
  bool Exact = true;
  for (const BinaryOperator *Set : Pointers.Set) {
    std::optional<MemoryLocation> From = pointee(Set->getRHS(), Depth + 1);
    if (!From || From->Path.empty() || (P && P->Root != From->Root))
      return std::nullopt;
    Numbers.push_back({From->Path.back().Index.Is, Set});
    Exact &= From->Exact && From->Path.size() == 1; // rows[i] = &a[i][0]: which row is not known
    P = From;
  }
  if (!P || !Pointers.Followed)
    return std::nullopt;
  P->Exact = Exact;
  P->Path.back().Index = Forms.element(V, Index, Numbers);
  return P;
}

/// `shared.getPointer()`, and class templates that convert to a pointer: what their one return
/// statement gives.
std::optional<MemoryLocation> MemoryLocations::returned(const CallExpr *Call, unsigned Depth) {
  const FunctionDecl *Callee = Call->getDirectCallee(), *Definition = nullptr;
  if (!Callee || Text.isToolkit(Callee) || !Callee->hasBody(Definition))
    return std::nullopt;
  const auto *Body = dyn_cast<CompoundStmt>(Definition->getBody());
  const ReturnStmt *Return = nullptr;
  if (!Body)
    return std::nullopt;
  for (const Stmt *S : Body->body())
    if (const auto *R = dyn_cast<ReturnStmt>(S))
      Return = R;
    else if (!isa<DeclStmt>(S))
      return std::nullopt;
  const Expr *Value = Return ? Return->getRetValue() : nullptr;
  if (!Value)
    return std::nullopt;
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
    return std::nullopt;
  MemoryLocation P = root(V);
  QualType To = Call->getType()->isPointerType() ? Call->getType()->getPointeeType() : V->getType();
  P.Path.push_back({nullptr, zero(), To});
  return P;
}

std::optional<MemoryLocation> MemoryLocations::pointee(const Expr *E, unsigned Depth) {
  if (Depth > MaxDepth || E->containsErrors())
    return std::nullopt;
  E = E->IgnoreParens();
  if (const auto *Full = dyn_cast<FullExpr>(E))
    return pointee(Full->getSubExpr(), Depth);
  if (const auto *C = dyn_cast<CastExpr>(E)) {
    const Expr *Sub = C->getSubExpr();
    if (C->getCastKind() == CK_ArrayToPointerDecay) {
      auto P = lvalue(Sub, Depth);
      if (P)
        P->Path.push_back({nullptr, zero(), C->getType()->getPointeeType()});
      return P;
    }
    if (!C->getType()->isPointerType())
      return std::nullopt;
    if (C->getCastKind() == CK_UserDefinedConversion || C->getCastKind() == CK_LValueToRValue ||
        C->getCastKind() == CK_NoOp || C->getCastKind() == CK_BitCast ||
        C->getCastKind() == CK_AddressSpaceConversion) {
      auto P = pointee(Sub, Depth);
      if (P)
        recast(*P, C->getType()->getPointeeType());
      return P;
    }
    return std::nullopt;
  }
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E)) {
    const auto *V = dyn_cast<VarDecl>(Ref->getDecl());
    return V && !Ref->refersToEnclosingVariableOrCapture() ? variable(V, Depth) : std::nullopt;
  }
  if (const auto *B = dyn_cast<BinaryOperator>(E); B && B->isAdditiveOp()) {
    bool Left = B->getLHS()->getType()->isPointerType();
    if (!Left && !B->getRHS()->getType()->isPointerType())
      return std::nullopt;
    auto P = pointee(Left ? B->getLHS() : B->getRHS(), Depth);
    if (P && !advance(*P, Forms.of(Left ? B->getRHS() : B->getLHS()), B->getOpcode() == BO_Sub))
      P->Exact = false;
    return P;
  }
  if (const auto *U = dyn_cast<UnaryOperator>(E); U && U->getOpcode() == UO_AddrOf) {
    auto P = lvalue(U->getSubExpr(), Depth);
    if (P && (P->Path.empty() || P->Path.back().Field))
      P->Path.push_back({nullptr, zero(), E->getType()->getPointeeType()});
    return P;
  }
  if (const auto *A = dyn_cast<ArraySubscriptExpr>(E))
    if (const auto *Ref = dyn_cast<DeclRefExpr>(A->getBase()->IgnoreParenImpCasts()))
      if (const auto *V = dyn_cast<VarDecl>(Ref->getDecl()))
        return elements(V, A->getIdx(), Depth);
  if (const auto *C = dyn_cast<AbstractConditionalOperator>(E))
    return either(pointee(C->getTrueExpr(), Depth + 1), pointee(C->getFalseExpr(), Depth + 1));
  if (const auto *Call = dyn_cast<CallExpr>(E))
    return returned(Call, Depth);
  return std::nullopt;
}

/// Somewhere in the object that both are in.
std::optional<MemoryLocation> MemoryLocations::either(std::optional<MemoryLocation> A,
                                                      const std::optional<MemoryLocation> &B) {
  if (!A || !B || A->Root != B->Root)
    return std::nullopt;
  A->Exact = false;
  return A;
}

std::optional<MemoryLocation> MemoryLocations::lvalue(const Expr *E, unsigned Depth) {
  if (Depth > MaxDepth || E->containsErrors())
    return std::nullopt;
  E = E->IgnoreParens();
  if (const auto *C = dyn_cast<CastExpr>(E))
    return C->getCastKind() == CK_NoOp ? lvalue(C->getSubExpr(), Depth) : std::nullopt;
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E)) {
    const auto *V = dyn_cast<VarDecl>(Ref->getDecl());
    if (V && V->hasAttr<CUDASharedAttr>())
      return root(V);
    if (V && V->hasLocalStorage() && V->getType()->isReferenceType() && V->getInit() &&
        !isa<ParmVarDecl>(V))
      return lvalue(V->getInit(), Depth + 1);
    return std::nullopt;
  }
  if (const auto *A = dyn_cast<ArraySubscriptExpr>(E)) {
    auto P = pointee(A->getBase(), Depth);
    if (P && !advance(*P, Forms.of(A->getIdx()), false))
      P->Exact = false;
    return P;
  }
  if (const auto *M = dyn_cast<MemberExpr>(E)) {
    const auto *Field = dyn_cast<FieldDecl>(M->getMemberDecl());
    if (!Field)
      return std::nullopt;
    auto P = M->isArrow() ? pointee(M->getBase(), Depth) : lvalue(M->getBase(), Depth);
    if (P)
      P->Path.push_back({Field, {}, Field->getType()});
    return P;
  }
  if (const auto *U = dyn_cast<UnaryOperator>(E); U && U->getOpcode() == UO_Deref)
    return pointee(U->getSubExpr(), Depth);
  return std::nullopt;
}

void MemoryLocations::bounds(const Expr *Condition, std::vector<LaneBound> &Out) {
  const Expr *E = Condition->IgnoreParenImpCasts();
  if (const auto *U = dyn_cast<UnaryOperator>(E); U && U->getOpcode() == UO_LNot) {
    if (IndexForm X = Forms.of(U->getSubExpr()->IgnoreParenImpCasts()); X.Poly)
      Out.push_back({X, zero(), true});
    return;
  }
  const auto *B = dyn_cast<BinaryOperator>(E);
  if (!B)
    return;
  if (B->getOpcode() == BO_LAnd) {
    bounds(B->getLHS(), Out);
    bounds(B->getRHS(), Out);
    return;
  }
  bool Rotated = B->getOpcode() == BO_GT || B->getOpcode() == BO_GE;
  if (!Rotated && B->getOpcode() != BO_LT && B->getOpcode() != BO_LE && B->getOpcode() != BO_EQ)
    return;
  const Expr *Less = Rotated ? B->getRHS() : B->getLHS(),
             *More = Rotated ? B->getLHS() : B->getRHS();
  if (!Less->getType()->isIntegerType() || !More->getType()->isIntegerType())
    return;
  LaneBound L{Forms.of(Less), Forms.of(More), B->getOpcode() == BO_EQ};
  L.X.Is.NonNegative |= Less->getType()->isUnsignedIntegerType();
  if (!L.X.Poly || !L.Bound.Poly)
    return;
  // Of numbers it says only whether the instance gets there at all.
  if (L.X.Poly->constant() && L.Bound.Poly->constant())
    return;
  if (B->getOpcode() == BO_LE || B->getOpcode() == BO_GE)
    L.Bound.Poly = *L.Bound.Poly + Polynomial::number(1);
  Out.push_back(std::move(L));
}

} // namespace coopify
