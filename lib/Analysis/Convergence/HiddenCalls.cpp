//===- HiddenCalls.cpp - calls that are not written where they run --------===//

#include "Analysis/Convergence/Convergence.h"

#include "clang/AST/ExprCXX.h"
#include "clang/Analysis/CFG.h"

using namespace clang;

namespace coopify {

/// What is run in \p Block without being written there.
void ConvergenceAnalysis::hide(const ImplicitCalls &Calls, SourceLocation At, unsigned Block,
                               GraphInput &In) {
  for (const ImplicitCalls::Call &C : Calls.Found) {
    const bool Waits = CollectiveUses.mayHold(C);
    In.Flow.Nodes[Block].Collective |= Waits;
    HiddenWaits |= Waits;
    if (!C.Callee || !Text.isToolkit(C.Callee))
      Hidden.push_back({C.Callee, At, Block, C.Sometimes});
    HoldingWaits &May = CollectiveUses.Holding;
    if (C.Written ? May.mayWait(C.Written) : May.mayWait(C.Callee))
      Holding.push_back({C.Written, C.Callee, true, C.Sometimes, Block, At});
  }
}

/// Clang's answer for bases is always null ("not yet supported").
static const CXXDestructorDecl *destructorOf(const CFGImplicitDtor &Element, ASTContext &Context) {
  auto Base = Element.getAs<CFGBaseDtor>();
  if (!Base)
    return Element.getDestructorDecl(Context);
  const CXXRecordDecl *Class = Base->getBaseSpecifier()->getType()->getAsCXXRecordDecl();
  return Class ? Class->getDestructor() : nullptr;
}

void ConvergenceAnalysis::readDestructor(const CFGImplicitDtor &Element, unsigned Block,
                                         GraphInput &In) {
  SourceLocation At = F->getBody()->getEndLoc();
  if (auto Automatic = Element.getAs<CFGAutomaticObjDtor>())
    At = Automatic->getVarDecl()->getLocation();
  else if (auto Temporary = Element.getAs<CFGTemporaryDtor>())
    At = Temporary->getBindTemporaryExpr()->getExprLoc();
  ImplicitCalls Calls;
  if (auto Delete = Element.getAs<CFGDeleteDtor>()) {
    At = Delete->getDeleteExpr()->getBeginLoc();
    Calls.ofDestruction(Delete->getDeleteExpr());
    for (ImplicitCalls::Call &C : Calls.Found)
      C.Sometimes = true; // not of null, and of an array's elements
  } else if (const CXXDestructorDecl *D = destructorOf(Element, Context)) {
    Calls.ofFunction(D);
  }
  hide(Calls, At, Block, In);
}

/// Clang's graph does not have the destructor of a temporary that a reference in an aggregate keeps
/// alive. It runs somewhere behind.
void ConvergenceAnalysis::hideKeptBy(const VarDecl *V, unsigned Block, GraphInput &In) {
  ImplicitCalls Calls = ImplicitCalls::keptAliveBy(V);
  for (ImplicitCalls::Call &C : Calls.Found)
    C.Sometimes = true;
  hide(Calls, V->getLocation(), Block, In);
}

} // namespace coopify
