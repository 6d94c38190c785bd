//===- WaveFixes.cpp - 64 bits for the lanes of 64 --------------------------===//

#include "Extract/Sites/Waves/WaveUses.h"

#include "Analysis/Source/Exprs.h"
#include "Model/WarpIntrinsics.h"

#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace coopify {

static constexpr BitFunction BitFunctions[] = {
    {"__popc", "__popcll", true},
    {"__ffs", "__ffsll", true},
    {"__clz", "__clzll", false}, // counts from bit 63: what is made of the number changes, too
    {"__brev", "__brevll", false},
    {"__builtin_popcount", "__builtin_popcountll", true},
    {"__builtin_ffs", "__builtin_ffsll", true},
    {"__builtin_clz", "__builtin_clzll", false},
    {"__builtin_ctz", "__builtin_ctzll", true},
};

const BitFunction *bitFunction(const CallExpr *Call) {
  const FunctionDecl *F = Call->getDirectCallee();
  if (!F || !F->getIdentifier() || Call->getNumArgs() != 1)
    return nullptr;
  const auto *It =
      llvm::find_if(BitFunctions, [&](const BitFunction &B) { return B.Name == F->getName(); });
  return It == std::end(BitFunctions) ? nullptr : It;
}

static bool takes64Bits(const CallExpr *Call) {
  const FunctionDecl *F = Call->getDirectCallee();
  return F && F->getIdentifier() &&
         llvm::any_of(BitFunctions, [&](const BitFunction &B) { return B.Wide == F->getName(); });
}

bool WaveFixes::isWide(QualType T) const {
  return T->isIntegerType() && View.Context.getTypeSize(T) > 32;
}

/// Where \p E had 32 bits and has 64, its upper ones get to somebody who looks at them, and nobody
/// else sees another number.
bool WaveFixes::endsWide(const Expr *E, const VarDecl *Widened) const {
  constexpr unsigned MaxSteps = 16;
  for (unsigned Step = 0; Step < MaxSteps; ++Step) {
    const Stmt *P = Up.of(E);
    if (const auto *Cast = dyn_cast_or_null<CastExpr>(P)) {
      const QualType To = Cast->getType();
      if (isa<ExplicitCastExpr>(Cast) && !isWide(To) && !To->isBooleanType())
        return false;
      if (To->isBooleanType())
        return true;
      E = Cast;
      continue;
    }
    if (isa_and_nonnull<ParenExpr, FullExpr>(P)) {
      E = cast<Expr>(P);
      continue;
    }
    if (const auto *Call = dyn_cast_or_null<CallExpr>(P)) {
      const BitFunction *Is = bitFunction(Call);
      const WarpIntrinsic *Warp = findWarpIntrinsic(View.toolkitCallee(Call));
      return (Is && Is->Fits) || takes64Bits(Call) ||
             (Warp && Warp->Sync && Call->getNumArgs() && Call->getArg(0) == E);
    }
    const auto *U = dyn_cast_or_null<UnaryOperator>(P);
    const auto *B = dyn_cast_or_null<BinaryOperator>(P);
    if (U && U->getOpcode() == UO_LNot)
      return true;
    if (B && B->isComparisonOp()) {
      const Expr *With = B->getLHS() == E ? B->getRHS() : B->getLHS();
      const std::optional<int64_t> N = View.constant(With);
      return B->isEqualityOp() && (N == 0 || (N == HalfMask && ofAllLanes(With)));
    }
    const bool Widens = (U && U->getOpcode() == UO_Not) || (B && B->isBitwiseOp()) ||
                        (B && B->isAdditiveOp() && View.constant(B->getRHS()));
    if (!Widens)
      return isHeldWide(P, E, Widened);
    E = cast<Expr>(P);
  }
  return false;
}

