//===- BarrierUses.cpp -----------------------------------------------------===//

#include "Extract/BarrierUses.h"

#include "Analysis/Operations/HoldingWaits.h"
#include "Analysis/Operations/Operations.h"
#include "Analysis/Source/Exprs.h"
#include "Extract/FunctionSummaries.h"

#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace coopify {

static std::vector<PassedConstant> numbers(const FunctionView &View, const Stmt *S) {
  std::vector<PassedConstant> Out;
  const auto *Call = dyn_cast<CallExpr>(S);
  if (!Call)
    return Out;
  for (const Expr *Arg : llvm::drop_begin(Call->arguments(), objectArguments(Call))) {
    if (const auto *Default = dyn_cast<CXXDefaultArgExpr>(Arg))
      Arg = Default->getExpr();
    Out.push_back({View.constant(Arg), View.parameter(Arg)});
  }
  return Out;
}

static BarrierUse waitAt(const FunctionView &View, const Stmt *S) {
  BarrierUse W;
  W.Name = blockBarrierName(S, View.Text);
  SourceLocation Loc = S->getBeginLoc();
  if (const auto *E = dyn_cast<Expr>(S))
    Loc = E->getExprLoc();
  if (W.Name.empty()) {
    const FunctionDecl *Callee = nullptr;
    if (const auto *Construct = dyn_cast<CXXConstructExpr>(S))
      Callee = Construct->getConstructor();
    else if (const auto *Call = dyn_cast<CallExpr>(S))
      Callee = Call->getDirectCallee();
    W.Callee = Callee ? usrOf(Callee) : "";
    W.Name = Callee ? Callee->getNameAsString() : "";
    W.ConstantArgs = numbers(View, S);
  }
  W.Loc = View.Text.expansion(Loc);
  W.Range = View.Text.fileRange(S->getSourceRange());
  return W;
}

/// The lanes that a mask or a group names, where the function itself lets some of them go
/// elsewhere.
static std::optional<BarrierUse> waitOfLanes(const FunctionView &View, const Stmt *S) {
  const unsigned Lanes = namedLanes(S, View.Text);
  if (Lanes < 2)
    return std::nullopt;
  BarrierUse W;
  W.OfLanes = true;
  W.Name = operationOf(S, View.Text).Name;
  W.Loc = View.Text.expansion(S->getBeginLoc());
  W.Range = View.Text.fileRange(S->getSourceRange());
  W.DivergencePoints = View.Analysis.divergencePoints(S, {});
  llvm::erase_if(W.DivergencePoints, [&](const DivergencePoint &P) {
    return P.Decides.UniformOver >= std::min(Lanes, warpWidth()) || !P.Decides.Why ||
           P.Decides.Why->Kind != ObstacleKind::LaneDependent;
  });
  return W.DivergencePoints.empty() ? std::nullopt : std::optional(std::move(W));
}

std::vector<BarrierUse> barrierUses(const FunctionView &View) {
  HoldingWaits May(View.Text);
  std::vector<const Stmt *> Waits;
  std::vector<BarrierUse> Out;
  View.forEachStmt([&](const Stmt *S) {
    if (May.mayWaitForBlock(S))
      Waits.push_back(S);
    else if (View.Analysis.reachable(S))
      if (std::optional<BarrierUse> W = waitOfLanes(View, S))
        Out.push_back(std::move(*W));
  });
  for (const Stmt *S : Waits) {
    if (!View.Analysis.reachable(S))
      continue;
    BarrierUse W = waitAt(View, S);
    W.DivergencePoints = View.Analysis.divergencePoints(S, Waits);
    W.Only = View.Analysis.parameterTests(S);
    if (!W.Name.empty())
      Out.push_back(std::move(W));
  }
  llvm::stable_sort(Out, [](const BarrierUse &A, const BarrierUse &B) { return A.Loc < B.Loc; });
  return Out;
}

} // namespace coopify
