//===- LegacyShuffle.cpp - shuffles without a mask ------------------------===//
//
// A call in a template that nobody instantiates may name no function yet, and one in an inactive
// `#if` branch is in no AST: Extract/Patterns.cpp and Extract/Files/Inactive.cpp tell of those.
//
//===----------------------------------------------------------------------===//

#include "Extract/SiteFinder.h"
#include "Extract/Sites/IntrinsicCalls.h"

using namespace clang;
using namespace clang::ast_matchers;
using namespace coopify;

namespace {

class LegacyShuffle : public SiteFinder {
public:
  llvm::StringRef rule() const override { return "legacy-shuffle"; }
  StatementMatcher matcher() const override {
    return callExpr(
               callee(functionDecl(hasAnyName("__shfl", "__shfl_up", "__shfl_down", "__shfl_xor"),
                                   unless(cxxMethodDecl()))))
        .bind("site");
  }
  void find(llvm::ArrayRef<SiteMatch> Matches, const FunctionView &View,
            std::vector<Site> &Sites) const override {
    intrinsicSites(SiteKind::Shuffle, Matches, View, Sites);
  }
};

} // namespace

REGISTER_SITE_FINDER(LegacyShuffle, "legacy-shuffle");
