//===- WaveFixes.cpp - 64 bits for the lanes of 64 --------------------------===//
//
// What may be written is a short list, of which each form gives the same number as before where
// warps have 32 lanes (a ballot's upper half is 0 there):
//
//   mask  ::=  ballot | m | ballot & below | m & below      m: a variable that a ballot begins
//   below ::=  (1 << lane) - 1
//   use   ::=  __popc(mask) | __ffs(mask) | m & (1 << lane) as a condition | m as a condition
//
// A complement, a sign, a comparison with all ones or a second operand of 32 bits would reach the
// upper half in one of the two.
//
//===----------------------------------------------------------------------===//

#include "Extract/Sites/Waves/WaveUses.h"

#include "Analysis/Convergence/LaneNumber.h"
#include "Analysis/Source/Exprs.h"
#include "Model/WarpIntrinsics.h"

#include "clang/AST/TypeLoc.h"
#include "clang/Lex/Lexer.h"
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
    {"__builtin_ctz", "__builtin_ctzll", false}, // of 0 undefined
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
  return F && F->getIdentifier() && Call->getNumArgs() == 1 &&
         llvm::any_of(BitFunctions,
                      [&](const BitFunction &B) { return B.Fits && B.Wide == F->getName(); });
}

/// Through parentheses and what the compiler converts; a cast that is written is none of these.
static const Expr *plain(const Expr *E) { return E->IgnoreParenImpCasts(); }

static const BinaryOperator *binary(const Expr *E, BinaryOperatorKind Op) {
  const auto *B = dyn_cast<BinaryOperator>(plain(E));
  return B && B->getOpcode() == Op ? B : nullptr;
}

/// `__ballot(p)` and its like, as 64 bits.
bool WaveFixes::isBallot(const Expr *E) const {
  const auto *Call = dyn_cast<CallExpr>(plain(E));
  const WarpIntrinsic *I = Call ? findWarpIntrinsic(View.toolkitCallee(Call)) : nullptr;
  const bool Lanes = I && (I->Member == "ballot" || I->Family == WarpFamily::ActiveMask ||
                           I->Family == WarpFamily::Match);
  return Lanes && View.Context.getTypeSize(Call->getType()) > 32;
}

/// `1 << lane`.
bool WaveFixes::isBitOfLane(const Expr *E) const {
  const BinaryOperator *Shift = binary(E, BO_Shl);
  const auto *One = Shift ? dyn_cast<IntegerLiteral>(Shift->getLHS()->IgnoreParens()) : nullptr;
  return One && One->getValue() == 1 && laneNumber(View, Shift->getRHS()) != LaneNumber::None;
}

/// `(1 << lane) - 1`.
bool WaveFixes::isBelow(const Expr *E) const {
  const BinaryOperator *Minus = binary(E, BO_Sub);
  return Minus && View.constant(Minus->getRHS()) == 1 && isBitOfLane(Minus->getLHS());
}

/// A local variable of its own declaration that a ballot begins and nobody changes.
bool WaveFixes::isHeldBallot(const VarDecl *V) const {
  const auto *In = V && V->getInit() ? dyn_cast_or_null<DeclStmt>(Up.of(V->getInit())) : nullptr;
  return In && In->isSingleDecl() && V->isLocalVarDecl() && V->hasLocalStorage() &&
         !V->getType().isVolatileQualified() && isBallot(V->getInit()) &&
         View.Analysis.variables().followed(V) &&
         View.Analysis.variables().assignments(V).size() == 1;
}

static const VarDecl *variable(const Expr *E) {
  const auto *Ref = dyn_cast<DeclRefExpr>(plain(E));
  return Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
}

bool WaveFixes::isMask(const Expr *E) const {
  if (isBallot(E) || isHeldBallot(variable(E)))
    return true;
  const BinaryOperator *And = binary(E, BO_And);
  return And && ((isMask(And->getLHS()) && isBelow(And->getRHS())) ||
                 (isBelow(And->getLHS()) && isMask(And->getRHS())));
}

/// Who takes 64 lanes in two halves of 32 has them all: `__ballot(p) >> 32`.
bool WaveFixes::takesHalves() const {
  bool Takes = false;
  View.forEachStmt([&](const Stmt *S) {
    const auto *Shift = dyn_cast<BinaryOperator>(S);
    const auto *Number = dyn_cast<IntegerLiteral>(S);
    Takes |= (Shift && Shift->getOpcode() == BO_Shr &&
              View.constant(Shift->getRHS()) == int64_t(SmallWarp)) ||
             (Number && Number->getValue().getActiveBits() > SmallWarp);
  });
  return Takes;
}

