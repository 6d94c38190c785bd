//===- HandWrittenCollective.cpp ----------------------------------------===//
//
// Trees and scans of shuffles, and who looks at their results.
//
//===----------------------------------------------------------------------===//

#include "Extract/SiteFinder.h"
#include "Extract/Sites/Collectives/HandWrittenCollectives.h"

using namespace clang;
using namespace clang::ast_matchers;
using namespace coopify;

namespace {

class HandWrittenCollective : public SiteFinder {
public:
  llvm::StringRef rule() const override { return "hand-written-collective"; }
  StatementMatcher matcher() const override { return stmt().bind("site"); }
  void find(llvm::ArrayRef<SiteMatch> Matches, const FunctionView &View,
            std::vector<Site> &Sites) const override {
    collectiveSites(View, Sites);
    laneZeroUseSites(View, Sites);
  }
};

} // namespace

REGISTER_SITE_FINDER(HandWrittenCollective, "hand-written-collective");
