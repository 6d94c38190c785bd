//===- IntrinsicCalls.cpp ----------------------------------------------===//

#include "Extract/Sites/IntrinsicCalls.h"

#include "Extract/SiteBuilder.h"

using namespace clang;

namespace coopify {

void intrinsicSites(SiteKind Kind, llvm::ArrayRef<SiteMatch> Matches, const FunctionView &View,
                    std::vector<Site> &Sites) {
  for (const SiteMatch &M : Matches) {
    const auto *Call = cast<CallExpr>(M.At);
    Site New = makeSite(View, Kind, Call);
    if (!View.Text.isToolkit(Call->getDirectCallee()))
      New.NotASite = ReasonId::UserOverload;
    else if (!View.Analysis.reachable(Call))
      New.NotASite = ReasonId::Unreachable;
    Sites.push_back(std::move(New));
  }
}

} // namespace coopify
