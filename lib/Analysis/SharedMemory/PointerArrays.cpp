//===- PointerArrays.cpp - local arrays of pointers, and those not followed ===//

#include "Analysis/SharedMemory/SharedAccess.h"

#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/ScopeExit.h"

using namespace clang;

namespace coopify {

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
  if (!Type || !Type->getElementType()->isPointerType() || !V->hasLocalStorage() || V->getInit() ||
      V->getDeclContext() != F)
    return loaded(nullptr, Depth);
  if (!Working.insert(V).second)
    return unknownLocation(); // set from its own elements
  auto Leave = llvm::make_scope_exit([&] { Working.erase(V); });
  PointersOf Pointers{V, {}, true};
  Pointers.visit(F->getBody());
  std::optional<MemoryLocation> P;
  std::vector<std::pair<Value, const Stmt *>> Numbers;
  bool Exact = true;
  for (const BinaryOperator *Set : Pointers.Set) {
    std::optional<MemoryLocation> From = pointee(Set->getRHS(), Depth + 1);
    if (!From || !From->Root || From->Path.empty() || (P && P->Root != From->Root))
      return unknownLocation();
    Numbers.push_back({From->Path.back().Index.Is, Set});
    Exact &= From->Exact && From->Path.size() == 1; // rows[i] = &a[i][0]: which row is not known
    P = From;
  }
  if (!P || !Pointers.Followed)
    return unknownLocation();
  P->Exact = Exact;
  P->Path.back().Index = Forms.element(V, Index, Numbers);
  return P;
}

//===- Pointers that are not followed -------------------------------------===//

std::vector<const Decl *> namesOf(const Expr *E) {
  std::vector<const Decl *> Names;
  for (;;) {
    E = E->IgnoreParenImpCasts();
    if (const auto *Ref = dyn_cast<DeclRefExpr>(E)) {
      Names.push_back(Ref->getDecl()->getCanonicalDecl());
      return Names;
    }
    if (isa<CXXThisExpr>(E)) {
      Names.push_back(E->getType()->getPointeeCXXRecordDecl());
      return Names;
    }
    const auto *M = dyn_cast<MemberExpr>(E);
    if (!M || !isa<FieldDecl>(M->getMemberDecl()))
      return {};
    Names.push_back(M->getMemberDecl()->getCanonicalDecl());
    E = M->getBase();
  }
}

MemoryLocation unknownLocation(const Expr *Pointer) {
  MemoryLocation P;
  P.Of = MemoryLocation::Unknown;
  P.Exact = false;
  if (!Pointer || !Pointer->getType()->isPointerType())
    return P;
  P.Names = namesOf(Pointer);
  if (P.Names.empty())
    return P;
  P.Exact = true;
  P.Path.push_back({nullptr, {Polynomial(), constant(0)}, Pointer->getType()->getPointeeType()});
  return P;
}

} // namespace coopify
