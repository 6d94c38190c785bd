//===- AccessCollector.cpp - the accesses of a statement ------------------===//

#include "Analysis/SharedMemory/Steps/SharedSteps.h"

#include "Analysis/Operations/MemoryKinds.h"
#include "Analysis/Operations/Operations.h"
#include "Analysis/SharedMemory/SharedAssignment.h"
#include "Analysis/Source/Exprs.h"
#include "Analysis/Source/Walks/Evaluated.h"

#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace coopify {

//===- Who waits ----------------------------------------------------------===//

/// \p S on its own makes aligned groups of \p Width lanes wait, and orders what they access.
static bool waits(const Stmt *S, const SourceText &Text, unsigned Width) {
  return operationOf(S, Text).orderedLanes() >= Width;
}

/// Something in \p S may access memory that others see.
static bool mayAccess(const Stmt *S, const SourceText &Text) {
  if (!S)
    return false;
  if (const auto *Call = dyn_cast<CallExpr>(S)) {
    OperationKind Kind = operationOf(Call, Text).Kind;
    auto IsPointer = [](const Expr *Arg) { return Arg->getType()->isPointerType(); };
    if (Kind == OperationKind::UserCall || Kind == OperationKind::Unknown ||
        llvm::any_of(Call->arguments(), IsPointer)) // memcpy(), atomicAdd(), __ldcg()
      return true;
  }
  if (const auto *Ref = dyn_cast<DeclRefExpr>(S))
    if (const auto *V = dyn_cast<VarDecl>(Ref->getDecl());
        V && (V->getType()->isReferenceType() ||
              (V->hasGlobalStorage() && !V->getType().isConstQualified())))
      return true;
  if (const auto *C = dyn_cast<CXXConstructExpr>(S);
      C && !C->getConstructor()->isTrivial() && !Text.isToolkit(C->getConstructor()))
    return true;
  if (isa<ArraySubscriptExpr, AsmStmt, LambdaExpr, AtomicExpr, CXXNewExpr, CXXDeleteExpr,
          CXXBindTemporaryExpr>(S))
    return true;
  if (const auto *D = dyn_cast<DeclStmt>(S))
    for (const Decl *Each : D->decls())
      if (const auto *V = dyn_cast<VarDecl>(Each); V && V->needsDestruction(V->getASTContext()))
        return true;
  if (const auto *U = dyn_cast<UnaryOperator>(S); U && U->getOpcode() == UO_Deref)
    return true;
  if (const auto *M = dyn_cast<MemberExpr>(S); M && M->isArrow())
    return true;
  if (const auto *B = dyn_cast<BinaryOperator>(S); B && B->isPtrMemOp())
    return true;
  return llvm::any_of(evaluatedParts(S), [&](const Stmt *Part) { return mayAccess(Part, Text); });
}

/// Or go past what stands behind it.
static bool mayReturn(const Stmt *S) {
  const auto *Asm = dyn_cast_or_null<GCCAsmStmt>(S);
  return S && (isa<ReturnStmt, GotoStmt, IndirectGotoStmt>(S) || (Asm && Asm->isAsmGoto()) ||
               llvm::any_of(evaluatedParts(S), mayReturn));
}

/// Everybody who calls \p F waits in it; \p First: before anything is accessed.
static bool waitsInside(const FunctionDecl *F, const SourceText &Text, unsigned Width, bool First) {
  const FunctionDecl *Definition = nullptr;
  if (Text.isToolkit(F) || !F->hasBody(Definition))
    return false;
  const auto *Body = dyn_cast_or_null<CompoundStmt>(Definition->getBody());
  if (!Body)
    return false;
  for (const Stmt *S : Body->body()) {
    if (isa<CallExpr>(S) && waits(S, Text, Width))
      return true;
    if (mayReturn(S) || (First && mayAccess(S, Text)))
      return false;
  }
  return false;
}

//===- Accesses -----------------------------------------------------------===//

void AccessCollector::access(const Expr *LValue, bool Write, bool Atomic) {
  if (!LValue->getType()->isArrayType())
    add(Places.lvalue(LValue), LValue, LValue->getType(), Write, Atomic);
}

