//===- LegacyVote.cpp - votes without a mask ------------------------------===//
//
// As for LegacyShuffle.cpp, those in templates without instances and in inactive `#if` branches are
// found elsewhere.
//
//===----------------------------------------------------------------------===//

#include "Extract/SiteFinder.h"
#include "Extract/Sites/IntrinsicCalls.h"

using namespace clang;
using namespace clang::ast_matchers;
using namespace coopify;

namespace {

/// HIP's masks have 64 bits where warps have 32 lanes, too; those of groups have as many as the
/// warp has lanes.
void noteWideMask(Site &S, llvm::ArrayRef<SiteMatch> Matches, const FunctionView &View) {
  if (S.Name != "__ballot")
    return;
  for (const SiteMatch &M : Matches)
    if (const auto *Call = M.Nodes.getNodeAs<CallExpr>("site");
        Call && View.Text.expansion(Call->getExprLoc()) == S.Loc &&
        View.Context.getTypeSize(Call->getType()) == MaxWarpWidth)
      S.Parts = {{"mask-type", {}, Call->getType().getCanonicalType().getAsString()}};
}

class LegacyVote : public SiteFinder {
public:
  llvm::StringRef rule() const override { return "legacy-vote"; }
  StatementMatcher matcher() const override {
    return callExpr(callee(functionDecl(hasAnyName("__ballot", "__any", "__all"),
                                        unless(cxxMethodDecl()))))
        .bind("site");
  }
  void find(llvm::ArrayRef<SiteMatch> Matches, const FunctionView &View,
            std::vector<Site> &Sites) const override {
    const size_t First = Sites.size();
    intrinsicSites(SiteKind::Vote, Matches, View, Sites);
    for (Site &S : llvm::drop_begin(Sites, First))
      noteWideMask(S, Matches, View);
  }
};

} // namespace

REGISTER_SITE_FINDER(LegacyVote, "legacy-vote");
