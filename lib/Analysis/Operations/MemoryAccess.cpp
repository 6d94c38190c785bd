//===- MemoryAccess.cpp -----------------------------------------------------===//

#include "Analysis/Operations/MemoryAccess.h"

#include "Analysis/Operations/Operations.h"
#include "Analysis/Source/Evaluated.h"
#include "Model/Operations/LibraryFunctions.h"
#include "Model/Operations/PTXInstructions.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"

using namespace clang;

namespace coopify {

//===- Types --------------------------------------------------------------===//

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

MemoryTypes memoryTypes(QualType T) {
  if (T.isNull() || T->isDependentType())
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

static QualType pointee(QualType T) {
  if (T->isArrayType())
    return QualType(T->getArrayElementTypeNoTypeQual(), 0);
  return T->getPointeeType();
}

/// What a pointer to \p T may be a cast of, without that another type is meant: raw memory.
static bool isRaw(QualType T) { return T.isNull() || T->isVoidType() || T->isCharType(); }

/// The kinds that \p Cast mixes: memory of one type by the name of another; 0: none.
static MemoryTypes mixedBy(const CastExpr *Cast) {
  QualType From = Cast->getSubExpr()->getType(), To = Cast->getType();
  switch (Cast->getCastKind()) {
  case CK_BitCast:
  case CK_AddressSpaceConversion:
  case CK_ReinterpretMemberPointer: {
    QualType A = pointee(From), B = pointee(To);
    if (isRaw(A) || isRaw(B) || A->isFunctionType() || B->isFunctionType())
      return 0;
    MemoryTypes OfA = memoryTypes(A), OfB = memoryTypes(B);
    return OfA == OfB ? 0 : OfA | OfB;
  }
  case CK_LValueBitCast:
    return memoryTypes(From) | memoryTypes(To);
  case CK_IntegralToPointer:
    return memory::Any;
  default:
    return 0;
  }
}

//===- Loads --------------------------------------------------------------===//

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
  if (const auto *B = dyn_cast<BinaryOperator>(E); B && B->isAdditiveOp())
    return pointer(B->getLHS()->getType()->isIntegralOrEnumerationType() ? B->getRHS()
                                                                         : B->getLHS());
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
    return pointer(A->getBase());
  if (const auto *U = dyn_cast<UnaryOperator>(E); U && U->getOpcode() == UO_Deref)
    return pointer(U->getSubExpr());
  if (const auto *M = dyn_cast<MemberExpr>(E)) {
    Changes |= M->getMemberDecl()->getType()->isReferenceType();
    return M->isArrow() ? pointer(M->getBase()) : object(M->getBase());
  }
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E))
    Begin = dyn_cast<VarDecl>(Ref->getDecl());
}

std::optional<unsigned> loadedMemory(const Expr *Load, const FunctionDecl *F) {
  AddressWalk Walk;
  Walk.object(Load);
  if (Walk.Changes || Load->getType()->isReferenceType())
    return std::nullopt;
  unsigned Types = memoryTypes(Load->getType()) | Walk.Mixed;
  const auto *P = dyn_cast_or_null<ParmVarDecl>(Walk.Begin);
  const bool OfHost = P && P->getDeclContext() == F && F->hasAttr<CUDAGlobalAttr>() &&
                      !P->getType()->isReferenceType() && Walk.Loads == 1;
  const bool OfDevice = Walk.Begin && Walk.Begin->hasGlobalStorage() && Walk.Loads == 0 &&
                        !Walk.Begin->hasAttr<CUDASharedAttr>();
  return OfHost || OfDevice ? Types | memory::Global : Types;
}

//===- Writes -------------------------------------------------------------===//

namespace {
class WriteCollector {
public:
  WriteCollector(const FunctionDecl *F, const SourceText &Text) : F(F), Text(Text) {}

  void walk(const Stmt *S);
  std::vector<MemoryWrite> Found;

private:
  enum class Root { Own, Shared, Elsewhere };
  Root rootOf(const Expr *E) const;
  Root rootOfPointer(const Expr *E) const;
  Root rootOfVariable(const DeclRefExpr *Ref) const;
  static bool inUnion(const Expr *E);

  void add(MemoryTypes Types, Root Of, const Stmt *At);
  void target(const Expr *E, const Stmt *At);
  void argument(const Expr *Arg, const ParmVarDecl *P, const Stmt *At);
  void call(const CallExpr *Call);
  void libraryCall(const CallExpr *Call, const FunctionDecl *Callee);
  void assembly(const AsmStmt *A);
  void statement(const Stmt *S);

