//===- ResultUses.cpp - who uses what a function returns -----------------===//

#include "Analysis/Operations/Operations.h"
#include "Extract/FunctionSummaries.h"
#include "Extract/Sites/Collectives/CollectiveSite.h"
#include "Extract/Sites/Collectives/HandWrittenCollectives.h"

#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace coopify {

namespace {

/// Looks for shuffles in functions, and in those that they call.
class ShuffleSearch {
public:
  explicit ShuffleSearch(const SourceText &Text) : Text(Text) {}

  bool in(const FunctionDecl *F, unsigned Depth = 0) {
    const FunctionDecl *Definition = nullptr;
    return Depth < 4 && F->hasBody(Definition) && Definition->getBody() &&
           !Definition->isDependentContext() && in(Definition->getBody(), Depth);
  }

private:
  bool in(const Stmt *S, unsigned Depth) {
    if (!S || Budget == 0)
      return false;
    --Budget;
    Operation Is = operationOf(S, Text);
    if (Is.shuffles() ||
        (Is.Kind == OperationKind::UserCall && in(cast<CallExpr>(S)->getDirectCallee(), Depth + 1)))
      return true;
    return llvm::any_of(S->children(), [&](const Stmt *Child) { return in(Child, Depth); });
  }

  const SourceText &Text;
  unsigned Budget = 2000;
};

} // namespace

static bool mayReturnReduction(const FunctionView &View, const CallExpr *Call) {
  const FunctionDecl *F = Call->getDirectCallee();
  return F && F->getIdentifier() && Call->getType()->isArithmeticType() &&
         !View.Text.isToolkit(F) && View.Text.isUserFile(F->getLocation()) &&
         ShuffleSearch(View.Text).in(F);
}

Refusal readLater(const FunctionView &View, const Stmt *At, StringRef Name) {
  return {ReasonId::ElementsReadLater,
          "lanes other than 0 may use '" + Name.str() + "' here, and would get the result, too",
          View.Text.expansion(At->getBeginLoc()),
          "use it under a condition that only lane 0 meets (lane == 0), or give all lanes the "
          "result with shfl_xor"};
}

void laneZeroUse(const FunctionView &View, LeaderOnlyUses &Lanes, const CallExpr *Call,
                 std::vector<Site> &Sites) {
  if (!mayReturnReduction(View, Call))
    return;
  ResultUses Uses = Lanes.of(Call);
  Site S;
  S.Kind = SiteKind::ResultUse;
  S.Name = Call->getDirectCallee()->getNameAsString();
  S.Loc = View.Text.expansion(Call->getExprLoc());
  S.Range = View.Text.fileRange(Call->getSourceRange());
  S.Function = View.USR;
  S.Subject = usrOf(Call->getDirectCallee());
  S.Lanes = Uses.Lanes;
  if (Uses.ByThreadX)
    S.Requires.push_back(threadX(RequirementRole::LaneCount));
  if (Uses.Other)
    S.Preset = readLater(View, Uses.Other, S.Name);
  if (Uses.Returned)
    S.Parts.push_back({"returned", {}, ""});
  Sites.push_back(std::move(S));
}

} // namespace coopify
