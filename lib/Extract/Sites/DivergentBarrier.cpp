//===- DivergentBarrier.cpp ---------------------------------------------===//
//
// Operations that wait for all lanes of a group.
//
//===----------------------------------------------------------------------===//

#include "Extract/SiteFinder.h"
#include "Extract/Sites/WarpWaits.h"

using namespace clang;
using namespace clang::ast_matchers;
using namespace coopify;

namespace {

class DivergentBarrier : public SiteFinder {
public:
  llvm::StringRef rule() const override { return "divergent-barrier"; }
  StatementMatcher matcher() const override { return callExpr().bind("site"); }
  void find(llvm::ArrayRef<SiteMatch> Matches, const FunctionView &View,
            std::vector<Site> &Sites) const override {
    warpWaitSites(View, Sites);
  }
};

} // namespace

REGISTER_SITE_FINDER(DivergentBarrier, "divergent-barrier");