void AccessCollector::add(std::optional<MemoryLocation> Place, const Expr *At, QualType Type,
                          bool Write, bool Atomic) {
  if (!Place)
    return;
  SharedAccess A;
  A.Place = std::move(*Place);
  A.At = At;
  A.Write = Write;
  A.Atomic = Atomic;
  A.Volatile = Type.isVolatileQualified();
  A.Type = Type;
  A.OfAnyType = anyTypeMayAlias(Context);
  A.Bounds = Bounds;
  Out->Accesses.push_back(std::move(A));
}

static const VarDecl *localOf(const Expr *E) {
  const auto *Ref = dyn_cast<DeclRefExpr>(E->IgnoreParens());
  return Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
}

/// What is done to find the object that \p E names, which may be one of two: then \p Then for each.
void AccessCollector::named(const Expr *E, llvm::function_ref<void(const Expr *)> Then) {
  E = E->IgnoreParens();
  if (const auto *C = dyn_cast<ConditionalOperator>(E)) { // c ? s[i] : s[j]
    visit(C->getCond());
    onlyIf(C->getCond(), true, [&] { named(C->getTrueExpr(), Then); });
    return onlyIf(C->getCond(), false, [&] { named(C->getFalseExpr(), Then); });
  }
  if (const auto *C = dyn_cast<BinaryConditionalOperator>(E)) { // s[i] ?: s[j]
    named(C->getCommon(), Then);
    return onlyIf(nullptr, false, [&] { named(C->getFalseExpr(), Then); });
  }
  // What a cast makes volatile is resolved as a whole.
  if (const auto *C = dyn_cast<CastExpr>(E);
      C && C->getCastKind() == CK_NoOp &&
      isa<AbstractConditionalOperator, BinaryOperator>(C->getSubExpr()->IgnoreParens()))
    return named(C->getSubExpr(), Then);
  const auto *B = dyn_cast<BinaryOperator>(E);
  if (B && B->isCommaOp()) {
    visit(B->getLHS());
    return named(B->getRHS(), Then);
  }
  if (B && B->isAssignmentOp()) { // x = s[i] = y
    visit(B);
    return Then(B->getLHS());
  }
  if (const auto *U = dyn_cast<UnaryOperator>(E); U && U->isIncrementDecrementOp()) {
    visit(U);
    return Then(U->getSubExpr());
  }
  if (isa<CallExpr>(E))
    visit(E);
  else
    for (const Stmt *Part : evaluatedParts(E))
      visit(Part);
  Then(E);
}

/// The value first, as C++17 has it; before, nobody could tell.
void AccessCollector::assignment(const Expr *Target, const Expr *Value, bool Reads) {
  if (Value)
    visit(Value);
  for (Wait &W : Waits)
    W.Sequenced |= Value && W.At == Value->IgnoreParenImpCasts();
  named(Target, [&](const Expr *Object) {
    if (const VarDecl *V = localOf(Object);
        V && V->hasLocalStorage() && !V->getType()->isReferenceType()) {
      Out->Changed.insert(V);
      return;
    }
    if (const auto *A = dyn_cast<ArraySubscriptExpr>(Object->IgnoreParens()))
      if (const VarDecl *V = localOf(A->getBase()->IgnoreParenImpCasts());
          V && V->getType()->isArrayType() && V->hasLocalStorage())
        Out->Changed.insert(V);
    if (Reads)
      access(Object, false);
    access(Object, true);
  });
}

/// `Iterate<N>::f` calls `Iterate<2 * N>::f` up to a specialisation that does nothing. All of them
/// have one text, so the last call is taken to be like the others.
static bool endsRecursion(const FunctionDecl *Caller, const FunctionDecl *Callee) {
  auto ClassOf = [](const FunctionDecl *F) -> const Decl * {
    const auto *M = dyn_cast<CXXMethodDecl>(F);
    const auto *Of = M ? dyn_cast<ClassTemplateSpecializationDecl>(M->getParent()) : nullptr;
    return Of ? Of->getSpecializedTemplate()->getCanonicalDecl() : nullptr;
  };
  const Decl *Class = ClassOf(Caller);
  const FunctionTemplateDecl *Of = Caller->getPrimaryTemplate();
  bool SameClass = Class && Class == ClassOf(Callee);
  bool Same = Of && Callee->getPrimaryTemplate() &&
              Of->getCanonicalDecl() == Callee->getPrimaryTemplate()->getCanonicalDecl();
  return Caller->getDeclName() == Callee->getDeclName() && (SameClass || Same);
}

