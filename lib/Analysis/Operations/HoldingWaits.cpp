//===- HoldingWaits.cpp ---------------------------------------------------===//

#include "Analysis/Operations/HoldingWaits.h"

#include "Analysis/Operations/Groups.h"
#include "Analysis/Operations/Operations.h"
#include "Analysis/Source/ImplicitCalls.h"
#include "Analysis/Source/Walks/Evaluated.h"
#include "Model/Operations/PTXInstructions.h"

#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace coopify {

std::string blockBarrierName(const Stmt *S, const SourceText &Text) {
  Operation O = operationOf(S, Text);
  bool More = O.Kind == OperationKind::ClusterBarrier || O.Kind == OperationKind::GridBarrier;
  return O.Kind == OperationKind::BlockBarrier || (More && O.Waits != WaitsFor::Nobody) ? O.Name
                                                                                        : "";
}

bool isHiddenWait(const Stmt *S, const SourceText &Text) {
  if (!isa<AsmStmt>(S))
    return false;
  const Operation O = operationOf(S, Text);
  return O.Waits == WaitsFor::Anybody && O.Kind != OperationKind::Unknown;
}

bool waitsForLanes(const Stmt *S, const SourceText &Text) {
  const Operation O = operationOf(S, Text);
  if (O.Kind == OperationKind::NamedBarrier || isHiddenWait(S, Text))
    return O.Waits != WaitsFor::Nobody;
  return (O.Waits == WaitsFor::Mask || O.Waits == WaitsFor::Group || O.Waits == WaitsFor::Warp) &&
         blockBarrierName(S, Text).empty();
}

bool waitsForOthers(const Stmt *S, const SourceText &Text) {
  auto Given = [](const Expr *E) {
    const VarDecl *V = E ? maskedWarpNamed(E) : nullptr;
    return V && isa<ParmVarDecl>(V);
  };
  if (const auto *Call = dyn_cast<CallExpr>(S))
    for (const Expr *Arg : Call->arguments())
      if (isMaskedWarp(Arg->getType()) && !Given(Arg))
        return true;
  return waitsForLanes(S, Text) && !Given(operationOf(S, Text).Object);
}

/// The call of a function of the toolkit that \p S is; null: it is none.
static const CallExpr *toolkitCall(const Stmt *S, const SourceText &Text) {
  const auto *Call = dyn_cast_or_null<CallExpr>(S);
  const FunctionDecl *Callee = Call ? Call->getDirectCallee() : nullptr;
  return Callee && Text.isToolkit(Callee) ? Call : nullptr;
}

/// The functions by which objects of \p Class are called, as far as they are instantiated.
static void callOperators(const CXXRecordDecl *Class, SmallVectorImpl<const FunctionDecl *> &Out) {
  Class = Class->getDefinition();
  if (!Class)
    return;
  const DeclarationName Name = Class->getASTContext().DeclarationNames.getCXXOperatorName(OO_Call);
  for (const NamedDecl *D : Class->lookup(Name)) {
    D = D->getUnderlyingDecl();
    if (const auto *T = dyn_cast<FunctionTemplateDecl>(D))
      llvm::append_range(Out, T->specializations());
    else if (const auto *F = dyn_cast<FunctionDecl>(D))
      Out.push_back(F);
  }
  for (const CXXBaseSpecifier &Base : Class->bases())
    if (const CXXRecordDecl *Of = Base.getType()->getAsCXXRecordDecl())
      callOperators(Of, Out);
}

/// What may be run for \p Passed, an argument: a function, or that of an object or of what a
/// pointer leads to. nullopt: not known.
static std::optional<SmallVector<const FunctionDecl *, 1>> runFor(const Expr *Passed) {
  const QualType T = Passed->getType().getNonReferenceType();
  const auto *Ref = dyn_cast<DeclRefExpr>(Passed->IgnoreParenImpCasts());
  SmallVector<const FunctionDecl *, 1> Out;
  if (T->isFunctionType() || T->isFunctionPointerType()) {
    Out.push_back(Ref ? dyn_cast<FunctionDecl>(Ref->getDecl()) : nullptr);
    return Out.front() ? std::optional(Out) : std::nullopt;
  }
  if (T->isMemberFunctionPointerType())
    return std::nullopt;
  const QualType Pointee = T->getPointeeType();
  const CXXRecordDecl *Class = (Pointee.isNull() ? T : Pointee)->getAsCXXRecordDecl();
  if (Class)
    callOperators(Class, Out);
  return Out;
}

