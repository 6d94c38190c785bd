//===- MemoryWrites.cpp -----------------------------------------------------===//

#include "Analysis/Operations/Groups.h"
#include "Analysis/Operations/MemoryAccess.h"
#include "Analysis/Operations/MemoryKinds.h"
#include "Analysis/Operations/Operations.h"
#include "Analysis/Source/Exprs.h"
#include "Analysis/Source/Walks/Evaluated.h"
#include "Model/Operations/LibraryFunctions.h"
#include "Model/Operations/PTXInstructions.h"

#include "clang/AST/Attr.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"

using namespace clang;

namespace coopify {

namespace {
class WriteCollector {
public:
  WriteCollector(const FunctionDecl *F, const SourceText &Text, ValuesOf Values)
      : F(F), Text(Text), Values(Values) {}

  void walk(const Stmt *S);
  std::vector<MemoryWrite> Found;

private:
  enum class Root { Own, Shared, Dynamic, Elsewhere };
  Root rootOf(const Expr *E) const;
  Root rootOfPointer(const Expr *E) const;
  Root rootOfVariable(const DeclRefExpr *Ref) const;
  Root rootOfLocal(const VarDecl *V) const;

  void add(MemoryTypes Types, Root Of, const Stmt *At);
  void target(const Expr *E, const Stmt *At);
  void argument(const Expr *Arg, const ParmVarDecl *P, const Stmt *At);
  void call(const CallExpr *Call);
  void libraryCall(const CallExpr *Call, const FunctionDecl *Callee);
  bool mayBeCalled(QualType T) const;
  void libraryOperator(const CXXOperatorCallExpr *Call, const CXXMethodDecl *Callee);
  void construction(const CXXConstructExpr *C);
  void destruction(QualType T, const Stmt *At);
  void assembly(const AsmStmt *A);
  Root rootOfCast(const CastExpr *C) const;
  void statement(const Stmt *S);

