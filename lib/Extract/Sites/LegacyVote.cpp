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
    intrinsicSites(SiteKind::Vote, Matches, View, Sites);
  }
};

} // namespace

REGISTER_SITE_FINDER(LegacyVote, "legacy-vote");
