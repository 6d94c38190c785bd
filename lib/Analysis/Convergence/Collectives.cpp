//===- Collectives.cpp ----------------------------------------------------===//

#include "Analysis/Convergence/Collectives.h"

#include "Analysis/Source/Names.h"
#include "Model/GroupNames.h"

#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace coopify {

static bool isCooperativeGroup(const FunctionDecl *Callee) {
  for (const DeclContext *D = Callee->getDeclContext(); D; D = D->getParent())
    if (const auto *N = dyn_cast<NamespaceDecl>(D); N && isGroupsNamespace(N->getName()))
      return true;
  return false;
}

static bool asmIsCollective(const GCCAsmStmt *S) {
  std::string Code = S->getAsmString();
  for (StringRef Word : {"shfl", "vote", "match", "redux", "bar.", "barrier", "activemask"})
    if (StringRef(Code).contains(Word))
      return true;
  return false;
}

static bool hasUserDestructor(const Decl *D) {
  const auto *V = dyn_cast<VarDecl>(D);
  const auto *R = V ? V->getType()->getAsCXXRecordDecl() : nullptr;
  return R && R->hasDefinition() && !R->hasTrivialDestructor();
}

bool Collectives::anywhereIn(const Stmt *S) {
  return S && (mayHold(S) ||
               llvm::any_of(S->children(), [&](const Stmt *Child) { return anywhereIn(Child); }));
}

/// A function that is being looked at already (recursion) counts as one that does.
bool Collectives::mayReach(const FunctionDecl *F) {
  const FunctionDecl *Definition = nullptr;
  const auto *Method = dyn_cast<CXXMethodDecl>(F);
  if (!F->hasBody(Definition) || Definition->isDependentContext() ||
      (Method && Method->isVirtual()))
    return true;
  auto [It, New] = Known.try_emplace(F->getCanonicalDecl(), true);
  if (!New)
    return It->second;
  bool Holds = anywhereIn(Definition->getBody());
  if (const auto *C = dyn_cast<CXXConstructorDecl>(Definition))
    for (const CXXCtorInitializer *I : C->inits())
      Holds |= anywhereIn(I->getInit());
  return Known[F->getCanonicalDecl()] = Holds;
}

/// Lanes that move together may meet in it (semantics C).
static bool isVolatileElement(const Stmt *S) {
  const auto *A = dyn_cast<ArraySubscriptExpr>(S);
  return A && A->getType().isVolatileQualified();
}

bool Collectives::mayHold(const Stmt *S) {
  if (isa<RecoveryExpr>(S) || isVolatileElement(S)) // the former the parser did not understand
    return true;
  if (const auto *D = dyn_cast<DeclStmt>(S))
    return llvm::any_of(D->decls(), hasUserDestructor);
  if (const auto *A = dyn_cast<GCCAsmStmt>(S))
    return asmIsCollective(A);
  if (const auto *C = dyn_cast<CXXConstructExpr>(S))
    return !C->getConstructor()->isTrivial() && !Text.isToolkit(C->getConstructor()) &&
           mayReach(C->getConstructor());
  const auto *Call = dyn_cast<CallExpr>(S);
  if (!Call || isa<CUDAKernelCallExpr>(Call)) // a grid of its own
    return false;
  const FunctionDecl *Callee = Call->getDirectCallee();
  if (!Callee)
    return true;
  if (!Text.isToolkit(Callee)) {
    const auto *Method = dyn_cast<CXXMethodDecl>(Callee);
    return !(Method && Method->isTrivial()) && mayReach(Callee);
  }
  return isCollective(Callee->getIdentifier() ? Callee->getName() : "") ||
         isCooperativeGroup(Callee);
}

} // namespace coopify
