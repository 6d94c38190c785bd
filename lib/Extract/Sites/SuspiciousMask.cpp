//===- SuspiciousMask.cpp - lane masks that name other lanes than those that come ===//

#include "Extract/SiteBuilder.h"
#include "Extract/SiteFinder.h"
#include "Extract/Sites/Masks/MaskSuspicion.h"

#include "Model/WarpIntrinsics.h"

using namespace clang;
using namespace clang::ast_matchers;
using namespace coopify;

namespace {

/// A site of kind "mask-use" for each call whose mask is suspected, with the reason. Lanes that are
/// named and never come are DivergentBarrier's.
class SuspiciousMask : public SiteFinder {
public:
  llvm::StringRef rule() const override { return "suspicious-mask"; }
  StatementMatcher matcher() const override {
    return callExpr(
               callee(functionDecl(anyOf(
                   allOf(hasAnyName("__shfl_sync", "__shfl_up_sync", "__shfl_down_sync",
                                    "__shfl_xor_sync", "__ballot_sync", "__any_sync", "__all_sync",
                                    "__uni_sync", "__match_all_sync", "__reduce_add_sync",
                                    "__reduce_min_sync", "__reduce_max_sync", "__reduce_and_sync",
                                    "__reduce_or_sync", "__reduce_xor_sync", "__syncwarp"),
                         unless(cxxMethodDecl())),
                   hasBody(compoundStmt(statementCountIs(1),
                                        hasDescendant(callExpr(callee(
                                            functionDecl(matchesName("::__[a-z_]*sync")))))))))))
        .bind("site");
  }
  void find(llvm::ArrayRef<SiteMatch> Matches, const FunctionView &View,
            std::vector<Site> &Sites) const override {
    for (const SiteMatch &M : Matches) {
      const auto *Call = cast<CallExpr>(M.At);
      if (!View.Analysis.reachable(Call))
        continue;
      const bool Direct = findWarpIntrinsic(View.toolkitCallee(Call)) != nullptr;
      if (!Direct && View.Text.isToolkit(Call->getDirectCallee())) // a library's helper
        continue;
      if (std::optional<MaskSuspicion> Found =
              Direct ? suspicion(Call, View) : suspicionOfPassed(Call, View)) {
        Site &New = Sites.emplace_back(makeSite(View, SiteKind::MaskUse, Call));
        if (New.Name.empty())
          New.Name = Call->getDirectCallee()->getNameAsString(); // "operator()"
        if (Found->FewLanes)
          New.Parts.push_back({"few-lanes", {}, Found->Why.Text});
        else
          New.Preset = std::move(Found->Why);
        // Said once, at the call; a vote is told of for itself.
        if (Found->Asks && View.toolkitCallee(Found->Asks) == "__activemask")
          New.Parts.push_back(makePart(View, "claims", Found->Asks->getSourceRange()));
      }
    }
  }
};

} // namespace

REGISTER_SITE_FINDER(SuspiciousMask, "suspicious-mask");