/// Of a call: what it may do to \p Place.
void AccessCollector::add(MemoryLocation Place, const Expr *At, QualType Type,
                          const HelperUse &Use) {
  SharedAccess A;
  A.Place = std::move(Place);
  A.At = At;
  A.Volatile = Context.getBaseElementType(Type).isVolatileQualified();
  A.Type = Type;
  A.OfAnyType = anyTypeMayAlias(Context);
  A.Bounds = Bounds;
  A.ByCall = Of;
  // One that lanes meet in ends with a sync of its own.
  A.EndsSynced = Use.Writes && Use.endsSynced() && !Use.ReadsLast;
  if (Use.Reads)
    Out->Accesses.push_back(A);
  A.EndsSynced = Use.endsSynced();
  A.Write = true;
  if (Use.Writes)
    Out->Accesses.push_back(std::move(A));
}

/// By what it is not passed: __shared__ variables that it names, and pointers that are not
/// followed.
void AccessCollector::elsewhere(const Expr *At, const HelperEffects &Does,
                                const FunctionDecl *Callee) {
  auto Add = [&](MemoryLocation P, QualType T, const HelperUse &Use) {
    const size_t First = Out->Accesses.size();
    const VarDecl *Variable = P.Root;
    add(std::move(P), At, T, Use);
    for (SharedAccess &A : llvm::drop_begin(Out->Accesses, First)) {
      A.Volatile |= Use.Volatile;
      A.Leans = Use.Leans;
      A.EndsSynced &= Variable || Use.Ends; // of what is not followed nobody promises it
      if (Callee && Use.Exchanges && !Use.Ends)
        A.Leans.push_back({Callee, std::nullopt, Variable, Use.Opens});
    }
  };
  Add(unknownLocation(), Context.CharTy, Does.Elsewhere);
  for (const auto &[V, Use] : Does.Statics) {
    MemoryLocation P = Places.root(V);
    P.Exact = false;
    Add(std::move(P), V->getType(), Use);
  }
}

/// Of a function object: its class, or one that it is derived from, has a call operator.
static bool isCalled(const CXXRecordDecl *Class) {
  if (!Class->hasDefinition())
    return true;
  const DeclarationName Name = Class->getASTContext().DeclarationNames.getCXXOperatorName(OO_Call);
  return !Class->lookup(Name).empty() ||
         llvm::any_of(Class->bases(), [](const CXXBaseSpecifier &Base) {
           const CXXRecordDecl *Of = Base.getType()->getAsCXXRecordDecl();
           return !Of || isCalled(Of);
         });
}

/// What the toolkit's functions do: those that are in a table, and arithmetic, do to what they are
/// passed what its type allows. Libraries in namespaces of their own may have kept addresses.
static HelperEffects ofToolkit(const Operation &Is, const CallExpr *Call, const SourceText &Text) {
  HelperEffects Does;
  const HelperUse Nothing = HelperUse::none();
  auto MayCall = [&](const Expr *Arg) { // cg::invoke_one(warp, [&] { ... })
    const QualType T = Arg->getType();
    const CXXRecordDecl *Class = T->getAsCXXRecordDecl();
    return T->isFunctionPointerType() || T->isFunctionType() ||
           (Class && !Text.isToolkitFile(Class->getLocation()) && isCalled(Class));
  };
  if (Is.Kind != OperationKind::Unknown && llvm::none_of(Call->arguments(), MayCall))
    Does.Elsewhere = Nothing;
  if (Is.Member)
    Does.This = Nothing; // a group has no memory of the user's
  // What is passed on to other lanes is read.
  Does.Rest.Beyond = false;
  Does.Rest.Writes = !Is.shuffles() && !Is.is(GroupFamily::Vote) && !Is.is(GroupFamily::Match);
  return Does;
}

/// No more than a declaration says: `const T *` is not written by who is only declared.
static HelperUse allowed(HelperUse Use, QualType Param, bool Seen) {
  QualType Of = Param->isPointerType() ? Param->getPointeeType() : Param.getNonReferenceType();
  Use.Writes &= Seen || !Of.isConstQualified();
  return Use;
}

