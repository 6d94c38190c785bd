//===- OtherAccesses.cpp - by destructors, asm, builtins; what may not run ---===//

#include "Analysis/SharedMemory/SharedAssignment.h"
#include "Analysis/SharedMemory/Steps/SharedSteps.h"

#include "Analysis/Operations/Operations.h"
#include "Analysis/Source/Exprs.h"

#include "Model/Operations/PTXInstructions.h"

#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace coopify {

/// `new (p) T(x)`: an object that is not the lane's own, whatever its constructor does.
void AccessCollector::placementNew(const CXXNewExpr *New) {
  for (const Stmt *Part : New->children())
    visit(Part);
  Of = New;
  const FunctionDecl *By = New->getOperatorNew();
  if (By && !Text.isToolkit(By) && !By->isReservedGlobalPlacementOperator() &&
      !By->isReplaceableGlobalAllocationFunction())
    elsewhere(New, Places.Helpers->of(nullptr, Context, Text), By);
  if (!New->getNumPlacementArgs())
    return;
  const Expr *At = placementOf(New);
  std::optional<MemoryLocation> P = At ? Places.pointee(At) : unknownLocation();
  if (!P)
    return;
  P->Exact = false;
  add(std::move(*P), New, New->getAllocatedType(), HelperUse());
}

/// `__atomic_*`, `__scoped_atomic_*`, `__c11_atomic_*`: no calls for clang. What loads or stores
/// is ordered by steps as any access; what does both is like atomicAdd.
void AccessCollector::atomicBuiltin(const AtomicExpr *E) {
  for (const Stmt *Part : E->children())
    visit(Part);
  const StringRef Name = E->getOpAsString();
  const bool Loads = Name.contains("atomic_load"), Stores = Name.contains("atomic_store");
  auto Access = [&](const Expr *Pointer, bool Write, bool Atomic) {
    add(Places.pointee(Pointer), Pointer, Pointer->getType()->getPointeeType(), Write, Atomic);
  };
  Access(E->getPtr(), !Loads, !Loads && !Stores);
  for (const Stmt *Part : E->children()) // where the others have their values
    if (const auto *Operand = dyn_cast<Expr>(Part);
        Operand && Operand != E->getPtr() && Operand->getType()->isPointerType())
      for (bool Write : {false, true})
        Access(Operand, Write, false);
}

/// It reads one object and sets another one, and goes nowhere else by what it is passed.
static bool assignsObject(const FunctionDecl *Callee, const HelperEffects &Does) {
  if (Callee->isTrivial())
    return true;
  auto OfObject = [](const HelperUse &Use) {
    return !Use.Exchanges && !Use.Beyond && Use.Neighbours == 0;
  };
  const bool Member = isa<CXXMethodDecl>(Callee);
  const QualType Source = Callee->getParamDecl(Member ? 0 : 1)->getType().getNonReferenceType();
  return !Source->isPointerType() && !Source->isArrayType() &&
         OfObject(Member ? Does.This : Does.param(0)) && OfObject(Does.param(Member ? 0 : 1));
}

/// An operator that is not followed assigns an object of its class yet, whatever else it does.
void AccessCollector::assignedAnyhow(const CXXOperatorCallExpr *Call) {
  const CXXRecordDecl *To = Call->getArg(0)->getType()->getAsCXXRecordDecl();
  const CXXRecordDecl *From = Call->getArg(1)->getType()->getAsCXXRecordDecl();
  if (Call->getOperator() != OO_Equal || !To || To != From || !Call->getArg(1)->isGLValue())
    return;
  named(Call->getArg(1), [&](const Expr *Object) { access(Object->IgnoreImpCasts(), false); });
  named(Call->getArg(0), [&](const Expr *Object) { access(Object, true); });
}