/// A call in it may lead anywhere.
static bool mayCall(const AsmStmt *S) {
  const auto *Asm = dyn_cast<GCCAsmStmt>(S);
  return !Asm || llvm::any_of(ptxInstructions(Asm->getAsmString()),
                              [](const PTXInstruction &I) { return I.Opcode == "call"; });
}

bool HoldingWaits::Ways::at(const Stmt *S) {
  if (!isa<CallExpr, CXXConstructExpr, AsmStmt>(S))
    return false;
  if (IsOne(S))
    return true;
  if (const auto *Asm = dyn_cast<AsmStmt>(S))
    return mayCall(Asm);
  if (const auto *Construct = dyn_cast<CXXConstructExpr>(S))
    return calling(Construct->getConstructor());
  const auto *Call = dyn_cast<CallExpr>(S);
  if (!Call || isa<CUDAKernelCallExpr>(Call)) // the kernel's blocks wait, not this one
    return false;
  if (toolkitCall(S, Text) && operationOf(S, Text).Kind != OperationKind::Unknown)
    return passesOne(Call); // the tables say what those do that they have
  return calling(Call->getDirectCallee());
}

/// A function or an object that the called one may call is passed to it, and may lead there.
bool HoldingWaits::Ways::passesOne(const CallExpr *Call) {
  return llvm::any_of(Call->arguments(), [&](const Expr *Arg) {
    const auto Run = runFor(Arg);
    return !Run || llvm::any_of(*Run, [&](const FunctionDecl *F) { return calling(F); });
  });
}

bool HoldingWaits::Ways::calling(const FunctionDecl *F) {
  if (!F)
    return true;
  if (F->isTrivial() || (Text.isToolkit(F) && (F->getBuiltinID() != 0 || staysInLane(F, Text))))
    return false;
  const FunctionDecl *Definition = nullptr;
  if (mayBeReplaced(F) || !F->hasBody(Definition) || !Definition->getBody())
    return true;
  return found(Definition);
}

bool HoldingWaits::mayRunWait(const Stmt *S) {
  const CallExpr *Call = toolkitCall(S, OfBlock.Text);
  return Call && (OfBlock.passesOne(Call) || OfLanes.passesOne(Call));
}

/// Of functions that call each other what is not found counts only for the first: the others were
/// left while it was still being looked through.
bool HoldingWaits::Ways::found(const FunctionDecl *Definition) {
  if (auto It = Known.find(Definition); It != Known.end())
    return It->second;
  const bool First = Open.empty();
  if (!Open.insert(Definition).second)
    return false;
  const bool May = inBody(Definition);
  if (May)
    Known[Definition] = true;
  if (!First)
    return May;
  if (!May) // nothing that is reached from here has one
    for (const FunctionDecl *Seen : Open)
      Known[Seen] = false;
  Open.clear();
  return May;
}

bool HoldingWaits::Ways::inBody(const FunctionDecl *Definition) {
  if (const auto *C = dyn_cast<CXXConstructorDecl>(Definition))
    for (const CXXCtorInitializer *I : C->inits())
      if (anywhereIn(I->getInit()))
        return true;
  ImplicitCalls Members;
  if (isa<CXXDestructorDecl>(Definition))
    Members.ofMembers(Definition);
  return anywhereIn(Definition->getBody()) || anyOf(Members);
}

/// A scope's end is no statement: where an object is declared is near enough.
static ImplicitCalls implicitCalls(const Stmt *S) {
  ImplicitCalls Calls;
  Calls.ofStatement(S);
  Calls.ofDestruction(S);
  if (const auto *D = dyn_cast<DeclStmt>(S))
    for (const Decl *Declared : D->decls())
      if (const auto *V = dyn_cast<VarDecl>(Declared))
        llvm::append_range(Calls.Found, ImplicitCalls::atEndOf(V).Found);
  return Calls;
}

bool HoldingWaits::Ways::anyOf(const ImplicitCalls &Calls) {
  return llvm::any_of(Calls.Found, [&](const ImplicitCalls::Call &C) {
    return C.Written ? at(C.Written) : calling(C.Callee);
  });
}

bool HoldingWaits::Ways::anywhereIn(const Stmt *S) {
  return S && (at(S) || anyOf(implicitCalls(S)) ||
               llvm::any_of(evaluatedParts(S), [&](const Stmt *Part) { return anywhereIn(Part); }));
}

} // namespace coopify
