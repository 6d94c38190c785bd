//===- ImplicitWarpSync.cpp ---------------------------------------------===//
//
// Steps of a warp in shared memory that nothing keeps apart.
//
//===----------------------------------------------------------------------===//

#include "Extract/SiteFinder.h"
#include "Extract/Sites/SharedSync/SharedRegions.h"

using namespace clang;
using namespace clang::ast_matchers;
using namespace coopify;

namespace {

class ImplicitWarpSync : public SiteFinder {
public:
  llvm::StringRef rule() const override { return "implicit-warp-sync"; }
  StatementMatcher matcher() const override { return stmt().bind("site"); }
  void find(llvm::ArrayRef<SiteMatch> Matches, const FunctionView &View,
            std::vector<Site> &Sites) const override {
    sharedStepSites(View, Sites);
  }
};

} // namespace

REGISTER_SITE_FINDER(ImplicitWarpSync, "implicit-warp-sync");
