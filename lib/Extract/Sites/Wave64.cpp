//===- Wave64.cpp - code for warps of 32 lanes, where they have 64 ----------===//

#include "Analysis/Source/Builtins.h"
#include "Extract/SiteFinder.h"
#include "Extract/Sites/Waves/WaveUses.h"

using namespace clang;
using namespace clang::ast_matchers;
using namespace coopify;

namespace {

/// Whether a number stands for the warp is asked of what is around it; names of constants, and what
/// is written as `~0u`, have other values in each instance.
class Wave64 : public SiteFinder {
public:
  llvm::StringRef rule() const override { return "wave64"; }
  StatementMatcher matcher() const override {
    return expr(anyOf(integerLiteral(), floatLiteral(),
                      declRefExpr(to(varDecl(hasType(isConstQualified())))),
                      declRefExpr(to(enumConstantDecl())), callExpr(), arraySubscriptExpr()))
        .bind("site");
  }
  void find(llvm::ArrayRef<SiteMatch> Matches, const FunctionView &View,
            std::vector<Site> &Sites) const override;
};

} // namespace

static std::vector<WaveUse> usesOf(const Stmt *At, const FunctionView &View, const Parents &Up,
                                   const WaveTerms &Terms) {
  if (const auto *Call = dyn_cast<CallExpr>(At))
    return usesOfMask(Call, View, Up, Terms);
  const auto *Element = dyn_cast<ArraySubscriptExpr>(At);
  const auto *E = cast<Expr>(At);
  if (warpWidth() == SmallWarp && isWarpSize(E, View.Text))
    return {{E->getSourceRange(), ReasonId::OtherWarp, "'warpSize' is 64 where warps have 64 lanes",
             "it is 32 in this pass, and a tile that is made of the warp here has 32 lanes",
             "write the number that is meant, or coopify::warp_lanes for both", /*Stays=*/true}};
  std::optional<WaveUse> Use =
      Element ? useOfArray(Element, View, Terms) : useOfConstant(E, View, Up, Terms);
  return Use ? std::vector{std::move(*Use)} : std::vector<WaveUse>();
}

/// A constant's name is told of where the constant is made: all its uses have one cause.
static SourceLocation placeOf(const WaveUse &Use, const Stmt *At) {
  if (const auto *Ref = dyn_cast<DeclRefExpr>(At))
    if (const ValueDecl *D = Ref->getDecl();
        Use.At == At->getSourceRange() && Use.Reason != ReasonId::OtherWarp)
      return D->getLocation();
  return Use.At.getBegin();
}

void Wave64::find(llvm::ArrayRef<SiteMatch> Matches, const FunctionView &View,
                  std::vector<Site> &Sites) const {
  // What a pass of 32 lanes shows so is for programs of both widths, whose text is one.
  if (warpWidth() == SmallWarp && !warpLanes().Ports && !View.Context.getLangOpts().HIP)
    return;
  // A host's pass repeats the text, and may have other arms of it.
  if (Matches.empty() || !View.Function->getBody() || !View.Context.getLangOpts().CUDAIsDevice)
    return;
  const Parents Up(View.Function->getBody());
  const WaveTerms Terms(View);
  std::set<Location> Told; // a macro or a constant once
  for (const SiteMatch &M : Matches)
    for (WaveUse &Use : usesOf(M.At, View, Up, Terms)) {
      const SourceLocation Place = placeOf(Use, M.At);
      Site S;
      S.Kind = SiteKind::WaveWidth;
      S.Name = std::move(Use.Headline);
      S.Loc = View.Text.location(Place);
      S.Function = View.USR;
      S.Range = View.Text.range(Use.At);
      if (Use.Stays)
        S.Parts = {{"stays", {}, ""}};
      if (Use.Fix)
        S.Parts.push_back({"wide", View.Text.range(Use.Fix->At), Use.Fix->Text});
      S.Preset = Refusal{Use.Reason, std::move(Use.Why), S.Loc, std::move(Use.Help)};
      if (!View.Analysis.reachable(M.At))
        S.NotASite = ReasonId::Unreachable;
      if (View.Text.isUserFile(Place) && Told.insert(S.Loc).second)
        Sites.push_back(std::move(S));
    }
}

REGISTER_SITE_FINDER(Wave64, "wave64");
