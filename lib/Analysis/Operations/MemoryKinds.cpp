//===- MemoryKinds.cpp ------------------------------------------------------===//

#include "Analysis/Operations/MemoryKinds.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace coopify {

void letAnyTypeAlias(ASTContext &Context) {
  Context.getTranslationUnitDecl()->addAttr(MayAliasAttr::CreateImplicit(Context));
}

bool anyTypeMayAlias(const ASTContext &Context) {
  return Context.getTranslationUnitDecl()->hasAttr<MayAliasAttr>();
}

static MemoryTypes ofRecord(const RecordDecl *R) {
  if (!R || !R->getDefinition() || R->isUnion())
    return memory::Any;
  R = R->getDefinition();
  MemoryTypes Types = 0;
  for (const FieldDecl *F : R->fields())
    Types |= memoryTypes(F->getType());
  if (const auto *C = dyn_cast<CXXRecordDecl>(R)) {
    for (const CXXBaseSpecifier &Base : C->bases())
      Types |= memoryTypes(Base.getType());
    if (C->isDynamicClass())
      Types |= memory::Pointer;
  }
  return Types;
}

static MemoryTypes ofBuiltin(const BuiltinType *B) {
  switch (B->getKind()) {
  case BuiltinType::Bool:
    return memory::Bool;
  case BuiltinType::Short:
  case BuiltinType::UShort:
  case BuiltinType::Char16:
  case BuiltinType::Half:
  case BuiltinType::Float16:
  case BuiltinType::BFloat16:
    return memory::Int16;
  case BuiltinType::Int:
  case BuiltinType::UInt:
  case BuiltinType::Char32:
  case BuiltinType::WChar_S:
  case BuiltinType::WChar_U:
    return memory::Int32;
  case BuiltinType::Long:
  case BuiltinType::ULong:
  case BuiltinType::LongLong:
  case BuiltinType::ULongLong:
    return memory::Int64;
  case BuiltinType::Int128:
  case BuiltinType::UInt128:
    return memory::Int128;
  case BuiltinType::Float:
    return memory::Float;
  case BuiltinType::Double:
    return memory::Double;
  case BuiltinType::NullPtr:
    return memory::Pointer;
  default: // characters; what else there is
    return memory::Any;
  }
}

bool mayAliasAll(QualType T) {
  for (QualType Named = T; const auto *Alias = Named->getAs<TypedefType>();
       Named = Alias->getDecl()->getUnderlyingType())
    if (Alias->getDecl()->hasAttr<MayAliasAttr>())
      return true;
  const auto *Tag = T->getAsTagDecl();
  return Tag && Tag->hasAttr<MayAliasAttr>();
}

MemoryTypes memoryTypes(QualType T) {
  if (T.isNull() || T->isDependentType() || mayAliasAll(T))
    return memory::Any;
  T = T.getCanonicalType();
  if (const auto *A = T->getAsArrayTypeUnsafe())
    return memoryTypes(A->getElementType());
  if (const auto *V = T->getAs<VectorType>())
    return memoryTypes(V->getElementType());
  if (const auto *C = T->getAs<ComplexType>())
    return memoryTypes(C->getElementType());
  if (const auto *E = T->getAs<EnumType>()) {
    QualType Of = E->getDecl()->getIntegerType();
    return Of.isNull() || T->isStdByteType() ? MemoryTypes(memory::Any) : memoryTypes(Of);
  }
  if (T->isAnyPointerType() || T->isReferenceType() || T->isMemberPointerType())
    return memory::Pointer;
  if (const auto *R = T->getAs<RecordType>())
    return ofRecord(R->getDecl());
  if (const auto *B = T->getAs<BuiltinType>())
    return ofBuiltin(B);
  return memory::Any;
}

QualType pointee(QualType T) {
  if (T->isArrayType())
    return QualType(T->getArrayElementTypeNoTypeQual(), 0);
  return T->getPointeeType();
}

bool isRaw(QualType T) { return T.isNull() || T->isVoidType() || T->isCharType(); }

static bool isOneKind(MemoryTypes Types) { return llvm::isPowerOf2_32(Types); }

MemoryTypes mixedBy(const CastExpr *Cast) {
  QualType From = Cast->getSubExpr()->getType(), To = Cast->getType();
  switch (Cast->getCastKind()) {
  case CK_BitCast:
  case CK_AddressSpaceConversion:
  case CK_ReinterpretMemberPointer: {
    QualType A = pointee(From), B = pointee(To);
    if (A.isNull() || B.isNull() || A->isFunctionType() || B->isFunctionType())
      return 0;
    if (isRaw(A) || isRaw(B)) {
      const QualType Typed = isRaw(A) ? B : A;
      const bool Both = isRaw(A) && isRaw(B), OnlyReads = isRaw(B) && B.isConstQualified();
      return Both || OnlyReads ? 0 : memoryTypes(Typed);
    }
    MemoryTypes OfA = memoryTypes(A), OfB = memoryTypes(B);
    return OfA == OfB && isOneKind(OfA) ? 0 : OfA | OfB; // a struct's may lie in another order
  }
  case CK_LValueBitCast:
    return memoryTypes(From) | memoryTypes(To);
  case CK_IntegralToPointer:
    return memory::Any;
  default:
    return 0;
  }
}

bool leavesObject(const Expr *E) {
  const auto *B = dyn_cast<BinaryOperator>(E);
  const auto *C = dyn_cast<CastExpr>(E);
  if ((B && B->getOpcode() == BO_Sub && B->getLHS()->getType()->isPointerType()) ||
      (C && C->getCastKind() == CK_PointerToIntegral))
    return true;
  return llvm::any_of(E->children(), [](const Stmt *Part) {
    const auto *Of = dyn_cast_or_null<Expr>(Part);
    return Of && leavesObject(Of);
  });
}

bool inUnion(const Expr *E) {
  for (;;) {
    E = E->IgnoreParenImpCasts();
    if (const auto *M = dyn_cast<MemberExpr>(E)) {
      const auto *Field = dyn_cast<FieldDecl>(M->getMemberDecl());
      if (Field && (Field->getParent()->isUnion() || Field->getParent()->hasAttr<MayAliasAttr>()))
        return true;
      E = M->getBase();
      if (mayAliasAll(M->isArrow() ? E->getType()->getPointeeType() : E->getType()))
        return true;
    } else if (const auto *A = dyn_cast<ArraySubscriptExpr>(E)) {
      E = A->getBase();
      if (mayAliasAll(E->IgnoreParenImpCasts()->getType()))
        return true;
    } else {
      return false;
    }
  }
}

bool isDynamicShared(const VarDecl *V) {
  return V->hasAttr<CUDASharedAttr>() && V->hasExternalStorage();
}

} // namespace coopify
