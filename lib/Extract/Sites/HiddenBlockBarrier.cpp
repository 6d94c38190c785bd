//===- HiddenBlockBarrier.cpp -------------------------------------------===//
//
// Barriers that speak of a block which nothing names. Which functions hide one is seen when all
// units are linked (Link/Barriers).
//
//===----------------------------------------------------------------------===//

#include "Extract/SiteFinder.h"
#include "Extract/Sites/IntrinsicCalls.h"

using namespace clang;
using namespace clang::ast_matchers;
using namespace coopify;

namespace {

class HiddenBlockBarrier : public SiteFinder {
public:
  llvm::StringRef rule() const override { return "hidden-block-barrier"; }
  StatementMatcher matcher() const override {
    return callExpr(callee(functionDecl(hasAnyName("__syncthreads"), unless(cxxMethodDecl()))))
        .bind("site");
  }
  void find(llvm::ArrayRef<SiteMatch> Matches, const FunctionView &View,
            std::vector<Site> &Sites) const override {
    intrinsicSites(SiteKind::Barrier, Matches, View, Sites);
  }
};

} // namespace

REGISTER_SITE_FINDER(HiddenBlockBarrier, "hidden-block-barrier");
