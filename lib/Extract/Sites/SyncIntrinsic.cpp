//===- SyncIntrinsic.cpp - collectives that name the whole warp -----------===//

#include "Analysis/Operations/Operations.h"
#include "Analysis/Source/Directives.h"
#include "Extract/SiteBuilder.h"
#include "Extract/SiteFinder.h"

#include "clang/AST/ExprCXX.h"

using namespace clang;
using namespace clang::ast_matchers;
using namespace coopify;

namespace {

/// Of calls with a lane mask those that name all lanes, and are written where they can be edited.
/// The part "mask" is what goes with the mask: its comma, too.
class SyncIntrinsic : public SiteFinder {
public:
  llvm::StringRef rule() const override { return "sync-intrinsic"; }
  StatementMatcher matcher() const override {
    return callExpr(callee(functionDecl(hasAnyName("__shfl_sync", "__shfl_up_sync",
                                                   "__shfl_down_sync", "__shfl_xor_sync",
                                                   "__ballot_sync", "__any_sync", "__syncwarp"),
                                        unless(cxxMethodDecl()))))
        .bind("site");
  }
  void find(llvm::ArrayRef<SiteMatch> Matches, const FunctionView &View,
            std::vector<Site> &Sites) const override {
    for (const SiteMatch &M : Matches) {
      const auto *Call = cast<CallExpr>(M.At);
      if (!View.Text.isToolkit(Call->getDirectCallee()) || !namesAll(Call, View))
        continue;
      Site New = makeSite(View, SiteKind::SyncCall, Call);
      const std::optional<TextRange> Mask = maskOf(New, Call, View);
      if (!Mask || hasConditional(View.Text.spelled(New.Range), View.Text.lang()))
        continue;
      New.Parts.push_back({"mask", *Mask, ""});
      if (!View.Analysis.reachable(Call))
        New.NotASite = ReasonId::Unreachable;
      Sites.push_back(std::move(New));
    }
  }

private:
  static bool namesAll(const CallExpr *Call, const FunctionView &View) {
    return operationOf(Call, View.Text).Lanes == ~uint32_t(0);
  }

  /// nullopt: a comment or a macro stands in it.
  static std::optional<TextRange> maskOf(const Site &S, const CallExpr *Call,
                                         const FunctionView &View) {
    if (!S.LParen.valid())
      return std::nullopt;
    if (Call->getNumArgs() == 0 || isa<CXXDefaultArgExpr>(Call->getArg(0)))
      return TextRange{S.LParen.File, S.LParen.End, S.LParen.End};
    if (S.Args.empty())
      return std::nullopt;
    const TextRange &Mask = S.Args[0].Range;
    const unsigned End = S.Args.size() > 1 ? S.Args[1].Range.Begin : Mask.End;
    if (!Mask.valid() || Mask.File != S.Range.File || Mask.Begin < S.LParen.End ||
        End > S.RParen.Begin || End < Mask.End)
      return std::nullopt;
    const std::string Behind = View.Text.spelled({Mask.File, Mask.End, End});
    const bool Clean = llvm::StringRef(Behind).trim() == (S.Args.size() > 1 ? "," : "");
    return Clean ? std::optional(TextRange{Mask.File, Mask.Begin, End}) : std::nullopt;
  }
};

} // namespace

REGISTER_SITE_FINDER(SyncIntrinsic, "sync-intrinsic");