  const FunctionDecl *F;
  const SourceText &Text;
};
} // namespace

WriteCollector::Root WriteCollector::rootOfVariable(const DeclRefExpr *Ref) const {
  const auto *V = dyn_cast<VarDecl>(Ref->getDecl());
  if (!V || V->getType()->isReferenceType() || Ref->refersToEnclosingVariableOrCapture())
    return Root::Elsewhere;
  if (V->hasAttr<CUDASharedAttr>())
    return Root::Shared;
  return V->hasLocalStorage() ? Root::Own : Root::Elsewhere;
}

WriteCollector::Root WriteCollector::rootOfPointer(const Expr *E) const {
  E = E->IgnoreParens();
  if (const auto *C = dyn_cast<CastExpr>(E)) {
    if (C->getCastKind() == CK_ArrayToPointerDecay)
      return rootOf(C->getSubExpr());
    if (C->getCastKind() == CK_LValueToRValue || C->getCastKind() == CK_IntegralToPointer)
      return Root::Elsewhere;
    return rootOfPointer(C->getSubExpr());
  }
  if (const auto *U = dyn_cast<UnaryOperator>(E); U && U->getOpcode() == UO_AddrOf)
    return rootOf(U->getSubExpr());
  // The object that a constructor makes: nobody has it yet.
  if (isa<CXXThisExpr>(E) && isa<CXXConstructorDecl>(F))
    return Root::Own;
  return Root::Elsewhere;
}

/// Where what \p E names is; a part of a variable is where that is.
WriteCollector::Root WriteCollector::rootOf(const Expr *E) const {
  E = E->IgnoreParens();
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E))
    return rootOfVariable(Ref);
  if (const auto *M = dyn_cast<MemberExpr>(E)) {
    if (M->getMemberDecl()->getType()->isReferenceType())
      return Root::Elsewhere;
    return M->isArrow() ? rootOfPointer(M->getBase()) : rootOf(M->getBase());
  }
  if (const auto *A = dyn_cast<ArraySubscriptExpr>(E)) {
    const Expr *Base = A->getBase()->IgnoreParens();
    const auto *Decay = dyn_cast<ImplicitCastExpr>(Base);
    return Decay && Decay->getCastKind() == CK_ArrayToPointerDecay ? rootOf(Decay->getSubExpr())
                                                                   : Root::Elsewhere;
  }
  if (const auto *C = dyn_cast<CastExpr>(E))
    return rootOf(C->getSubExpr());
  if (const auto *T = dyn_cast<MaterializeTemporaryExpr>(E))
    return T->getExtendingDecl() ? Root::Elsewhere : Root::Own;
  if (const auto *B = dyn_cast<BinaryOperator>(E); B && B->isAssignmentOp())
    return rootOf(B->getLHS());
  if (const auto *U = dyn_cast<UnaryOperator>(E); U && U->isIncrementDecrementOp())
    return rootOf(U->getSubExpr());
  return Root::Elsewhere;
}

/// Its member may be written as one type and read as another.
bool WriteCollector::inUnion(const Expr *E) {
  for (;;) {
    E = E->IgnoreParenImpCasts();
    if (const auto *M = dyn_cast<MemberExpr>(E)) {
      const auto *Field = dyn_cast<FieldDecl>(M->getMemberDecl());
      if (Field && Field->getParent()->isUnion())
        return true;
      E = M->getBase();
    } else if (const auto *A = dyn_cast<ArraySubscriptExpr>(E)) {
      E = A->getBase();
    } else {
      return false;
    }
  }
}

void WriteCollector::add(MemoryTypes Types, Root Of, const Stmt *At) {
  if (Of == Root::Own)
    return;
  const bool Shared = Of == Root::Shared;
  for (const MemoryWrite &Known : Found)
    if (Known.Shared == Shared)
      Types &= ~Known.Types;
  if (Types)
    Found.push_back(
        {Types, Shared, Text.text(At->getSourceRange()), Text.expansion(At->getBeginLoc())});
}

void WriteCollector::target(const Expr *E, const Stmt *At) {
  MemoryTypes Types = inUnion(E) ? MemoryTypes(memory::Any) : memoryTypes(E->getType());
  add(Types, rootOf(E), At);
}

