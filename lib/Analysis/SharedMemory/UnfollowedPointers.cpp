//===- UnfollowedPointers.cpp - what is known of a pointer all the same --------===//

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

} // namespace coopify
