//===- MemoryAccess.cpp -----------------------------------------------------===//

#include "Analysis/Operations/MemoryAccess.h"

#include "Analysis/Operations/MemoryKinds.h"

#include "clang/AST/Attr.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace coopify {

namespace {
/// The way from a load to the variable that its address begins at.
struct AddressWalk {
  MemoryTypes Mixed = 0;
  bool Changes = false;           ///< by volatile or atomic members
  const VarDecl *Begin = nullptr; ///< null: not known
  unsigned Loads = 0;             ///< of pointers, on the way

  void pointer(const Expr *E);
  void object(const Expr *E);
};
} // namespace

void AddressWalk::pointer(const Expr *E) {
  E = E->IgnoreParens();
  if (const auto *C = dyn_cast<CastExpr>(E)) {
    Mixed |= mixedBy(C);
    if (C->getCastKind() == CK_ArrayToPointerDecay)
      return object(C->getSubExpr());
    if (C->getCastKind() == CK_LValueToRValue) {
      ++Loads;
      return object(C->getSubExpr());
    }
    return pointer(C->getSubExpr());
  }
  if (const auto *B = dyn_cast<BinaryOperator>(E); B && B->isAdditiveOp()) {
    const bool Right = B->getLHS()->getType()->isIntegralOrEnumerationType();
    return leavesObject(Right ? B->getLHS() : B->getRHS())
               ? void()
               : pointer(Right ? B->getRHS() : B->getLHS());
  }
  if (const auto *U = dyn_cast<UnaryOperator>(E); U && U->getOpcode() == UO_AddrOf)
    return object(U->getSubExpr());
}

void AddressWalk::object(const Expr *E) {
  E = E->IgnoreParens();
  Changes |= E->getType().isVolatileQualified() || E->getType()->isAtomicType();
  if (const auto *C = dyn_cast<CastExpr>(E)) {
    Mixed |= mixedBy(C);
    return object(C->getSubExpr());
  }
  if (const auto *A = dyn_cast<ArraySubscriptExpr>(E))
    return leavesObject(A->getIdx()) ? void() : pointer(A->getBase());
  if (const auto *U = dyn_cast<UnaryOperator>(E); U && U->getOpcode() == UO_Deref)
    return pointer(U->getSubExpr());
  if (const auto *M = dyn_cast<MemberExpr>(E)) {
    Changes |= M->getMemberDecl()->getType()->isReferenceType();
    return M->isArrow() ? pointer(M->getBase()) : object(M->getBase());
  }
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E))
    Begin = dyn_cast<VarDecl>(Ref->getDecl());
}

/// Its own, of its members, or of theirs.
static bool changesByItself(QualType T) {
  T = T.getCanonicalType();
  if (T.isVolatileQualified() || T->isAtomicType())
    return true;
  if (const auto *A = T->getAsArrayTypeUnsafe())
    return changesByItself(A->getElementType());
  const RecordDecl *R = T->getAsRecordDecl();
  if (!R || !(R = R->getDefinition()))
    return false;
  const auto *C = dyn_cast<CXXRecordDecl>(R);
  return llvm::any_of(R->fields(),
                      [](const FieldDecl *F) { return changesByItself(F->getType()); }) ||
         (C && llvm::any_of(C->bases(), [](const CXXBaseSpecifier &B) {
            return changesByItself(B.getType());
          }));
}

/// From a local pointer that is set once on to what it is set to.
static void throughLocals(AddressWalk &Walk, ValuesOf Values) {
  constexpr unsigned MaxLocals = 8; // no cycles, either
  for (unsigned I = 0; I < MaxLocals; ++I) {
    const VarDecl *V = Walk.Begin;
    if (!V || isa<ParmVarDecl>(V) || !V->hasLocalStorage() || !V->getType()->isPointerType() ||
        Walk.Loads != 1)
      return;
    auto Set = Values(V);
    if (!Set || Set->size() != 1)
      return;
    Walk.Begin = nullptr;
    Walk.Loads = 0;
    Walk.pointer(Set->front());
  }
}

/// What the host passes is a pointer, or one in an object; and stays what it is.
static bool isOfHost(const AddressWalk &Walk, const FunctionDecl *F, ValuesOf Values) {
  const auto *P = dyn_cast_or_null<ParmVarDecl>(Walk.Begin);
  if (!P || P->getDeclContext() != F || !F->hasAttr<CUDAGlobalAttr>() || Walk.Loads != 1 ||
      !(P->getType()->isPointerType() || P->getType()->isRecordType()))
    return false;
  auto Set = Values(P); // a pointer that is set may lead to shared memory
  return Set && Set->empty();
}

static std::optional<unsigned> memoryOf(AddressWalk Walk, QualType Loaded, bool InUnion,
                                        const FunctionDecl *F, ValuesOf Values) {
  throughLocals(Walk, Values);
  if (Walk.Changes || Loaded->isReferenceType() || changesByItself(Loaded))
    return std::nullopt;
  const bool Shared = Walk.Begin && isDynamicShared(Walk.Begin);
  const bool Any = InUnion || Shared || anyTypeMayAlias(F->getASTContext());
  unsigned Types = Any ? memory::Any : memoryTypes(Loaded) | Walk.Mixed;
  const bool OfHost = isOfHost(Walk, F, Values);
  const bool OfDevice = Walk.Begin && Walk.Begin->hasGlobalStorage() && Walk.Loads == 0 &&
                        !Walk.Begin->hasAttr<CUDASharedAttr>();
  return OfHost || OfDevice ? Types | memory::Global : Types;
}

std::optional<unsigned> loadedMemory(const Expr *Load, const FunctionDecl *F, ValuesOf Values) {
  AddressWalk Walk;
  Walk.object(Load);
  return memoryOf(Walk, Load->getType(), inUnion(Load), F, Values);
}

std::optional<unsigned> loadedMemoryBehind(const Expr *Pointer, const FunctionDecl *F,
                                           ValuesOf Values) {
  AddressWalk Walk;
  Walk.pointer(Pointer);
  return memoryOf(Walk, Pointer->getType()->getPointeeType(), /*InUnion=*/false, F, Values);
}

} // namespace coopify