  const FunctionDecl *F;
  const SourceText &Text;
  ValuesOf Values;
  /// Local pointers that are being followed; of a cycle nothing is known.
  mutable llvm::SmallPtrSet<const VarDecl *, 4> Following;
};
} // namespace

/// \p E is \p V and a number.
static bool isStepOf(const Expr *E, const VarDecl *V) {
  const auto *B = dyn_cast<BinaryOperator>(E->IgnoreParenImpCasts());
  if (!B || !B->isAdditiveOp())
    return false;
  const bool Left = B->getLHS()->getType()->isPointerType();
  const auto *Ref =
      dyn_cast<DeclRefExpr>((Left ? B->getLHS() : B->getRHS())->IgnoreParenImpCasts());
  return Ref && Ref->getDecl() == V && !leavesObject(Left ? B->getRHS() : B->getLHS());
}

/// Where a local pointer leads: all that it is set to is there.
WriteCollector::Root WriteCollector::rootOfLocal(const VarDecl *V) const {
  auto Set = V->hasLocalStorage() && !isa<ParmVarDecl>(V) && V->getType()->isPointerType()
                 ? Values(V)
                 : std::nullopt;
  if (!Set || !Following.insert(V).second)
    return Root::Elsewhere;
  std::optional<Root> Of;
  for (const Expr *E : *Set) {
    if (isStepOf(E, V))
      continue;
    const Root One = rootOfPointer(E);
    Of = Of.value_or(One) == One ? One : Root::Elsewhere;
  }
  Following.erase(V);
  return Of.value_or(Root::Elsewhere);
}

WriteCollector::Root WriteCollector::rootOfVariable(const DeclRefExpr *Ref) const {
  const auto *V = dyn_cast<VarDecl>(Ref->getDecl());
  if (!V || V->getType()->isReferenceType() || Ref->refersToEnclosingVariableOrCapture())
    return Root::Elsewhere;
  if (V->hasAttr<CUDASharedAttr>())
    return isDynamicShared(V) ? Root::Dynamic : Root::Shared;
  return V->hasLocalStorage() ? Root::Own : Root::Elsewhere;
}

WriteCollector::Root WriteCollector::rootOfPointer(const Expr *E) const {
  E = E->IgnoreParens();
  if (const auto *C = dyn_cast<CastExpr>(E)) {
    if (C->getCastKind() == CK_ArrayToPointerDecay)
      return rootOf(C->getSubExpr());
    if (C->getCastKind() == CK_LValueToRValue) {
      const auto *Ref = dyn_cast<DeclRefExpr>(C->getSubExpr()->IgnoreParens());
      const auto *V = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
      return V && !Ref->refersToEnclosingVariableOrCapture() ? rootOfLocal(V) : Root::Elsewhere;
    }
    if (C->getCastKind() == CK_IntegralToPointer)
      return Root::Elsewhere;
    return rootOfPointer(C->getSubExpr());
  }
  if (const auto *B = dyn_cast<BinaryOperator>(E); B && B->isAdditiveOp()) {
    const bool Left = B->getLHS()->getType()->isPointerType();
    return leavesObject(Left ? B->getRHS() : B->getLHS())
               ? Root::Elsewhere
               : rootOfPointer(Left ? B->getLHS() : B->getRHS());
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
    if (M->getMemberDecl()->getType()->isReferenceType() || isa<VarDecl>(M->getMemberDecl()))
      return Root::Elsewhere; // a static one is no part of the object
    return M->isArrow() ? rootOfPointer(M->getBase()) : rootOf(M->getBase());
  }
  if (const auto *A = dyn_cast<ArraySubscriptExpr>(E)) {
    return leavesObject(A->getIdx()) ? Root::Elsewhere : rootOfPointer(A->getBase());
  }
  if (const auto *U = dyn_cast<UnaryOperator>(E); U && U->getOpcode() == UO_Deref)
    return rootOfPointer(U->getSubExpr());
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

void WriteCollector::add(MemoryTypes Types, Root Of, const Stmt *At) {
  if (Of == Root::Own)
    return;
  const bool Shared = Of == Root::Shared || Of == Root::Dynamic;
  if (Of == Root::Dynamic && Types) // all such arrays are one memory
    Types = memory::Any;
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

/// A group, or what is made for them.
static bool isOfGroups(const CXXRecordDecl *Class) {
  for (const DeclContext *C = Class->getDeclContext(); C; C = C->getParent())
    if (const auto *N = dyn_cast<NamespaceDecl>(C); N && isGroups(N))
      return true;
  return false;
}

/// The toolkit may call it, or what is in it: a lambda, a functor, a function; or write by it: a
/// view.
bool WriteCollector::mayBeCalled(QualType T) const {
  T = T.getNonReferenceType();
  if (T->isPointerType())
    T = T->getPointeeType();
  const CXXRecordDecl *Class = T->getAsCXXRecordDecl();
  return T->isFunctionType() ||
         (Class && (!Text.isToolkitFile(Class->getLocation()) ||
                    (!isOfGroups(Class) && (memoryTypes(T) & memory::Pointer))));
}

/// A member operator of the toolkit: an object without pointers holds all that it writes.
void WriteCollector::libraryOperator(const CXXOperatorCallExpr *Call, const CXXMethodDecl *Callee) {
  const MemoryTypes Types = memoryTypes(Call->getArg(0)->getType());
  const bool Leads = Types & memory::Pointer;
  if (Leads)
    return add(memory::Any, Root::Elsewhere, Call);
  if (!Callee->isConst())
    target(Call->getArg(0), Call);
}

/// What a function of the toolkit writes that no table has, nobody knows.
void WriteCollector::libraryCall(const CallExpr *Call, const FunctionDecl *Callee) {
  if (llvm::any_of(Call->arguments(), [&](const Expr *Arg) { return mayBeCalled(Arg->getType()); }))
    return add(memory::Any, Root::Elsewhere, Call);
  if (const auto *O = dyn_cast<CXXOperatorCallExpr>(Call))
    if (const auto *M = dyn_cast<CXXMethodDecl>(Callee))
      libraryOperator(O, M);
  const Operation Is = operationOf(Call, Text);
  const bool Known = Is.is(WarpFamily::Atomic) ||
                     (Is.Kind != OperationKind::None && Is.Kind != OperationKind::Unknown &&
                      Is.Kind != OperationKind::UserCall) ||
                     (staysInLane(Callee, Text) && !writtenName(Callee).starts_with("cuda"));
  const auto *Member = dyn_cast<CXXMemberCallExpr>(Call);
  if (!Known || (Member && !Is.Member))
    return add(memory::Any, Root::Elsewhere, Call);
  const unsigned First = objectArguments(Call);
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
  if (const auto *Member = dyn_cast<CXXMemberCallExpr>(Call); // p->operator=(x)
      Member && Method && Method->isTrivial() &&
      (Method->isCopyAssignmentOperator() || Method->isMoveAssignmentOperator())) {
    const Expr *Object = Member->getImplicitObjectArgument();
    const bool Pointer = Object->getType()->isPointerType();
    return add(memoryTypes(Pointer ? Object->getType()->getPointeeType() : Object->getType()),
               Pointer ? rootOfPointer(Object) : rootOf(Object), Call);
  }
  if (Method && Method->isTrivial())
    return;
  if (Text.isToolkit(Callee))
    libraryCall(Call, Callee);
}

/// The toolkit's constructors keep what they are given, and may call it.
void WriteCollector::construction(const CXXConstructExpr *C) {
  const CXXConstructorDecl *Callee = C->getConstructor();
  if (Callee->isTrivial() || !Text.isToolkit(Callee))
    return;
  for (const Expr *Arg : C->arguments())
    if (mayBeCalled(Arg->getType()) || Arg->getType()->isAnyPointerType())
      return add(memory::Any, Root::Elsewhere, C);
}

/// The toolkit's destructors may run others'.
void WriteCollector::destruction(QualType T, const Stmt *At) {
  const auto *C = T->getBaseElementTypeUnsafe()->getAsCXXRecordDecl();
  if (!C || !C->hasDefinition() || C->hasTrivialDestructor())
    return;
  if (Text.isToolkitFile(C->getLocation()))
    return add(memory::Any, Root::Elsewhere, At);
  for (const FieldDecl *F : C->fields())
    destruction(F->getType(), At);
  for (const CXXBaseSpecifier &Base : C->bases())
    destruction(Base.getType(), At);
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

/// What is written by the name of another type, by a pointer that a cast makes, is where it led.
WriteCollector::Root WriteCollector::rootOfCast(const CastExpr *C) const {
  const bool Pointer =
      C->getType()->isAnyPointerType() && C->getSubExpr()->getType()->isAnyPointerType();
  return Pointer ? rootOfPointer(C->getSubExpr()) : Root::Elsewhere;
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
    return add(mixedBy(C), rootOfCast(C), C);
  // Nor who writes a union by a member of its own.
  if (const auto *M = dyn_cast<MemberExpr>(S); M && inUnion(M))
    return add(memory::Any, rootOf(M), M);
  if (const auto *C = dyn_cast<CXXConstructExpr>(S))
    construction(C);
  if (const auto *T = dyn_cast<CXXBindTemporaryExpr>(S))
    destruction(T->getType(), T);
  if (const auto *D = dyn_cast<DeclStmt>(S))
    for (const Decl *Each : D->decls())
      if (const auto *V = dyn_cast<VarDecl>(Each); V && V->hasLocalStorage())
        destruction(V->getType(), D);
  if (const auto *D = dyn_cast<CXXDefaultArgExpr>(S)) // clang shows no children of theirs
    return walk(D->getExpr());
  if (const auto *D = dyn_cast<CXXDefaultInitExpr>(S))
    return walk(D->getExpr());
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

std::vector<MemoryWrite> memoryWrites(const FunctionDecl *F, const SourceText &Text,
                                      ValuesOf Values) {
  WriteCollector Writes(F, Text, Values);
  if (const auto *C = dyn_cast<CXXConstructorDecl>(F))
    for (const CXXCtorInitializer *I : C->inits())
      Writes.walk(I->getInit());
  Writes.walk(F->getBody());
  return std::move(Writes.Found);
}

} // namespace coopify