/// `s[i] = s[j];` of a class.
bool AccessCollector::assignmentOperator(const CXXOperatorCallExpr *Call) {
  if (!Call->isAssignmentOp() || Call->getNumArgs() != 2)
    return false;
  const FunctionDecl *Callee = Call->getDirectCallee();
  if (!Callee || !assignsObject(Callee, Places.Helpers->of(Callee, Context, Text))) {
    assignedAnyhow(Call);
    return false;
  }
  const Expr *Source = Call->getArg(1);
  const bool Sets = !Callee->isTrivial() && Places.Helpers->of(Callee, Context, Text)
                                                .param(isa<CXXMethodDecl>(Callee) ? 0 : 1)
                                                .Writes; // `mutable`
  if (Source->isGLValue())
    named(Source, [&](const Expr *Object) {
      access(Object->IgnoreImpCasts(), false);
      if (Sets)
        access(Object->IgnoreImpCasts(), true);
    });
  else
    visit(Source);
  Of = Call;
  if (!Callee->isTrivial())
    elsewhere(Call, Places.Helpers->of(Callee, Context, Text), Callee);
  named(Call->getArg(0), [&](const Expr *Object) {
    const auto *Ref = dyn_cast<DeclRefExpr>(Object->IgnoreParens());
    if (const auto *V = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
        V && V->hasLocalStorage() && !V->getType()->isReferenceType())
      Out->Changed.insert(V);
    if (Call->getOperator() != OO_Equal)
      access(Object, false);
    access(Object, true);
  });
  return true;
}

/// What is run at \p At, and written elsewhere.
void AccessCollector::implicit(const ImplicitCalls &Calls, const Expr *At) {
  Of = At;
  for (const ImplicitCalls::Call &Each : Calls.Found)
    if (!Each.Callee || !Text.isToolkit(Each.Callee))
      elsewhere(At, Places.Helpers->of(Each.Callee, Context, Text), Each.Callee);
}

void AccessCollector::destroy(const VarDecl *V, SharedStep &Into) {
  Out = &Into;
  Bounds = Into.Around;
  implicit(ImplicitCalls::atEndOf(V), V->getInit());
}

/// Neither reads nor writes memory, whatever its operands are.
static bool leavesMemory(const PTXInstruction &I) {
  static constexpr StringRef Memory[] = {"ld", "ldu", "st", "atom", "red", "cp", "multimem"};
  StringRef Root = StringRef(I.Opcode).split('.').first;
  PTXKind Kind = meaningOf(I).Kind;
  bool Barrier = Kind == PTXKind::WarpBarrier || Kind == PTXKind::BlockBarrier ||
                 Kind == PTXKind::ClusterBarrier || Kind == PTXKind::Fence;
  bool Values = Kind == PTXKind::Shuffle || (Kind == PTXKind::Collective && Root != "ldmatrix" &&
                                             Root != "stmatrix" && Root != "wmma");
  return Barrier || Values || (isOfOneLane(Root) && !llvm::is_contained(Memory, Root));
}

void AccessCollector::assembly(const GCCAsmStmt *Asm) {
  for (unsigned I = 0; I < Asm->getNumInputs(); ++I)
    visit(Asm->getInputExpr(I));
  const std::vector<PTXInstruction> All = ptxInstructions(Asm->getAsmString());
  auto Only = [&](StringRef Root) {
    return llvm::all_of(All, [&](const PTXInstruction &I) {
      return leavesMemory(I) || StringRef(I.Opcode).split('.').first == Root;
    });
  };
  auto Volatile = [](const PTXInstruction &I) {
    return StringRef(I.Opcode).contains(".volatile") && StringRef(I.Opcode).contains(".shared");
  };
  if (!llvm::all_of(All, leavesMemory))
    for (bool Write : {false, true}) {
      if (Only(Write ? "ld" : "st"))
        continue;
      SharedAccess A;
      A.Place = unknownLocation();
      // By the variable's name, or a number (PTX ISA, "State spaces").
      A.Place.Leaked = Asm->getAsmString().find("shared") != std::string::npos;
      A.At = Asm->getNumInputs()    ? Asm->getInputExpr(0)
             : Asm->getNumOutputs() ? Asm->getOutputExpr(0)
                                    : nullptr;
      A.Write = Write;
      A.Volatile = llvm::any_of(All, Volatile);
      A.Type = Context.CharTy;
      A.Bounds = Bounds;
      A.ByCall = A.At;
      if (A.At)
        Out->Accesses.push_back(std::move(A));
    }
  for (unsigned I = 0; I < Asm->getNumOutputs(); ++I)
    assignment(Asm->getOutputExpr(I), nullptr, Asm->isOutputPlusConstraint(I));
}