void AccessCollector::call(const CallExpr *Call) {
  if (Call->isUnevaluatedBuiltinCall(Context))
    return;
  const FunctionDecl *Callee = Call->getDirectCallee();
  const Operation Is = operationOf(Call, Text);
  Wait Here{Call, Out->Accesses.size()};
  Here.Sequenced = Call->getType()->isVoidType();
  if (const auto *O = dyn_cast<CXXOperatorCallExpr>(Call); O && assignmentOperator(O))
    return;
  const size_t Believed = Waits.size();
  for (const Stmt *Part : evaluatedParts(Call))
    visit(Part);
  if (mayLeaveOut(Call))
    Waits.resize(Believed);
  Here.To = Here.End = Out->Accesses.size();
  bool Toolkit = Callee && Text.isToolkit(Callee);
  if (Is.is(WarpFamily::Atomic) && Call->getNumArgs()) {
    if (auto P = Places.pointee(Call->getArg(0))) {
      SharedAccess A;
      A.Place = std::move(*P);
      A.At = Call->getArg(0);
      A.Write = A.Atomic = true;
      A.Type = Call->getArg(0)->getType()->getPointeeType();
      A.OfAnyType = anyTypeMayAlias(Context);
      A.Volatile = A.Type.isVolatileQualified();
      A.Bounds = Bounds;
      Out->Accesses.push_back(std::move(A));
    }
    return;
  }
  Of = Call; // what is passed was evaluated before
  const unsigned Lambda = objectArguments(Call);
  HelperEffects Does =
      Toolkit ? ofToolkit(Is, Call, Text) : Places.Helpers->of(Callee, Context, Text);
  const bool Seen = Does.Seen;
  if (const auto *M = dyn_cast_or_null<CXXMethodDecl>(Callee); M && M->isInstance()) {
    Does.This.Writes &= !M->isConst() || Seen;
    object(*Call, Does.This);
  }
  for (unsigned I = Lambda; I < Call->getNumArgs(); ++I) {
    const QualType Param = parameterType(Call, I, Context);
    HelperUse Use = allowed(Does.param(I - Lambda), Param, Seen);
    if (Seen && !Use.Reads && !Use.Writes && endsRecursion(Places.function(), Callee))
      Use = {true, true, true, false, /*Ends=*/true};
    argument(Call->getArg(I), Param, Use, Callee, I - Lambda);
  }
  elsewhere(Call, Does, Callee);
  if (Toolkit)
    givenLambdas(Call);
  if (Is.orderedLanes() >= Width) {
    Here.Unordered = !Is.OperandsFirst;
    Waits.push_back(Here);
  } else if (bodyThatRuns(Call) && !Toolkit && waitsInside(Callee, Text, Width, /*First=*/false)) {
    // What it accesses itself, it may access before it waits.
    Here.End = Out->Accesses.size();
    Here.Unordered = Here.End != Here.To && !waitsInside(Callee, Text, Width, /*First=*/true);
    Waits.push_back(Here);
  }
}

void AccessCollector::construct(const CXXConstructExpr *C) {
  const CXXConstructorDecl *Callee = C->getConstructor();
  for (const Stmt *Part : C->children())
    if (Part)
      visit(Part);
  if (Callee->isCopyOrMoveConstructor() && C->getNumArgs() == 1)
    access(C->getArg(0)->IgnoreImpCasts(), false);
  if (Callee->isTrivial() || Text.isToolkit(Callee))
    return;
  const HelperEffects Does = Places.Helpers->of(Callee, Context, Text);
  Of = C;
  for (auto [I, Arg] : llvm::enumerate(C->arguments()))
    if (I < Callee->getNumParams()) {
      QualType Param = Callee->getParamDecl(I)->getType();
      argument(Arg, Param, allowed(Does.param(I), Param, Does.Seen), Callee, I);
    }
  elsewhere(C, Does, Callee);
}

void AccessCollector::declaration(const DeclStmt *D) {
  for (const Decl *Declared : D->decls())
    if (const auto *V = dyn_cast<VarDecl>(Declared); V && V->hasLocalStorage()) {
      Out->Changed.insert(V);
      if (D != Whole) // else its scope goes on
        Destructors.push_back({ImplicitCalls::atEndOf(V), V->getInit()});
    }
}

