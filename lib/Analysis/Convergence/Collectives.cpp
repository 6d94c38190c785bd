//===- Collectives.cpp ----------------------------------------------------===//

#include "Analysis/Convergence/Collectives.h"

#include "Analysis/Convergence/Flow/LoopWaits.h"
#include "Analysis/Operations/Operations.h"
#include "Analysis/Source/Walks/Evaluated.h"
#include "Model/Operations/PTXInstructions.h"

#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace coopify {

static bool hasUserDestructor(const Decl *D) {
  const auto *V = dyn_cast<VarDecl>(D);
  const auto *R = V ? V->getType()->getBaseElementTypeUnsafe()->getAsCXXRecordDecl() : nullptr;
  return R && R->hasDefinition() && !R->hasTrivialDestructor();
}

bool Collectives::mayHold(const ImplicitCalls::Call &Call) {
  if (!Call.Callee)
    return true;
  if (!Text.isToolkit(Call.Callee))
    return mayReach(Call.Callee);
  return Call.Written ? operationOf(Call.Written, Text).concernsOthers()
                      : !staysInLane(Call.Callee, Text);
}

bool Collectives::mayHold(const ImplicitCalls &Calls) {
  return llvm::any_of(Calls.Found, [&](const ImplicitCalls::Call &C) { return mayHold(C); });
}

bool Collectives::anywhereIn(const Stmt *S) {
  if (!S)
    return false;
  ImplicitCalls Calls;
  Calls.ofStatement(S);
  Calls.ofDestruction(S);
  return mayHold(Calls) || mayHold(S) ||
         llvm::any_of(evaluatedParts(S), [&](const Stmt *Child) { return anywhereIn(Child); });
}

/// A function that is being looked at already (recursion) counts as one that does.
bool Collectives::mayReach(const FunctionDecl *F) {
  const FunctionDecl *Definition = nullptr;
  if (!F->hasBody(Definition) || Definition->isDependentContext() || mayBeReplaced(F))
    return true;
  auto [It, New] = Known.try_emplace(F->getCanonicalDecl(), true);
  if (!New)
    return It->second;
  bool Holds = anywhereIn(Definition->getBody());
  // A destructor ends with those of its members.
  if (isa<CXXDestructorDecl>(Definition)) {
    ImplicitCalls Calls;
    Calls.ofMembers(Definition);
    Holds |= mayHold(Calls);
  }
  if (const auto *C = dyn_cast<CXXConstructorDecl>(Definition))
    for (const CXXCtorInitializer *I : C->inits())
      Holds |= anywhereIn(I->getInit());
  return Known[F->getCanonicalDecl()] = Holds;
}

static bool isExit(const PTXInstruction &I) { return I.Opcode == "exit"; }

bool endsThread(const GCCAsmStmt *Asm) {
  return llvm::any_of(ptxInstructions(Asm->getAsmString()),
                      [](const PTXInstruction &I) { return isExit(I) && !I.Guarded; });
}

/// \p Seen: the functions on the way, each of which is looked at once.
static bool leavesIn(const Stmt *S, const SourceText &Text,
                     llvm::SmallPtrSetImpl<const FunctionDecl *> &Seen) {
  if (!S)
    return false;
  if (const auto *Asm = dyn_cast<GCCAsmStmt>(S))
    return llvm::any_of(ptxInstructions(Asm->getAsmString()), isExit);
  const FunctionDecl *F = nullptr, *Definition = nullptr;
  if (const auto *Call = dyn_cast<CallExpr>(S))
    F = Call->getDirectCallee();
  else if (const auto *Made = dyn_cast<CXXConstructExpr>(S))
    F = Made->getConstructor();
  if (F && !Text.isToolkit(F) && F->hasBody(Definition) && Seen.insert(Definition).second &&
      leavesIn(Definition->getBody(), Text, Seen))
    return true;
  return llvm::any_of(S->children(), [&](const Stmt *C) { return leavesIn(C, Text, Seen); });
}

bool Collectives::mayLeave(const Stmt *S) {
  if (!isa<GCCAsmStmt, CallExpr, CXXConstructExpr>(S))
    return false;
  auto [It, New] = Leaving.try_emplace(S, false);
  llvm::SmallPtrSet<const FunctionDecl *, 16> Seen;
  return New ? Leaving[S] = leavesIn(S, Text, Seen) : It->second;
}

/// Lanes that move together may meet in it (semantics C).
static bool isVolatileElement(const Stmt *S) {
  const auto *A = dyn_cast<ArraySubscriptExpr>(S);
  return A && A->getType().isVolatileQualified();
}

bool Collectives::mayHold(const Stmt *S) {
  // Who goes round until memory says so may wait for what another lane writes: a lock, a flag.
  if (isa<ForStmt, WhileStmt, DoStmt>(S))
    return LoopWaits(S, Text).mayWait();
  if (isa<RecoveryExpr>(S) || isVolatileElement(S)) // the former the parser did not understand
    return true;
  if (const auto *D = dyn_cast<DeclStmt>(S))
    return llvm::any_of(D->decls(), hasUserDestructor);
  if (const auto *C = dyn_cast<CXXConstructExpr>(S)) {
    const CXXConstructorDecl *F = C->getConstructor();
    return !F->isTrivial() && (Text.isToolkit(F) ? !staysInLane(F, Text) : mayReach(F));
  }
  const Operation Is = operationOf(S, Text);
  if (Is.Kind != OperationKind::UserCall)
    return Is.concernsOthers();
  const FunctionDecl *Callee = cast<CallExpr>(S)->getDirectCallee();
  const auto *Method = dyn_cast<CXXMethodDecl>(Callee);
  return !(Method && Method->isTrivial()) && mayReach(Callee);
}

} // namespace coopify
