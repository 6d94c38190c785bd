//===- HiddenBlockBarrier.cpp - barriers of a block that nothing names ----===//
//
// Which functions hide one from their callers is seen when all units are linked (Link/Barriers).
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

class HiddenBlockBarrier : public SiteFinder {
public:
  llvm::StringRef rule() const override { return "hidden-block-barrier"; }
  StatementMatcher matcher() const override {
    return callExpr(callee(functionDecl(hasName("__syncthreads"), unless(cxxMethodDecl()))))
        .bind("site");
  }
  void find(llvm::ArrayRef<SiteMatch> Matches, const FunctionView &View,
            std::vector<Site> &Sites) const override {
    intrinsicSites(SiteKind::Barrier, Matches, View, Sites);
  }
};

} // namespace

REGISTER_SITE_FINDER(HiddenBlockBarrier, "hidden-block-barrier");
