//===- MatchAny.cpp -----------------------------------------------------===//
//
// Loops that find the lanes with an equal key.
//
//===----------------------------------------------------------------------===//

#include "Extract/SiteFinder.h"
#include "Extract/Sites/Match/MatchLoops.h"

using namespace clang;
using namespace clang::ast_matchers;
using namespace coopify;

namespace {

class MatchAny : public SiteFinder {
public:
  llvm::StringRef rule() const override { return "match-any"; }
  StatementMatcher matcher() const override {
    return stmt(anyOf(forStmt(), whileStmt(), doStmt())).bind("site");
  }
  void find(llvm::ArrayRef<SiteMatch> Matches, const FunctionView &View,
            std::vector<Site> &Sites) const override {
    matchLoopSites(View, Sites);
  }
};

} // namespace

REGISTER_SITE_FINDER(MatchAny, "match-any");