/// A function of the toolkit writes by \p Arg what that leads to, at most.
void WriteCollector::argument(const Expr *Arg, const ParmVarDecl *P, const Stmt *At) {
  QualType T = P ? P->getType() : Arg->getType();
  if (T->isReferenceType() && !T->getPointeeType().isConstQualified())
    return target(Arg, At);
  if (!T->isAnyPointerType() || T->getPointeeType().isConstQualified())
    return;
  QualType To = pointee(Arg->IgnoreParenImpCasts()->getType());
  add(isRaw(To) || isRaw(T->getPointeeType()) ? MemoryTypes(memory::Any) : memoryTypes(To),
      rootOfPointer(Arg), At);
}

static StringRef writtenName(const FunctionDecl *F) {
  return F->getIdentifier() ? F->getName() : StringRef();
}

/// What a function of the toolkit writes that no table has, nobody knows.
void WriteCollector::libraryCall(const CallExpr *Call, const FunctionDecl *Callee) {
  const Operation Is = operationOf(Call, Text);
  const bool Known = (Is.Kind != OperationKind::None && Is.Kind != OperationKind::Unknown &&
                      Is.Kind != OperationKind::UserCall) ||
                     (staysInLane(Callee, Text) && !writtenName(Callee).starts_with("cuda"));
  const auto *Member = dyn_cast<CXXMemberCallExpr>(Call);
  if (!Known || (Member && !Is.Member))
    return add(memory::Any, Root::Elsewhere, Call);
  unsigned First = isa<CXXOperatorCallExpr>(Call) && isa<CXXMethodDecl>(Callee) ? 1 : 0;
  for (unsigned I = First; I < Call->getNumArgs(); ++I) {
    const unsigned Param = I - First;
    argument(Call->getArg(I),
             Param < Callee->getNumParams() ? Callee->getParamDecl(Param) : nullptr, Call);
  }
}

void WriteCollector::call(const CallExpr *Call) {
  if (isa<CUDAKernelCallExpr>(Call))
    return add(memory::Any, Root::Elsewhere, Call);
  const FunctionDecl *Callee = Call->getDirectCallee();
  if (!Callee) // Link knows that it does not know
    return;
  const auto *Method = dyn_cast<CXXMethodDecl>(Callee);
  if (const auto *Op = dyn_cast<CXXOperatorCallExpr>(Call);
      Op && Method && Method->isTrivial() && Op->isAssignmentOp())
    return target(Op->getArg(0), Op);
  if (Method && Method->isTrivial())
    return;
  if (Text.isToolkit(Callee))
    libraryCall(Call, Callee);
}

/// It may store wherever it is, if it does not only compute.
void WriteCollector::assembly(const AsmStmt *A) {
  for (unsigned I = 0; I < A->getNumOutputs(); ++I)
    target(A->getOutputExpr(I), A);
  const auto *G = dyn_cast<GCCAsmStmt>(A);
  bool Writes = !G || llvm::any_of(llvm::seq(G->getNumClobbers()),
                                   [&](unsigned I) { return G->getClobber(I) == "memory"; });
  if (!Writes)
    Writes = llvm::any_of(ptxInstructions(G->getAsmString()), [](const PTXInstruction &I) {
      return !writesNoMemory(StringRef(I.Opcode).split('.').first);
    });
  if (Writes)
    add(memory::Any, Root::Elsewhere, A);
}

void WriteCollector::statement(const Stmt *S) {
  if (const auto *B = dyn_cast<BinaryOperator>(S); B && B->isAssignmentOp())
    return target(B->getLHS(), B);
  if (const auto *U = dyn_cast<UnaryOperator>(S); U && U->isIncrementDecrementOp())
    return target(U->getSubExpr(), U);
  if (const auto *Call = dyn_cast<CallExpr>(S))
    return call(Call);
  if (const auto *A = dyn_cast<AsmStmt>(S))
    return assembly(A);
  if (const auto *C = dyn_cast<CastExpr>(S)) // who writes by it is not followed
    return add(mixedBy(C), Root::Elsewhere, C);
  if (isa<CXXNewExpr, CXXDeleteExpr, RecoveryExpr, AtomicExpr>(S))
    return add(memory::Any, Root::Elsewhere, S);
}

void WriteCollector::walk(const Stmt *S) {
  if (!S)
    return;
  statement(S);
  for (const Stmt *Part : evaluatedParts(S))
    walk(Part);
}

std::vector<MemoryWrite> memoryWrites(const FunctionDecl *F, const SourceText &Text) {
  WriteCollector Writes(F, Text);
  if (const auto *C = dyn_cast<CXXConstructorDecl>(F))
    for (const CXXCtorInitializer *I : C->inits())
      Writes.walk(I->getInit());
  Writes.walk(F->getBody());
  return std::move(Writes.Found);
}

} // namespace coopify
