//===- InlinePtxWarp.cpp ------------------------------------------------===//
//
// Shuffles and votes in the text of an asm, which a matcher does not see.
//
//===----------------------------------------------------------------------===//

#include "Extract/SiteFinder.h"
#include "Extract/Sites/InlineAsm.h"

using namespace clang;
using namespace clang::ast_matchers;
using namespace coopify;

namespace {

class InlinePtxWarp : public SiteFinder {
public:
  llvm::StringRef rule() const override { return "inline-ptx-warp"; }
  StatementMatcher matcher() const override { return stmt().bind("site"); }
  void find(llvm::ArrayRef<SiteMatch> Matches, const FunctionView &View,
            std::vector<Site> &Sites) const override {
    asmSites(View, Sites);
  }
  void findInTemplate(const FunctionDecl *F, const SourceText &Text,
                      const std::set<Location> &Known, std::vector<Site> &Sites) const override {
    asmSitesOfPattern(F, Text, Known, Sites);
  }
};

} // namespace

REGISTER_SITE_FINDER(InlinePtxWarp, "inline-ptx-warp");