void AccessCollector::branch(const IfStmt *If) {
  visit(If->getInit());
  visit(If->getConditionVariableDeclStmt());
  visit(If->getCond());
  size_t Depth = Bounds.size();
  Places.bounds(If->getCond(), Bounds);
  visit(If->getThen());
  Bounds.resize(Depth);
  visit(If->getElse());
}

void AccessCollector::visit(const Stmt *S) {
  if (!S)
    return;
  if (const auto *L = dyn_cast<LambdaExpr>(S)) { // its body is another function's
    for (const Expr *Init : L->capture_inits())
      visit(Init);
    return;
  }
  if (const auto *If = dyn_cast<IfStmt>(S))
    return branch(If);
  if (partly(S))
    return;
  if (const auto *P = dyn_cast<PseudoObjectExpr>(S))
    return visit(P->getSyntacticForm());
  if (const auto *C = dyn_cast<CastExpr>(S);
      C && (C->getCastKind() == CK_LValueToRValue || C->getCastKind() == CK_LValueToRValueBitCast))
    return named(C->getSubExpr(), [&](const Expr *Object) { access(Object, false); });
  if (const auto *B = dyn_cast<BinaryOperator>(S); B && B->isAssignmentOp())
    return assignment(B->getLHS(), B->getRHS(), B->isCompoundAssignmentOp());
  if (const auto *U = dyn_cast<UnaryOperator>(S); U && U->isIncrementDecrementOp())
    return assignment(U->getSubExpr(), nullptr, true);
  if (const auto *D = dyn_cast<DeclStmt>(S))
    declaration(D);
  if (isa<CXXBindTemporaryExpr, CXXDeleteExpr>(S)) {
    ImplicitCalls Calls;
    Calls.ofStatement(S);
    Calls.ofDestruction(S);
    Destructors.push_back({std::move(Calls), cast<Expr>(S)});
  }
  if (const auto *C = dyn_cast<CXXConstructExpr>(S))
    return construct(C);
  if (const auto *New = dyn_cast<CXXNewExpr>(S))
    return placementNew(New);
  if (const auto *E = dyn_cast<AtomicExpr>(S))
    return atomicBuiltin(E);
  if (const auto *D = dyn_cast<CXXDefaultArgExpr>(S))
    return visit(D->getExpr());
  if (const auto *D = dyn_cast<CXXDefaultInitExpr>(S))
    return visit(D->getExpr());
  if (const auto *Call = dyn_cast<CallExpr>(S))
    return call(Call);
  Wait Here{S, Out->Accesses.size()};
  if (const auto *Asm = dyn_cast<GCCAsmStmt>(S))
    assembly(Asm);
  else
    for (const Stmt *Part : evaluatedParts(S))
      visit(Part);
  Here.To = Here.End = Out->Accesses.size();
  Here.Sequenced = true; // an asm is a statement of its own
  if (isa<AsmStmt>(S) && waits(S, Text, Width))
    Waits.push_back(Here);
}

/// Where the lanes wait, between the accesses of a statement. The parts of an expression have no
/// order but for what is passed to a call, what an assignment sets, and what returns nothing.
void AccessCollector::order(SharedStep &Into) const {
  const size_t All = Into.Accesses.size();
  for (const Wait &W : Waits) {
    if (W.Unordered)
      continue;
    Into.Sync |= W.To == 0 && (W.Sequenced || W.End == All);
    Into.SyncAfter |= W.To == All && (W.Sequenced || W.From == 0);
  }
}

void AccessCollector::collect(const Stmt *S, SharedStep &Into) {
  Out = &Into;
  Whole = S;
  Waits.clear();
  Destructors.clear();
  Bounds = Into.Around;
  bool Composite = !isa<Expr, DeclStmt, ReturnStmt, AsmStmt>(S);
  visit(S);
  for (const auto &[Calls, At] : Destructors)
    implicit(Calls, At);
  // Where only some lanes may come, those that do wait for each other; others do not.
  if (Composite)
    Into.SyncsInside = !Waits.empty();
  else
    order(Into);
  Into.Waits |= !Waits.empty();
}

void forgetSyncsOfSome(SharedStep &Step, llvm::function_ref<bool(const Expr *)> AllCome) {
  for (SharedAccess &A : Step.Accesses)
    if (A.ByCall && !AllCome(A.ByCall)) {
      A.EndsSynced = false;
      for (HelperParameter &P : A.Leans)
        P.Inside = true;
    }
}

} // namespace coopify
