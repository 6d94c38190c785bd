//===- HoldingWaits.cpp ---------------------------------------------------===//

#include "Analysis/Operations/HoldingWaits.h"

#include "Analysis/Operations/Operations.h"
#include "Analysis/Source/Walks/Evaluated.h"

#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace coopify {

std::string blockBarrierName(const Stmt *S, const SourceText &Text) {
  Operation O = operationOf(S, Text);
  bool More = O.Kind == OperationKind::ClusterBarrier || O.Kind == OperationKind::GridBarrier;
  return O.Kind == OperationKind::BlockBarrier || (More && O.Waits != WaitsFor::Nobody) ? O.Name
                                                                                        : "";
}

unsigned namedLanes(const Stmt *S, const SourceText &Text) {
  const Operation Is = operationOf(S, Text);
  return Is.Kind == OperationKind::NamedBarrier && Is.Waits != WaitsFor::Nobody ? warpWidth()
                                                                                : Is.warpLanes();
}

bool HoldingWaits::mayWaitForBlock(const Stmt *S) {
  if (!blockBarrierName(S, Text).empty())
    return true;
  if (const auto *Construct = dyn_cast<CXXConstructExpr>(S))
    return !Construct->getConstructor()->isTrivial() && reaches(Construct->getConstructor());
  const auto *Call = dyn_cast<CallExpr>(S);
  if (!Call || isa<CUDAKernelCallExpr>(Call)) // the kernel's blocks wait, not this one
    return false;
  const FunctionDecl *Callee = Call->getDirectCallee();
  return !Callee || reaches(Callee);
}

bool HoldingWaits::reaches(const FunctionDecl *F) {
  if (Text.isToolkit(F))
    return false;
  const FunctionDecl *Definition = nullptr;
  if (!F->hasBody(Definition) || !Definition->getBody())
    return !F->isTrivial();
  auto [It, New] = Known.try_emplace(F->getCanonicalDecl(), false);
  if (!New)
    return It->second; // on the way round already: it adds nothing
  bool May = anywhereIn(Definition->getBody());
  Known[F->getCanonicalDecl()] = May;
  return May;
}

bool HoldingWaits::anywhereIn(const Stmt *S) {
  return S && (mayWaitForBlock(S) ||
               llvm::any_of(evaluatedParts(S), [&](const Stmt *Part) { return anywhereIn(Part); }));
}

} // namespace coopify
