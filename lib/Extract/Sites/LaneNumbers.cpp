//===- LaneNumbers.cpp --------------------------------------------------===//
//
// Lane numbers by hand.
//
//===----------------------------------------------------------------------===//

#include "Extract/SiteFinder.h"
#include "Extract/Sites/LaneArithmetic.h"

using namespace clang;
using namespace clang::ast_matchers;
using namespace coopify;

namespace {

class LaneNumbers : public SiteFinder {
public:
  llvm::StringRef rule() const override { return "lane-arithmetic"; }
  StatementMatcher matcher() const override { return stmt().bind("site"); }
  void find(llvm::ArrayRef<SiteMatch> Matches, const FunctionView &View,
            std::vector<Site> &Sites) const override {
    laneNumberSites(View, Sites);
  }
};

} // namespace

REGISTER_SITE_FINDER(LaneNumbers, "lane-arithmetic");
