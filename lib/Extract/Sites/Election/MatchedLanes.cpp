#include "Extract/Sites/Election/MatchedLanes.h"

#include "Extract/SiteBuilder.h"
#include "Extract/Sites/Election/Election.h"

using namespace clang;

namespace coopify {

/// A pointer that was made a number to be matched is one label as it is.
static const Expr *labelOf(const Expr *Key, ASTContext &Context) {
  Key = Key->IgnoreParenImpCasts();
  if (const auto *Cast = dyn_cast<ExplicitCastExpr>(Key);
      Cast && Cast->getSubExpr()->IgnoreParenImpCasts()->getType()->isPointerType() &&
      Context.getTypeSize(Cast->getType()) >= 64)
    Key = Cast->getSubExpr()->IgnoreParenImpCasts();
  const QualType T = Key->getType();
  const bool Label = T->isPointerType() ||
                     (T->isIntegerType() && !T->isEnumeralType() && Context.getTypeSize(T) <= 32);
  return Label && !Key->isTypeDependent() ? Key : nullptr;
}

std::optional<MatchedLanes> matchedLanes(const CallExpr *Match, const FunctionView &View) {
  // Of a template's instances one may have a key that is no label: it would have no site here.
  if (View.toolkitCallee(Match) != "__match_any_sync" || Match->getNumArgs() != 2 ||
      View.Function->isTemplateInstantiation())
    return std::nullopt;
  MatchedLanes Out{};
  const Expr *Members = Match->getArg(0)->IgnoreParenImpCasts();
  if (const auto *Ref = dyn_cast<DeclRefExpr>(Members)) {
    Out.Held = dyn_cast<VarDecl>(Ref->getDecl());
    unsigned Uses = 0;
    View.forEachStmt([&](const Stmt *S) {
      const auto *Each = dyn_cast<DeclRefExpr>(S);
      Uses += Each && Each->getDecl() == Out.Held;
    });
    if (!Out.Held || !Out.Held->hasLocalStorage() || !Out.Held->getInit() || Uses != 1 ||
        !View.Analysis.variables().followed(Out.Held) || !View.wholeLines(Out.Held).valid())
      return std::nullopt;
    Members = Out.Held->getInit()->IgnoreParenImpCasts();
  }
  Out.Asks = dyn_cast<CallExpr>(Members);
  Out.Label = labelOf(Match->getArg(1), View.Context);
  if (!Out.Asks || View.toolkitCallee(Out.Asks) != "__activemask" || !Out.Label ||
      !View.Analysis.sameActivity(Out.Asks, Match))
    return std::nullopt;
  return Out;
}

/// The group in the place of the mask, and what only the mask was made of.
void Election::takeKey() {
  const std::optional<MatchedLanes> Lanes = matchedLanes(Anchor, View);
  S.Parts.push_back(makePart(View, "label", Lanes->Label->getSourceRange()));
  S.Parts.back().Text = makeArgument(View, Lanes->Label).Text;
  if (!Lanes->Held)
    return;
  S.Parts.push_back({"claims", View.Text.range(Lanes->Asks->getSourceRange()), ""});
  S.Parts.push_back({"drop", View.wholeLines(Lanes->Held), ""});
  Dropped.push_back(Lanes->Held->getNameAsString());
}

} // namespace coopify
