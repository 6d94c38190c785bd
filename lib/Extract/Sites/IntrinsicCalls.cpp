//===- IntrinsicCalls.cpp ----------------------------------------------===//

#include "Extract/Sites/IntrinsicCalls.h"

#include "Analysis/Source/Directives.h"
#include "Extract/SiteBuilder.h"
#include "Extract/Sites/Negation.h"

using namespace clang;

namespace coopify {

void intrinsicSites(SiteKind Kind, llvm::ArrayRef<SiteMatch> Matches, const FunctionView &View,
                    std::vector<Site> &Sites) {
  for (const SiteMatch &M : Matches) {
    const auto *Call = cast<CallExpr>(M.At);
    Site New = makeSite(View, Kind, Call);
    if (New.Name == "__all" && !New.Args.empty())
      New.Args[0].Negation = negationOf(View, Call, Call->getArg(0));
    if (!View.Text.isToolkit(Call->getDirectCallee()))
      New.NotASite = ReasonId::UserOverload;
    else if (!View.Analysis.reachable(Call))
      neverRuns(New, Call, View);
    else if (hasConditional(View.Text.spelled(New.Range), View.Text.lang()))
      New.Preset = Refusal{ReasonId::Macro,
                           "its arguments are written once for each arm of an #if, and only those "
                           "of this configuration would change",
                           New.Loc, "choose the value by #if before the call"};
    Sites.push_back(std::move(New));
  }
}

} // namespace coopify
