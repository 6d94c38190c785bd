//===- MatchAny.cpp - loops that find the lanes with an equal key ----------===//

#include "Extract/SiteFinder.h"
#include "Extract/Sites/Match/MatchLoops.h"

using namespace clang;
using namespace clang::ast_matchers;
using namespace coopify;

namespace {

/// A key goes round by a shuffle. What each statement of the loop does is worked out one by one
/// (Match/MatchIteration.h): their order and who uses what afterwards is beyond a matcher.
class MatchAny : public SiteFinder {
public:
  llvm::StringRef rule() const override { return "match-any"; }
  StatementMatcher matcher() const override {
    return stmt(anyOf(forStmt(), whileStmt(), doStmt()),
                hasDescendant(callExpr(callee(functionDecl(hasAnyName("__shfl", "__shfl_sync"))))))
        .bind("site");
  }
  void find(llvm::ArrayRef<SiteMatch> Matches, const FunctionView &View,
            std::vector<Site> &Sites) const override {
    for (const SiteMatch &M : Matches)
      if (std::optional<Site> S = matchLoop(View, M.At))
        Sites.push_back(std::move(*S));
  }
};

} // namespace

REGISTER_SITE_FINDER(MatchAny, "match-any");