/// What runs only if \p Condition is \p Value: who is in there waits, and others may not.
void AccessCollector::onlyIf(const Expr *Condition, bool Value, llvm::function_ref<void()> Visit) {
  const size_t Believed = Waits.size();
  Visit();
  bool Is = false;
  if (!Condition || Condition->isValueDependent() ||
      !Condition->EvaluateAsBooleanCondition(Is, Context) || Is != Value)
    for (size_t I = Believed; I < Waits.size(); ++I)
      Waits[I].Unordered = true;
}

/// What has parts that may not run. Of statements in an expression (`({ })`) nothing is known, if
/// they are more than some that follow each other.
bool AccessCollector::partly(const Stmt *S) {
  if (const auto *B = dyn_cast<BinaryOperator>(S); B && B->isLogicalOp()) {
    visit(B->getLHS());
    onlyIf(B->getLHS(), B->getOpcode() == BO_LAnd, [&] { visit(B->getRHS()); });
    return true;
  }
  if (const auto *C = dyn_cast<ConditionalOperator>(S)) {
    visit(C->getCond());
    onlyIf(C->getCond(), true, [&] { visit(C->getTrueExpr()); });
    onlyIf(C->getCond(), false, [&] { visit(C->getFalseExpr()); });
    return true;
  }
  if (const auto *C = dyn_cast<BinaryConditionalOperator>(S)) {
    visit(C->getCommon());
    onlyIf(nullptr, false, [&] { visit(C->getFalseExpr()); });
    return true;
  }
  const auto *Statements = dyn_cast<StmtExpr>(S);
  if (!Statements || !llvm::any_of(Statements->getSubStmt()->body(), [](const Stmt *Part) {
        return !isa<Expr, DeclStmt, AsmStmt, NullStmt>(Part);
      }))
    return false;
  onlyIf(nullptr, false, [&] { visit(Statements->getSubStmt()); });
  return true;
}

bool meetBeside(const MemoryLocation &P, const HelperUse &Use) {
  if (P.unknown() || !P.Exact)
    return Use.Neighbours != 0;
  return Use.Neighbours && llvm::any_of(P.Path, [&](const PathStep &S) {
           const bool Far =
               P.Path.size() == 1 && uint64_t(std::abs(S.Index.Is.Scale)) > Use.Neighbours;
           return !S.Field &&
                  ((S.Index.Is.Scale != 0 && !Far) || S.Index.Is.U.UniformOver < warpWidth());
         });
}

/// Of a member function, such as a conversion.
void AccessCollector::object(const CallExpr &Call, const HelperUse &Use) {
  const Expr *Object = objectOfCall(&Call);
  if (!Object)
    return;
  const bool Pointer = Object->getType()->isPointerType();
  auto P = Pointer ? Places.pointee(Object) : Places.lvalue(Object->IgnoreImpCasts());
  if (!P)
    return;
  const bool Meets = Use.Exchanges || meetBeside(*P, Use);
  P->Exact &= !Use.Beyond;
  const size_t First = Out->Accesses.size();
  add(std::move(*P), Object, Pointer ? Object->getType()->getPointeeType() : Object->getType(),
      Use);
  for (SharedAccess &A : llvm::drop_begin(Out->Accesses, First)) {
    A.Volatile |= Use.Volatile && !A.Place.unknown(); // of a member, whatever the object is
    A.Leans = Use.Leans;
    A.Neighbours = Use.Neighbours;
    A.Beside = Meets && !Use.Exchanges && !Use.Waits && !A.Place.unknown() && A.Place.Exact;
    if (Call.getDirectCallee() && Meets && !Use.Ends)
      A.Leans.push_back(
          {Call.getDirectCallee(), HelperParameter::This, nullptr, Use.Exchanges && Use.Opens});
  }
}