/// A variable of 64 bits is set to it, or \p Widened, which becomes one.
bool WaveFixes::isHeldWide(const Stmt *At, const Expr *E, const VarDecl *Widened) const {
  const VarDecl *V = nullptr;
  if (const auto *D = dyn_cast_or_null<DeclStmt>(At))
    for (const Decl *Each : D->decls())
      if (const auto *Held = dyn_cast<VarDecl>(Each);
          Held && Held->getInit() && holds(Held->getInit(), E))
        V = Held;
  const auto *Set = dyn_cast_or_null<BinaryOperator>(At);
  if (Set && Set->isAssignmentOp() && Set->getRHS() == E)
    if (const auto *Ref = dyn_cast<DeclRefExpr>(Set->getLHS()->IgnoreParens()))
      V = dyn_cast<VarDecl>(Ref->getDecl());
  return V && (V == Widened || isWide(V->getType()));
}

std::optional<WaveFix> WaveFixes::replaced(SourceRange At, StringRef By) const {
  const SourceManager &SM = View.Text.manager();
  if (At.getBegin().isMacroID() || At.getEnd().isMacroID() || !View.Context.getLangOpts().HIP ||
      SM.getFileID(At.getBegin()) != SM.getFileID(At.getEnd()))
    return std::nullopt;
  return WaveFix{At, By.str()};
}

std::optional<WaveFix> WaveFixes::ofBitFunction(const CallExpr *Call) const {
  const BitFunction *Is = bitFunction(Call);
  const Expr *Arg = Call->getArg(0)->IgnoreParenImpCasts();
  const bool Cut = isa<ExplicitCastExpr>(Arg) && !isWide(Arg->getType());
  if (!Is || !Is->Fits || Cut || (Arg->getType()->isSignedIntegerType() && !isWide(Arg->getType())))
    return std::nullopt; // -1 has more bits in 64
  return replaced(Call->getCallee()->getSourceRange(), Is->Wide);
}

std::optional<WaveFix> WaveFixes::ofBit(const Expr *One, const BinaryOperator *Shift) const {
  if (!isa<IntegerLiteral>(One->IgnoreParenCasts()) ||
      One->IgnoreParenCasts() != One->IgnoreParens() || View.constant(One) != 1 || !endsWide(Shift))
    return std::nullopt;
  return replaced(One->IgnoreParens()->getSourceRange(), "1ull");
}

std::optional<WaveFix> WaveFixes::ofAllLanes(const Expr *Mask) const {
  return replaced(Mask->getSourceRange(), "~0ull");
}

/// `unsigned m = __ballot(p);` alone, all of whose uses may have 64 bits.
std::optional<WaveFix> WaveFixes::ofVariable(const VarDecl *V) const {
  const auto *Type = V->getType()->getAs<BuiltinType>();
  const auto *In = dyn_cast_or_null<DeclStmt>(Up.of(V->getInit()));
  const TypeLoc Spelled = V->getTypeSourceInfo()->getTypeLoc().getUnqualifiedLoc();
  if (!Type || !In || !In->isSingleDecl() || V->getType().isVolatileQualified() ||
      !V->isLocalVarDecl() || !V->hasLocalStorage() || Spelled.getAs<AutoTypeLoc>())
    return std::nullopt;
  bool Fits = true;
  View.forEachStmt([&](const Stmt *S) {
    const auto *Ref = dyn_cast<DeclRefExpr>(S);
    if (Ref && Ref->getDecl() == V)
      Fits &= isChanged(Ref) || endsWide(Ref, V);
    if (isa<LambdaExpr, GCCAsmStmt>(S))
      Fits = false;
  });
  if (!Fits)
    return std::nullopt;
  return replaced(Spelled.getSourceRange(), "unsigned long long");
}

/// `m &= m - 1`, as a statement.
bool WaveFixes::isChanged(const DeclRefExpr *Ref) const {
  const auto *Set = dyn_cast_or_null<BinaryOperator>(Up.of(Ref));
  return Set && Set->isAssignmentOp() && Set->getLHS() == Ref && !Set->isShiftAssignOp() &&
         !isa_and_nonnull<Expr>(Up.of(Set));
}

} // namespace coopify
