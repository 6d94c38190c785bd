//===- UnfollowedPointers.cpp - what is known all the same ----------------------===//
//
// Of pointers and numbers that are not followed: their names, which show what is meant and prove
// nothing.
//
//===----------------------------------------------------------------------===//

#include "Analysis/SharedMemory/SharedAccess.h"

#include "clang/AST/Expr.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace coopify {

/// `this->p`, `view.p`, `view->at.p`, a captured p: the names, the outermost last. Empty: a call's
/// result, an element of an array.
static std::vector<const Decl *> namesOf(const Expr *E) {
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

/// A captured number, or a member: the same symbol wherever it is named, whatever it is there.
IndexForm SymbolicIndex::unfollowed(const Expr *E) {
  const QualType T = E->getType();
  const std::vector<const Decl *> Names =
      T->isIntegralOrEnumerationType() && !T.isVolatileQualified() ? namesOf(E)
                                                                   : std::vector<const Decl *>();
  if (Names.empty())
    return {std::nullopt, unknown()};
  std::string Key = "open";
  for (const Decl *D : Names)
    Key += ":" + std::to_string(reinterpret_cast<uintptr_t>(D));
  IndexForm Out = symbol(Key, unknown());
  Symbols[Out.Poly->terms().begin()->first[0]].Open = true;
  return Out;
}

bool SymbolicIndex::moves(const Polynomial &P) const {
  for (const auto &[Product, N] : P.terms())
    if (llvm::any_of(Product,
                     [&](unsigned Id) { return Symbols[Id].Open || !Symbols[Id].Moves.empty(); }))
      return true;
  return false;
}

bool SymbolicIndex::movesBy(const Polynomial &P, const llvm::DenseSet<const VarDecl *> &Set) const {
  auto Moves = [&](unsigned Id) {
    return Symbols[Id].Open ||
           llvm::any_of(Symbols[Id].Moves, [&](const VarDecl *V) { return Set.contains(V); });
  };
  for (const auto &[Product, N] : P.terms())
    if (llvm::any_of(Product, Moves))
      return true;
  return false;
}

bool SymbolicIndex::neighbours(const Polynomial &A, const Polynomial &B) {
  return A != B && llvm::any_of(A.terms(), [&](const auto &Term) {
           auto Other = B.terms().find(Term.first);
           return !Term.first.empty() && Other != B.terms().end() && Other->second == Term.second;
         });
}

} // namespace coopify