/// Of the text itself, in HIP: a macro's, or a template argument's, is that of others, too.
std::optional<WaveFix> WaveFixes::replaced(SourceRange At, StringRef By) const {
  const SourceManager &SM = View.Text.manager();
  if (At.getBegin().isMacroID() || At.getEnd().isMacroID() || !View.Context.getLangOpts().HIP ||
      SM.getFileID(At.getBegin()) != SM.getFileID(At.getEnd()) || takesHalves())
    return std::nullopt;
  return WaveFix{At, By.str()};
}

std::optional<WaveFix> WaveFixes::ofBitFunction(const CallExpr *Call) const {
  const BitFunction *Is = bitFunction(Call);
  if (!Is || !Is->Fits || !isMask(Call->getArg(0)))
    return std::nullopt;
  return replaced(Call->getCallee()->getSourceRange(), Is->Wide);
}

/// The first that is neither a parenthesis nor a conversion of the compiler's.
const Stmt *WaveFixes::above(const Expr *&E) const {
  const Stmt *P = Up.of(E);
  while (P && isa<ParenExpr, ImplicitCastExpr, FullExpr>(P)) {
    E = cast<Expr>(P);
    P = Up.of(P);
  }
  return P;
}

/// As a condition: converted to bool, negated, compared with 0.
bool WaveFixes::isAsked(const Expr *E) const {
  const Stmt *P = above(E);
  if (E->getType()->isBooleanType())
    return true;
  const auto *B = dyn_cast_or_null<BinaryOperator>(P);
  const auto *U = dyn_cast_or_null<UnaryOperator>(P);
  return (U && U->getOpcode() == UO_LNot) ||
         (B && B->isEqualityOp() &&
          View.constant(B->getLHS() == E ? B->getRHS() : B->getLHS()) == 0);
}

/// \p E, a mask or a bit of a lane, is in one of the uses.
bool WaveFixes::isOfUse(const Expr *E) const {
  if (isAsked(E))
    return true;
  const Expr *Whole = E;
  const Stmt *P = above(Whole);
  if (const auto *Call = dyn_cast_or_null<CallExpr>(P))
    return ofBitFunction(Call) || (takes64Bits(Call) && isMask(Whole));
  const auto *B = dyn_cast_or_null<BinaryOperator>(P);
  if (B && B->getOpcode() == BO_Sub && isBelow(B))
    return isOfUse(B);
  if (!B || B->getOpcode() != BO_And)
    return false;
  const Expr *Other = B->getLHS() == Whole ? B->getRHS() : B->getLHS();
  if (isMask(B))
    return isOfUse(B);
  return ((isMask(Whole) && isBitOfLane(Other)) || (isBitOfLane(Whole) && isMask(Other))) &&
         isAsked(B);
}

std::optional<WaveFix> WaveFixes::ofBit(const Expr *One, const BinaryOperator *Shift) const {
  if (!isBitOfLane(Shift) || !isOfUse(Shift))
    return std::nullopt;
  return replaced(One->IgnoreParens()->getSourceRange(), "1ull");
}

/// How often a body says the variable's name: what has no place in the tree (sizeof, decltype, an
/// arm of an #if) says it, too.
unsigned WaveFixes::mentions(const VarDecl *V) const {
  const TextRange Body = View.Text.range(View.Function->getBody()->getSourceRange());
  const std::string Code = View.Text.spelled(Body);
  Lexer Raw(SourceLocation(), View.Text.lang(), Code.data(), Code.data(),
            Code.data() + Code.size());
  unsigned Count = 0;
  Token T;
  for (bool End = false; !End;) {
    End = Raw.LexFromRawLexer(T);
    Count += T.is(tok::raw_identifier) && T.getRawIdentifier() == V->getName();
  }
  return Count;
}

std::optional<WaveFix> WaveFixes::ofVariable(const VarDecl *V) const {
  const TypeLoc Spelled = V->getTypeSourceInfo()->getTypeLoc().getUnqualifiedLoc();
  const std::string Written = View.Text.text(Spelled.getSourceRange());
  if (!isHeldBallot(V) ||
      !llvm::is_contained({"unsigned", "unsigned int", "uint32_t", "uint"}, StringRef(Written)) ||
      V->getType().getCanonicalType().getUnqualifiedType() != View.Context.UnsignedIntTy)
    return std::nullopt;
  unsigned Uses = 0;
  View.forEachStmt([&](const Stmt *S) {
    const auto *Ref = dyn_cast<DeclRefExpr>(S);
    Uses += Ref && Ref->getDecl() == V && isOfUse(Ref);
  });
  if (Uses + 1 != mentions(V))
    return std::nullopt;
  return replaced(Spelled.getSourceRange(), "unsigned long long");
}

} // namespace coopify
