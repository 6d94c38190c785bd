//===- WaveMasks.cpp - masks of 64 lanes in 32 bits -------------------------===//

#include "Extract/Sites/Waves/WaveUses.h"

#include "Analysis/Convergence/LaneNumber.h"
#include "Analysis/Source/Exprs.h"

#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace coopify {
/// `__popc(mask)`: of a number of 64 bits as it stands there, or of a mask.
static std::optional<WaveUse> halfCounted(const CallExpr *Call, const FunctionView &View,
                                          const Parents &Up, const WaveTerms &Terms) {
  const BitFunction *Is = bitFunction(Call);
  if (!Is)
    return std::nullopt;
  const QualType T = writtenType(Call->getArg(0));
  const bool Wide = T->isIntegerType() && View.Context.getTypeSize(T) > 32;
  const bool Mask = Terms.isMask(Call->getArg(0)) || (Wide && Terms.asksWarp());
  if (!Mask || Terms.takenInHalves(Call->getArg(0)))
    return std::nullopt;
  const std::string Arg = View.Text.text(Call->getArg(0)->getSourceRange());
  return WaveUse{Call->getCallee()->getSourceRange(),
                 ReasonId::MaskOf32,
                 "'" + Is->Name.str() + "' looks at 32 lanes of a mask of 64",
                 "'" + Arg + "' is a mask of the warp's lanes",
                 "take " + Is->Wide.str(),
                 /*Stays=*/false,
                 WaveFixes(View, Up).ofBitFunction(Call)};
}

/// A mask that becomes a number of 32 bits.
static std::optional<WaveUse> halfHeld(const CallExpr *Call, const FunctionView &View,
                                       const Parents &Up) {
  const Expr *E = Call;
  const Stmt *P = Up.of(E);
  QualType T = E->getType();
  for (; P && isa<ParenExpr, CastExpr, FullExpr>(P); P = Up.of(P)) {
    E = cast<Expr>(P);
    T = E->getType();
  }
  const VarDecl *Held = nullptr;
  if (const auto *D = dyn_cast_or_null<DeclStmt>(P))
    for (const Decl *Each : D->decls())
      if (const auto *V = dyn_cast<VarDecl>(Each); V && V->getInit() && holds(V->getInit(), Call))
        Held = V;
  if (const auto *Set = dyn_cast_or_null<BinaryOperator>(P); Set && Set->isAssignmentOp()) {
    const auto *Ref = dyn_cast<DeclRefExpr>(Set->getLHS()->IgnoreParenCasts());
    Held = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
    T = Set->getLHS()->getType();
  }
  if (Held)
    T = Held->getType().getNonReferenceType();
  if (!T->isIntegerType() || T->isBooleanType() || View.Context.getTypeSize(T) > 32)
    return std::nullopt;
  if (const auto *Into = dyn_cast_or_null<CallExpr>(P); Into && bitFunction(Into))
    return std::nullopt; // told at that call
  const std::string Name = Call->getDirectCallee()->getNameAsString();
  if (const auto *Asks = dyn_cast_or_null<BinaryOperator>(P); Asks && Asks->isComparisonOp()) {
    const auto N = View.constant(Asks->getLHS() == E ? Asks->getRHS() : Asks->getLHS());
    if (!N || (N == 0 && writtenType(E) == Call->getType()))
      return std::nullopt;
  }
  const bool Begins = Held && Held->getInit() && holds(Held->getInit(), Call);
  const SourceRange At =
      Begins ? SourceRange(Held->getBeginLoc(), Held->getLocation()) : Call->getSourceRange();
  return WaveUse{At,
                 ReasonId::MaskOf32,
                 Held ? "'" + Held->getNameAsString() + "' has 32 bits for a mask of 64 lanes"
                      : "what '" + Name + "' gives is cut to 32 bits",
                 "'" + Name + "' gives a bit for each of 64 lanes; those of the upper 32 are lost",
                 "hold it in an unsigned long long",
                 /*Stays=*/false,
                 Begins ? WaveFixes(View, Up).ofVariable(Held) : std::nullopt};
}

std::vector<WaveUse> usesOfMask(const CallExpr *Call, const FunctionView &View, const Parents &Up,
                                const WaveTerms &Terms) {
  std::vector<WaveUse> Out;
  if (std::optional<WaveUse> Use = halfCounted(Call, View, Up, Terms))
    Out.push_back(std::move(*Use));
  if (!View.toolkitCallee(Call).empty() && Terms.isMask(Call))
    if (std::optional<WaveUse> Use = halfHeld(Call, View, Up))
      Out.push_back(std::move(*Use));
  return Out;
}

std::optional<WaveUse> useOfArray(const ArraySubscriptExpr *Element, const FunctionView &View,
                                  const WaveTerms &Terms) {
  const auto *Array =
      View.Context.getAsConstantArrayType(Element->getBase()->IgnoreParenImpCasts()->getType());
  if (!Array || Array->getSize() != 32)
    return std::nullopt;
  const auto *Ref = dyn_cast<DeclRefExpr>(Element->getBase()->IgnoreParenImpCasts());
  // Where not all lanes come, those may that have an element.
  if (laneNumber(View, Element->getIdx()) == LaneNumber::None || !Ref ||
      Terms.below32(Element->getIdx()) ||
      View.Analysis.at(Element).Active.UniformOver < warpWidth())
    return std::nullopt;
  return WaveUse{Element->getSourceRange(), ReasonId::LanesOf32,
                 "'" + Ref->getDecl()->getNameAsString() + "' has 32 elements for 64 lanes",
                 "'" + View.Text.text(Element->getIdx()->getSourceRange()) +
                     "' is the number of a lane, up to 63",
                 "give it 64 elements, or let only as many lanes come as it has elements"};
}

} // namespace coopify
