//===- LaneArithmetic.cpp - lane numbers by hand ---------------------------===//

#include "Extract/SiteFinder.h"

#include "Analysis/Convergence/LaneNumber.h"
#include "Analysis/Operations/AsmOperation.h"
#include "Analysis/Source/Exprs.h"
#include "Extract/SiteBuilder.h"
#include "Model/Output/Placeholders.h"

#include "clang/AST/ParentMapContext.h"

using namespace clang;
using namespace clang::ast_matchers;
using namespace coopify;

namespace {

/// Sites of kind "lane-number": `threadIdx.x & 31`, `threadIdx.x % 32`, and an asm that reads
/// %laneid or %warpid. The piece "edit" is what the rank replaces. threadIdx.x has to number the
/// lanes.
///
/// What the left side is may be a variable's only value, and what an asm reads is in its text.
class LaneArithmetic : public SiteFinder {
public:
  llvm::StringRef rule() const override { return "lane-arithmetic"; }
  StatementMatcher matcher() const override {
    return stmt(
               anyOf(binaryOperator(hasAnyOperatorName("&", "%"), hasType(isInteger())), asmStmt()))
        .bind("site");
  }
  void find(llvm::ArrayRef<SiteMatch> Matches, const FunctionView &View,
            std::vector<Site> &Sites) const override;
};

} // namespace

REGISTER_SITE_FINDER(LaneArithmetic, "lane-arithmetic");

static Site siteAt(const FunctionView &View, const Stmt *At) {
  Site S;
  S.Kind = SiteKind::LaneNumber;
  S.Loc = View.Text.expansion(At->getBeginLoc());
  S.Range = View.Text.fileRange(At->getSourceRange());
  S.Function = View.USR;
  S.Conv = View.Analysis.at(At);
  S.Macro = View.Text.macroUse(At->getBeginLoc(), At->getBeginLoc());
  if (!View.Analysis.reachable(At))
    S.NotASite = ReasonId::Unreachable;
  return S;
}

/// \p E with the parentheses that a call does not need.
static const Expr *withParentheses(const FunctionView &View, const Expr *E) {
  DynTypedNodeList Parents = View.Context.getParents(*E);
  const auto *Paren = Parents.empty() ? nullptr : Parents[0].get<ParenExpr>();
  return Paren && !Paren->getBeginLoc().isMacroID() ? Paren : E;
}

/// Compared with a number that is the same signed and unsigned.
static bool comparesPlainly(const FunctionView &View, const Expr *E) {
  DynTypedNodeList Parents = View.Context.getParents(*E);
  const auto *B = Parents.empty() ? nullptr : Parents[0].get<BinaryOperator>();
  if (!B || !B->isComparisonOp())
    return false;
  return View.constant(B->getLHS() == E ? B->getRHS() : B->getLHS()).value_or(-1) >= 0;
}

/// `threadIdx.x & 31`, written out: a variable's own declaration is another site.
static void arithmetic(const FunctionView &View, const BinaryOperator *B,
                       std::vector<Site> &Sites) {
  if (laneNumber(View, B) != LaneNumber::OfThreadX)
    return;
  Site S = siteAt(View, B);
  if (!S.Range.valid() || B->getBeginLoc().isMacroID() ||
      View.Context.getTypeSize(B->getType()) != 32)
    return;
  S.Name = View.Text.text(B->getSourceRange());
  S.Requires.push_back(threadX(RequirementRole::LaneNumber));
  // A rank is unsigned; an int that is seen as one stays one.
  bool Cast = B->getType()->isSignedIntegerType() && !bitsOnly(B, View.Context) &&
              !comparesPlainly(View, withParentheses(View, B));
  TextRange Replaced = View.Text.fileRange(withParentheses(View, B)->getSourceRange());
  std::string Rank = placeholder::Value.str();
  S.Parts.push_back({"edit", Replaced, Cast ? "static_cast<int>(" + Rank + ")" : Rank});
  Sites.push_back(std::move(S));
}

/// `asm("mov.u32 %0, %laneid;" : "=r"(lane))`. %warpid is the warp's place in the hardware, which
/// may change while it runs: never thread / 32 (PTX ISA, trap T48).
static void specialRegister(const FunctionView &View, const GCCAsmStmt *Asm,
                            std::vector<Site> &Sites) {
  std::string Code = Asm->getAsmString();
  bool Lane = StringRef(Code).contains("%laneid"), Warp = StringRef(Code).contains("%warpid");
  if (!Lane && !Warp)
    return;
  Site S = siteAt(View, Asm);
  S.Name = Warp ? "%warpid" : "%laneid";
  if (Warp) {
    S.Preset = Refusal{ReasonId::HardwareWarpNumber,
                       "%warpid is the warp's place in the hardware and may change: it is not the "
                       "number of the warp in the block",
                       S.Loc, "for that number, use the tile's meta_group_rank()"};
    Sites.push_back(std::move(S));
    return;
  }
  if (!movesRegister(Asm, "laneid") || !S.Range.valid() || Asm->getBeginLoc().isMacroID())
    return; // more than the lane's number
  std::string Target = View.Text.text(Asm->getOutputExpr(0)->getSourceRange());
  S.Parts.push_back(
      {"edit", S.Range, placeholder::verbatim(Target) + " = " + placeholder::Value.str()});
  Sites.push_back(std::move(S));
}

void LaneArithmetic::find(llvm::ArrayRef<SiteMatch> Matches, const FunctionView &View,
                          std::vector<Site> &Sites) const {
  for (const SiteMatch &M : Matches) {
    if (const auto *B = dyn_cast<BinaryOperator>(M.At))
      arithmetic(View, B, Sites);
    else if (const auto *Asm = dyn_cast<GCCAsmStmt>(M.At))
      specialRegister(View, Asm, Sites);
  }
}
