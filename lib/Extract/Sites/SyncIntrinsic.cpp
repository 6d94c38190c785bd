//===- SyncIntrinsic.cpp - collectives that name the whole warp -----------===//

#include "Analysis/Operations/Operations.h"
#include "Analysis/Source/Directives.h"
#include "Analysis/Source/Exprs.h"
#include "Extract/SiteBuilder.h"
#include "Extract/SiteFinder.h"
#include "Extract/Twins/MaskedTwins.h"

#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/StringExtras.h"

using namespace clang;
using namespace clang::ast_matchers;
using namespace coopify;

namespace {

/// What directive \p Line is; empty: none.
StringRef directiveOf(StringRef Line) {
  Line = Line.ltrim();
  return Line.consume_front("#") ? Line.ltrim().take_while(llvm::isAlpha) : "";
}

/// The groups #if ... #endif around \p Offset that have more arms than one.
std::vector<StringRef> armsAround(StringRef Code, size_t Offset) {
  struct Group {
    size_t Begin;
    bool HasArms = false, Around = false;
  };
  std::vector<Group> Open;
  std::vector<StringRef> Out;
  for (size_t At = 0; At < Code.size();) {
    const size_t End = std::min(Code.find('\n', At), Code.size() - 1) + 1;
    const StringRef Is = directiveOf(Code.slice(At, End));
    if (At <= Offset && Offset < End)
      for (Group &G : Open)
        G.Around = true;
    if (Is.starts_with("if"))
      Open.push_back({At});
    else if (Is.starts_with("el") && !Open.empty())
      Open.back().HasArms = true;
    else if (Is == "endif" && !Open.empty()) {
      if (const Group G = Open.back(); G.HasArms && G.Around)
        Out.push_back(Code.slice(G.Begin, End));
      Open.pop_back();
    }
    At = End;
  }
  return Out;
}

/// Of calls with a lane mask those that name all lanes, and are written where they can be edited,
/// have the part "mask": what goes with it, its comma, too.
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
  /// Each instance of a text has a site, that all may agree: without "mask" it says no.
  void find(llvm::ArrayRef<SiteMatch> Matches, const FunctionView &View,
            std::vector<Site> &Sites) const override {
    for (const SiteMatch &M : Matches) {
      const auto *Call = cast<CallExpr>(M.At);
      Site &S = Sites.emplace_back(makeSite(View, SiteKind::SyncCall, Call));
      if (!View.Text.isToolkit(Call->getDirectCallee()))
        S.NotASite = ReasonId::UserOverload;
      else if (!View.Analysis.reachable(Call))
        neverRuns(S, Call, View);
      else if (operationOf(Call, View.Text).Lanes == allLanes() && isWritten(S, Call, View) &&
               !besideOldForm(S, View))
        S.Parts.push_back({"mask", maskOf(S), ""});
    }
  }

private:
  /// With nothing but commas and blanks between its arguments, and a lane that is an integer.
  static bool isWritten(const Site &S, const CallExpr *Call, const FunctionView &View) {
    const unsigned Given = llvm::count_if(
        Call->arguments(), [](const Expr *Arg) { return !isa<CXXDefaultArgExpr>(Arg); });
    if (!S.LParen.valid() || !S.RParen.valid() || S.Args.size() != Given ||
        hasConditional(View.Text.spelled(S.Range), View.Text.lang()))
      return false;
    unsigned Last = S.LParen.End;
    for (size_t I = 0; I < S.Args.size(); ++I) {
      const TextRange &R = S.Args[I].Range;
      if (!R.valid() || R.File != S.Range.File || R.Begin < Last || R.End > S.RParen.Begin ||
          between(View, R.File, Last, R.Begin) != (I ? "," : ""))
        return false;
      Last = R.End;
    }
    const bool Integer =
        Given < 3 || writtenType(Call->getArg(2))->isIntegralOrUnscopedEnumerationType();
    return Integer && between(View, S.Range.File, Last, S.RParen.Begin).empty();
  }

  /// Another arm of an #if says it without a mask: that it may go on doing so rests on this arm.
  static bool besideOldForm(const Site &S, const FunctionView &View) {
    return llvm::any_of(armsAround(View.Text.code(S.Range.File), S.Range.Begin),
                        [&](StringRef Group) {
                          return !warpMentions(Group, View.Text.lang(), /*Masked=*/false).empty();
                        });
  }

  static std::string between(const FunctionView &View, const std::string &File, unsigned Begin,
                             unsigned End) {
    return llvm::StringRef(View.Text.spelled({File, Begin, End})).trim().str();
  }

  static TextRange maskOf(const Site &S) {
    if (S.Args.empty())
      return {S.LParen.File, S.LParen.End, S.LParen.End};
    const TextRange &Mask = S.Args[0].Range;
    return {Mask.File, Mask.Begin, S.Args.size() > 1 ? S.Args[1].Range.Begin : Mask.End};
  }
};

} // namespace

REGISTER_SITE_FINDER(SyncIntrinsic, "sync-intrinsic");
