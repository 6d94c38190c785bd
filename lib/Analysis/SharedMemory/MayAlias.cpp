//===- MayAlias.cpp - may two accesses be in one object -------------------===//

#include "Analysis/Operations/MemoryKinds.h"
#include "Analysis/SharedMemory/SharedAccess.h"

#include "clang/AST/Attr.h"

using namespace clang;

namespace coopify {

/// A type through which any object may be accessed: char and its kin, enums of them as std::byte
/// is, and what says may_alias.
static bool isAnything(QualType T) {
  const auto *Enum = dyn_cast_or_null<EnumDecl>(T->getAsTagDecl());
  if (Enum && !Enum->getIntegerType().isNull() && Enum->getIntegerType()->isCharType())
    return true;
  return !T->isScalarType() || T->isCharType() || mayAliasAll(T);
}

/// Scalars of different types are different objects (C++ [basic.lval]; docs/trusted.md), but for
/// bytes, signs and what pointers point to, and not with -fno-strict-aliasing.
static bool typesMayAlias(const SharedAccess &First, const SharedAccess &Second) {
  if (First.OfAnyType || Second.OfAnyType || isAnything(First.Type) || isAnything(Second.Type))
    return true;
  const QualType A = plain(First.Type), B = plain(Second.Type);
  return A == B || (A->isPointerType() && B->isPointerType()) ||
         (A->isIntegralOrEnumerationType() && B->isIntegralOrEnumerationType());
}

bool sameObject(const SharedAccess &A, const SharedAccess &B) {
  const MemoryLocation &P = A.Place, &Q = B.Place;
  return P.Of == Q.Of && (P.Root ? P.Root == Q.Root : P.Of == MemoryLocation::Object);
}

/// What is not known to be another object may be \p Q.
static bool mayBe(const MemoryLocation &P, const SharedAccess &B) {
  const MemoryLocation &Q = B.Place;
  switch (Q.Of) {
  case MemoryLocation::Shared:
  case MemoryLocation::Dynamic:
    return Q.Leaked || P.Leaked;
  case MemoryLocation::KernelArray: // lanes meet in global memory on purpose if it says so
    return (P.unknown() || (P.Of == MemoryLocation::Parameter && Q.Leaked)) && B.Volatile;
  default:
    return true;
  }
}

/// Both are global memory, by two names.
static bool byTwoGlobalNames(const MemoryLocation &P, const MemoryLocation &Q) {
  return P.Of == MemoryLocation::KernelArray && Q.Of == MemoryLocation::KernelArray && P.Root &&
         Q.Root && P.Root != Q.Root;
}

/// Two pointers of a kernel, or one and a `__device__` variable whose address is taken, may lead
/// into one array.
static bool namesMayMeet(const MemoryLocation &P, const MemoryLocation &Q) {
  if (isa<ParmVarDecl>(P.Root) && isa<ParmVarDecl>(Q.Root))
    return true;
  return (isa<ParmVarDecl>(P.Root) && Q.Leaked) || (isa<ParmVarDecl>(Q.Root) && P.Leaked);
}

/// What is not followed may be based on a restrict pointer (C11 6.7.3.1); other names are not.
static bool keptApartByRestrict(const MemoryLocation &P, const MemoryLocation &Q) {
  auto Restrict = [](const MemoryLocation &S, const MemoryLocation &Other) {
    return S.Root && S.Root->getType().isRestrictQualified() && !Other.unknown();
  };
  return Restrict(P, Q) || Restrict(Q, P);
}

bool meetByTwoNames(const SharedAccess &A, const SharedAccess &B) {
  return byTwoGlobalNames(A.Place, B.Place) && namesMayMeet(A.Place, B.Place) &&
         !keptApartByRestrict(A.Place, B.Place) && typesMayAlias(A, B);
}

std::optional<Uniformity> apartByCallers(const SharedAccess &A, const SharedAccess &B) {
  const auto *P = dyn_cast_or_null<ParmVarDecl>(A.Place.Root);
  const auto *Q = dyn_cast_or_null<ParmVarDecl>(B.Place.Root);
  if (!P || !Q || !meetByTwoNames(A, B) || !llvm::is_contained(A.Place.Apart, Q))
    return std::nullopt;
  const auto [I, J] = std::minmax({P->getFunctionScopeIndex(), Q->getFunctionScopeIndex()});
  return Uniformity{BlockWidth, {{AtomKind::ParamsApart, I, J}}, std::nullopt};
}

bool mayAlias(const SharedAccess &A, const SharedAccess &B) {
  const MemoryLocation &P = A.Place, &Q = B.Place;
  if (P.Of == MemoryLocation::Parameter && Q.Of == MemoryLocation::Parameter &&
      llvm::is_contained(P.Apart, Q.Root))
    return false;
  if (sameObject(A, B) || (P.Of == MemoryLocation::Dynamic && Q.Of == MemoryLocation::Dynamic))
    return true;
  if (byTwoGlobalNames(P, Q))
    return meetByTwoNames(A, B) && !apartByCallers(A, B);
  if (P.Of == MemoryLocation::KernelArray && Q.Of == MemoryLocation::KernelArray)
    return true; // one may be either
  if ((!P.open() && !Q.open()) || keptApartByRestrict(P, Q) || !typesMayAlias(A, B))
    return false;
  return (P.open() && mayBe(P, B)) || (Q.open() && mayBe(Q, A));
}

bool isStray(const SharedAccess &A) {
  const MemoryLocation &P = A.Place;
  if (A.Volatile || !P.open())
    return false;
  if (P.Of != MemoryLocation::Parameter)
    return true;
  QualType T = P.Root->getType();
  return T->isReferenceType() && !T.getNonReferenceType()->isArrayType();
}

} // namespace coopify