/// `memcpy(&s[t], &x, sizeof x)`: the type of the one element that is named.
static QualType copiedElement(const Expr *Of, const Expr *Arg, ASTContext &Context,
                              const SourceText &Text) {
  const auto *Call = dyn_cast_or_null<CallExpr>(Of);
  const FunctionDecl *Callee = Call ? Call->getDirectCallee() : nullptr;
  if (!Callee || !Text.isToolkit(Callee) || !Callee->getIdentifier() || Call->getNumArgs() != 3)
    return {};
  const StringRef Name = Callee->getName();
  const QualType T = Arg->IgnoreParenImpCasts()->getType();
  const Expr *Size = Call->getArg(2);
  if ((Name != "memcpy" && Name != "memmove" && Name != "__builtin_memcpy") ||
      !T->isPointerType() || T->getPointeeType()->isIncompleteType() || Size->isValueDependent())
    return {};
  auto N = Size->getIntegerConstantExpr(Context);
  const int64_t Unit = Context.getTypeSizeInChars(T->getPointeeType()).getQuantity();
  return N && N->getExtValue() == Unit ? T->getPointeeType() : QualType();
}

/// A call may do to what it is passed what its type allows.
void AccessCollector::argument(const Expr *Arg, QualType Param, HelperUse Use,
                               const FunctionDecl *Callee, unsigned Index) {
  bool Pointer = Param->isPointerType(), Reference = Param->isReferenceType();
  // One number, set in one step: no site of its own, but a part of the caller's step.
  Use.Exchanges &=
      !(Reference && !Use.Beyond && Arg->getType()->isArithmeticType() && setsOnce(Callee, Text));
  if (!Pointer && !Reference)
    return;
  const QualType Element = Pointer ? copiedElement(Of, Arg, Context, Text) : QualType();
  if (!Element.isNull())
    Arg = Arg->IgnoreParenImpCasts();
  std::optional<MemoryLocation> P = Pointer ? Places.pointee(Arg) : Places.lvalue(Arg);
  if (!P)
    return;
  // Where the callee has no site of its own that would put a sync at its end.
  const bool Meets = Use.Exchanges || (Pointer && meetBeside(*P, Use));
  const bool Beside = Meets && !Use.Exchanges && !Use.Waits && !P->unknown() && P->Exact;
  P->Exact &= !Element.isNull() || (Reference && !Use.Beyond);
  const size_t First = Out->Accesses.size();
  const QualType Pointee = Pointer ? Param->getPointeeType() : Param.getNonReferenceType();
  add(std::move(*P), Arg, Element.isNull() ? Pointee : Element, Use);
  for (SharedAccess &A : llvm::drop_begin(Out->Accesses, First)) {
    A.Volatile |= Use.Volatile && !A.Place.unknown(); // `*(volatile T *)p` of a `T *p`
    A.Leans = Use.Leans;
    A.Neighbours = Use.Neighbours;
    A.Beside = Beside;
    if (Callee && Meets && !Use.Ends)
      A.Leans.push_back({Callee, Index, nullptr, Use.Exchanges && Use.Opens});
  }
}

/// What a function of the toolkit is given it may call.
void AccessCollector::givenLambdas(const CallExpr *Call) {
  for (const Expr *Arg : Call->arguments())
    if (const CXXRecordDecl *Class = Arg->getType()->getAsCXXRecordDecl();
        Class && Class->isLambda())
      elsewhere(Call, Places.Helpers->of(Class->getLambdaCallOperator(), Context, Text),
                Class->getLambdaCallOperator());
}

} // namespace coopify
