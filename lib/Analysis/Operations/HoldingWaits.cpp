//===- HoldingWaits.cpp ---------------------------------------------------===//

#include "Analysis/Operations/HoldingWaits.h"

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
  const FunctionDecl *Callee = Call->getDirectCallee();
  const bool Known =
      Callee && Text.isToolkit(Callee) && operationOf(S, Text).Kind != OperationKind::Unknown;
  return !Known && calling(Callee); // the tables say what those do that they have
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
