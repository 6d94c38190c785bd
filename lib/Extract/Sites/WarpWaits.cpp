//===- WarpWaits.cpp ------------------------------------------------------===//

#include "Extract/Sites/WarpWaits.h"

#include "Analysis/Operations/Operations.h"
#include "Model/TUSummary.h"

#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace coopify {

void warpWaitSites(const FunctionView &View, std::vector<Site> &Sites) {
  View.forEachStmt([&](const Stmt *S) {
    const auto *Call = dyn_cast<CallExpr>(S);
    unsigned Lanes = Call ? operationOf(Call, View.Text).warpLanes() : 0;
    if (Lanes < 2 || !View.Analysis.reachable(Call))
      return;
    Convergence Here = View.Analysis.at(Call);
    if (Here.Active.Width >= Lanes)
      return;
    Site &New = Sites.emplace_back();
    New.Kind = SiteKind::WarpWait;
    New.Name = Call->getDirectCallee()->getNameAsString();
    New.Loc = View.Text.expansion(Call->getExprLoc());
    New.Range = View.Text.fileRange(Call->getSourceRange());
    New.Function = View.USR;
    New.Conv = std::move(Here);
    New.Lanes = Lanes;
  });
}

} // namespace coopify
