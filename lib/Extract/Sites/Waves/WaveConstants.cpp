//===- WaveConstants.cpp - 31, 32, 5, 0xffffffff that stand for the warp ----===//

#include "Extract/Sites/Waves/WaveUses.h"

#include "Analysis/Convergence/LaneNumber.h"
#include "Analysis/Source/Builtins.h"
#include "Analysis/Source/Exprs.h"
#include "Model/WarpIntrinsics.h"

#include "clang/Lex/Lexer.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace coopify {

namespace {

bool names(const Expr *E, const VarDecl *V) {
  const auto *Ref = dyn_cast<DeclRefExpr>(E->IgnoreParenCasts());
  return Ref && Ref->getDecl() == V;
}

/// One constant of a function, by the outermost expression that it makes.
class Constant {
public:
  Constant(const Expr *Leaf, const FunctionView &View, const Parents &Up, const WaveTerms &Terms);

  std::optional<WaveUse> use() const;

private:
  std::optional<WaveUse> ofArithmetic(const BinaryOperator *B) const;
  std::optional<WaveUse> ofComparison(const BinaryOperator *B) const;
  std::optional<WaveUse> ofShift(const BinaryOperator *B) const;
  std::optional<WaveUse> ofArgument(const CallExpr *Call) const;
  std::optional<WaveUse> ofDistance() const;
  std::optional<WaveUse> ofName() const;
  std::optional<WaveUse> ofQuotient() const;
  const NonTypeTemplateParmDecl *parameter() const;
  bool isChosenByWidth() const;

  bool isAboutWarp(const Expr *E) const;
  bool isOfBits(const Expr *E) const;
  bool isCalledSo(const Expr *E) const;
  bool isFirst() const;
  bool isDistance(const VarDecl *V, bool Exponent) const;
  bool isSource(const VarDecl *V) const;
  std::optional<WaveUse> ofStride(const BinaryOperator *B) const;
  bool shufflesFurther() const;
  const VarDecl *setBy(const Expr *E) const;
  std::string name() const;
  std::string code(const Stmt *S) const { return View.Text.text(S->getSourceRange()); }
  WaveUse tell(std::string Headline, std::string Why, std::string Help,
               ReasonId Reason = ReasonId::LanesOf32) const {
    return {Leaf->getSourceRange(), Reason, std::move(Headline), std::move(Why), std::move(Help)};
  }

  const Expr *Leaf;
  const FunctionView &View;
  const Parents &Up;
  const WaveTerms &Terms;
  const Expr *Top;             ///< the whole constant: `WARP - 1`
  const Stmt *Above = nullptr; ///< what it is an operand of
  std::optional<int64_t> Is;
};

} // namespace

Constant::Constant(const Expr *Leaf, const FunctionView &View, const Parents &Up,
                   const WaveTerms &Terms)
    : Leaf(Leaf), View(View), Up(Up), Terms(Terms), Top(Leaf) {
  constexpr unsigned MaxParts = 8; // `(1 << (WARP - 1)) - 1`
  for (unsigned Parts = 0; Parts < MaxParts; ++Parts) {
    const Expr *Outer = Top;
    Above = Up.aboveCasts(Outer);
    const auto *E = dyn_cast_or_null<Expr>(Above);
    const auto *B = dyn_cast_or_null<BinaryOperator>(E); // a constant is told of by its first part
    const bool Begins = B ? B->getLHS()->IgnoreParenCasts() == Top->IgnoreParenCasts()
                          : isa_and_nonnull<UnaryOperator>(E);
    if (!Begins || !View.constant(E)) {
      Is = View.constant(Outer); // as it is passed
      Is = Is ? Is : View.constant(Top);
      Top = Outer;
      return;
    }
    Top = E;
  }
}

/// The variable that \p E is the value of, alone.
const VarDecl *Constant::setBy(const Expr *E) const {
  const Stmt *P = Up.aboveCasts(E);
  if (const auto *D = dyn_cast_or_null<DeclStmt>(P))
    for (const Decl *Each : D->decls())
      if (const auto *V = dyn_cast<VarDecl>(Each); V && V->getInit() && holds(V->getInit(), E))
        return V;
  const auto *Set = dyn_cast_or_null<BinaryOperator>(P);
  const auto *Ref = Set && Set->getOpcode() == BO_Assign && Set->getRHS() == E
                        ? dyn_cast<DeclRefExpr>(Set->getLHS()->IgnoreParenCasts())
                        : nullptr;
  return Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
}

/// `x >> (i & 31)`, `1u << bit` where that is bit: which bit of a word, and nothing of a warp.
bool Constant::isOfBits(const Expr *E) const {
  auto Shifts = [&](const Expr *Each) {
    const Stmt *P = Up.aboveCasts(Each);
    const auto *Shift = dyn_cast_or_null<BinaryOperator>(P);
    return Shift && Shift->isShiftOp() && Shift->getRHS() == Each;
  };
  if (Shifts(E))
    return true;
  const VarDecl *V = setBy(E);
  if (!V || isNameOfLane(V->getName()))
    return false;
  bool All = true, Any = false;
  View.forEachStmt([&](const Stmt *S) {
    const auto *Ref = dyn_cast<DeclRefExpr>(S);
    if (!Ref || Ref->getDecl() != V)
      return;
    const Expr *Use = Ref;
    const Stmt *P = Up.aboveCasts(Use);
    const auto *Set = dyn_cast_or_null<BinaryOperator>(P);
    if (Set && Set->isAssignmentOp() && Set->getLHS() == Use)
      return;
    Any = true;
    All &= Shifts(Ref);
  });
  return Any && All;
}

/// The variable that it is the value of is called after lanes or warps.
bool Constant::isCalledSo(const Expr *E) const {
  const auto *Set = dyn_cast_or_null<BinaryOperator>(Up.aboveCasts(E));
  const auto *Member = Set && Set->getOpcode() == BO_Assign && Set->getRHS() == E
                           ? dyn_cast<MemberExpr>(Set->getLHS()->IgnoreParenCasts())
                           : nullptr;
  const ValueDecl *Named = Member ? Member->getMemberDecl() : setBy(E);
  const std::string Name = Named ? Named->getNameAsString() : std::string();
  return isNameOfLane(Name) || isNameOfWarp(Name);
}

/// What \p E is called, or who else in the function asks a warp.
bool Constant::isAboutWarp(const Expr *E) const {
  if (Terms.namesGroups())
    return false;
  if (isCalledSo(E))
    return true;
  return isNameOfWarpSize(name()) || Terms.asksWarp() ||
         isNameOfLane(View.Function->getNameAsString()) ||
         isNameOfWarp(View.Function->getNameAsString());
}

/// The macro or constant that the leaf is; empty: a plain number.
std::string Constant::name() const {
  if (const auto *Ref = dyn_cast<DeclRefExpr>(Leaf))
    return Ref->getDecl()->getNameAsString();
  if (const NonTypeTemplateParmDecl *P = parameter())
    return P->getNameAsString();
  const SourceLocation At = Leaf->getBeginLoc();
  const SourceManager &SM = View.Text.manager();
  return At.isMacroID() && SM.isMacroBodyExpansion(At)
             ? Lexer::getImmediateMacroName(At, SM, View.Text.lang()).str()
             : std::string();
}

std::optional<WaveUse> Constant::ofArithmetic(const BinaryOperator *B) const {
  const BinaryOperatorKind Op = B->getOpcode();
  const bool Rest = (Op == BO_Rem && Is == 32) || (Op == BO_And && Is == 31);
  const bool Whole = (Op == BO_Div && Is == 32) || (Op == BO_Shr && Is == 5) ||
                     (Op == BO_And && Is && int32_t(*Is) == ~31);
  const Expr *Of = B->getLHS() == Top ? B->getRHS() : B->getLHS();
  if ((!Rest && !Whole) || (Of == B->getRHS() && Op != BO_And))
    return std::nullopt;
  Numbers What = Terms.numbers(Of);
  if (laneNumber(View, Of) != LaneNumber::None)
    return std::nullopt; // of a lane of 64, the place in a half of the warp
  if (What == Numbers::Items && isCalledSo(B))
    What = Numbers::Threads;
  if ((What != Numbers::Threads && What != Numbers::Lanes && (What != Numbers::Block || Rest)) ||
      isOfBits(B) || !isAboutWarp(B))
    return std::nullopt;
  const std::string Size = Op == BO_And ? Rest ? "& (warpSize - 1)" : "& ~(warpSize - 1)"
                           : Rest       ? "% warpSize"
                                        : "/ warpSize";
  return tell("'" + code(B) + "' counts in warps of 32 lanes",
              Rest ? "two lanes of a warp have the same number so, and no lane one from 32 to 63"
              : What == Numbers::Block ? "there are half as many warps in the block"
                                       : "the lanes of one warp get two numbers",
              "write " + Size);
}

/// `lane == 31`, `threadIdx.x < 32`.
std::optional<WaveUse> Constant::ofComparison(const BinaryOperator *B) const {
  const Expr *Of = B->getLHS() == Top ? B->getRHS() : B->getLHS();
  const Numbers What = Terms.numbers(Of);
  const bool Last = Is == 31, Count = Is == 32 && !B->isEqualityOp();
  if (Terms.isMask(Of) && Is && *Is == HalfMask)
    return tell("'" + code(B) + "' asks for 32 lanes of 64", "a mask of all lanes has 64 bits",
                "compare with ~0ull", ReasonId::MaskOf32);
  if (const auto *Counted = dyn_cast<CallExpr>(Of->IgnoreParenCasts());
      Is == 32 && Counted && Counted->getNumArgs() == 1 && Terms.isMask(Counted->getArg(0)) &&
      isBitsName(View.toolkitCallee(Counted), "__popc"))
    return tell("'" + code(B) + "' counts up to 32 lanes", "a warp has 64", "write warpSize");
  if (!Last && !Count)
    return std::nullopt;
  const bool Half = Count && laneNumber(View, Of) != LaneNumber::None; // that of 64 lanes
  if (What == Numbers::Lanes && !Terms.namesGroups() && !Half)
    return tell("'" + code(B) + "' takes lane 31 for the last one", "lanes are numbered up to 63",
                Last ? "write warpSize - 1" : "write warpSize");
  if (What == Numbers::Threads && Count && !parameter() && Terms.asksWarp() &&
      isa_and_nonnull<IfStmt>(Up.of(B)))
    return tell("'" + code(B) + "' takes 32 threads for the first warp",
                "they are the lower half of a warp of 64 lanes", "write warpSize");
  return std::nullopt;
}

/// `for (int i = lane; i < n; i += 32)`, `31 - __clzll(mask)`.
std::optional<WaveUse> Constant::ofStride(const BinaryOperator *B) const {
  if (B->getOpcode() == BO_AddAssign && B->getRHS() == Top && Is == 32 && !Terms.namesGroups() &&
      Terms.numbers(B->getLHS()) == Numbers::Lanes)
    return tell("'" + code(B) + "' goes on by 32 lanes", "what lanes 32 to 63 did is done again",
                "go on by warpSize");
  const auto *Call = dyn_cast<CallExpr>(B->getRHS()->IgnoreParenCasts());
  if (B->getOpcode() == BO_Sub && B->getLHS() == Top && Is == 31 && Call &&
      View.toolkitCallee(Call) == "__clzll")
    return tell("'" + code(B) + "' numbers the bits of 32", "the highest of 64 bits is bit 63",
                "write 63 - ...", ReasonId::MaskOf32);
  return std::nullopt;
}

/// `1 << lane`.
std::optional<WaveUse> Constant::ofShift(const BinaryOperator *B) const {
  if (B->getOpcode() != BO_Shl || B->getLHS() != Top || !Is || B->isTypeDependent() ||
      View.Context.getTypeSize(B->getType()) > 32 || Terms.numbers(B->getRHS()) != Numbers::Lanes ||
      Terms.below32(B->getRHS())) // lanes counted by 32 are told of where they are
    return std::nullopt;
  WaveUse Use = tell("'" + code(B) + "' has no bit for lanes 32 to 63", "it is a number of 32 bits",
                     "write 1ull << ...", ReasonId::MaskOf32);
  Use.Fix = WaveFixes(View, Up).ofBit(Top, B);
  return Use;
}

std::optional<WaveUse> Constant::ofArgument(const CallExpr *Call) const {
  const WarpIntrinsic *I = findWarpIntrinsic(View.toolkitCallee(Call));
  int Index = 0, Args = Call->getNumArgs();
  while (Index < Args && Call->getArg(Index) != Top)
    ++Index;
  if (!I || Index == Args || !Is)
    return std::nullopt;
  if (I->Sync && Index == 0 && *Is == HalfMask) {
    WaveUse Use = tell("the mask of '" + I->Name.str() + "' names 32 of 64 lanes",
                       "'" + code(Top) + "' has no bits for the upper half of the warp",
                       "write ~0ull", ReasonId::MaskOf32);
    Use.Stays = true;
    return Use;
  }
  if (Index != I->Lane || !warpShuffle(Call, View))
    return std::nullopt;
  if (I->Indexed && Is == 31)
    return tell("'" + code(Call) + "' takes lane 31 for the last one",
                "lanes are numbered up to 63", "write warpSize - 1");
  if (!I->Indexed && Is == 16 && !shufflesFurther())
    return tell("'" + code(Call) + "' reaches 16 lanes far at most",
                "steps that begin at 16 combine 32 lanes, a half of the warp",
                "begin at 32: warpSize / 2");
  return std::nullopt;
}

/// The function has a shuffle over 32 lanes.
bool Constant::shufflesFurther() const {
  bool Found = false;
  View.forEachStmt([&](const Stmt *S) {
    const std::optional<WarpShuffle> Is = warpShuffle(S, View);
    Found |= Is && !Is->Indexed && View.constant(Is->Lane).value_or(0) >= int64_t(SmallWarp);
  });
  return Found;
}

/// `__shfl(v, i)`: the lane that is asked.
bool Constant::isSource(const VarDecl *V) const {
  bool Found = false;
  View.forEachStmt([&](const Stmt *S) {
    const std::optional<WarpShuffle> Is = warpShuffle(S, View);
    Found |= Is && Is->Indexed && names(Is->Lane, V);
  });
  return Found;
}

/// Shuffles of the whole warp go as far as \p V says, or 1 << V.
bool Constant::isDistance(const VarDecl *V, bool Exponent) const {
  bool Found = false;
  View.forEachStmt([&](const Stmt *S) {
    const std::optional<WarpShuffle> Is = warpShuffle(S, View);
    if (!Is || Is->Indexed)
      return;
    const auto *Shift = dyn_cast<BinaryOperator>(Is->Lane->IgnoreParenCasts());
    Found |= Exponent ? Shift && Shift->getOpcode() == BO_Shl && names(Shift->getRHS(), V)
                      : names(Is->Lane, V);
  });
  return Found;
}

/// `for (int d = 16; ...)`, `d < 32` around shuffles over d lanes.
std::optional<WaveUse> Constant::ofDistance() const {
  const auto *Compare = dyn_cast_or_null<BinaryOperator>(Above);
  const VarDecl *V = setBy(Top);
  bool Ends = false;
  if (Compare && Compare->isRelationalOp()) {
    const auto *Ref = dyn_cast<DeclRefExpr>(
        (Compare->getLHS() == Top ? Compare->getRHS() : Compare->getLHS())->IgnoreParenCasts());
    V = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
    Ends = true;
  }
  const bool Fits = Ends ? Is == 32 || Is == 16 || Is == 31 || Is == 5 : Is == 16;
  if (V && Ends && Is == 32 && isSource(V))
    return tell("'" + code(Compare) + "' goes through 32 lanes",
                "those from 32 to 63 are not asked", "go on to warpSize");
  if (!V || !Fits || !isDistance(V, /*Exponent=*/Is == 5) || shufflesFurther())
    return std::nullopt;
  return tell(Ends ? "'" + code(Compare) + "' ends the steps at 32 lanes"
                   : "'" + V->getNameAsString() + "' begins at 16, for a warp of 32 lanes",
              "the steps combine a half of the warp",
              Ends ? "go on to warpSize" : "begin at warpSize / 2");
}

/// `blockDim.x / 32.f`: how many warps.
std::optional<WaveUse> Constant::ofQuotient() const {
  const auto *F = dyn_cast<FloatingLiteral>(Leaf);
  const auto *B = dyn_cast_or_null<BinaryOperator>(Above);
  if (!F || !B || B->getOpcode() != BO_Div || B->getRHS() != Top ||
      F->getValueAsApproximateDouble() != SmallWarp || Terms.namesGroups() ||
      Terms.numbers(B->getLHS()) != Numbers::Block)
    return std::nullopt;
  return tell("'" + code(B) + "' counts in warps of 32 lanes",
              "there are half as many warps in the block", "divide by warpSize");
}

/// The template's parameter that it is the argument for; null: it is none.
const NonTypeTemplateParmDecl *Constant::parameter() const {
  const auto *Of = dyn_cast_or_null<SubstNonTypeTemplateParmExpr>(Up.of(Leaf));
  return Of ? Of->getParameter() : nullptr;
}

template <typename Template> static bool hasInstanceOf64(const Template *T, StringRef Parameter) {
  for (const auto *Other : T->specializations()) {
    const TemplateArgumentList *Args = nullptr;
    if constexpr (std::is_same_v<Template, FunctionTemplateDecl>)
      Args = Other->getTemplateSpecializationArgs();
    else
      Args = &Other->getTemplateArgs();
    for (auto [P, A] : llvm::zip(*T->getTemplateParameters(), Args->asArray()))
      if (P->getName() == Parameter && A.getKind() == TemplateArgument::Integral &&
          A.getAsIntegral() == int64_t(MaxWarpWidth))
        return true;
  }
  return false;
}

/// Of a template with an instance for each width the program takes that which fits.
bool Constant::isChosenByWidth() const {
  const NonTypeTemplateParmDecl *P = parameter();
  if (!P)
    return false;
  if (const FunctionTemplateDecl *T = View.Function->getPrimaryTemplate();
      T && hasInstanceOf64(T, P->getName()))
    return true;
  const auto *In = dyn_cast<ClassTemplateSpecializationDecl>(View.Function->getDeclContext());
  return In && hasInstanceOf64(In->getSpecializedTemplate(), P->getName());
}

/// `#define WARP_SIZE 32`.
std::optional<WaveUse> Constant::ofName() const {
  const std::string Name = name();
  if (View.constant(Leaf) != 32 || !isNameOfWarpSize(Name) || isWarpSize(Leaf, View.Text))
    return std::nullopt;
  return tell("'" + Name + "' is 32, and warps have 64 lanes", "device code counts lanes by it",
              "take warpSize");
}

/// Of the constants that it is made of: for each one is told.
bool Constant::isFirst() const {
  const Expr *E = Top->IgnoreParenCasts();
  for (;; E = E->IgnoreParenCasts())
    if (const auto *B = dyn_cast<BinaryOperator>(E))
      E = B->getLHS();
    else if (const auto *U = dyn_cast<UnaryOperator>(E))
      E = U->getSubExpr();
    else
      return E == Leaf;
}

std::optional<WaveUse> Constant::use() const {
  if (isChosenByWidth())
    return std::nullopt;
  if (std::optional<WaveUse> Named = ofName())
    return Named;
  if (std::optional<WaveUse> Quotient = ofQuotient())
    return Quotient;
  if (!Is || !isFirst() || (isNameOfWarpSize(name()) && View.constant(Leaf) == 32) ||
      isWarpSize(Leaf, View.Text))
    return std::nullopt;
  if (std::optional<WaveUse> Distance = ofDistance())
    return Distance;
  if (const auto *B = dyn_cast_or_null<BinaryOperator>(Above))
    return ofStride(B)                ? ofStride(B)
           : B->isComparisonOp()      ? ofComparison(B)
           : B->getOpcode() == BO_Shl ? ofShift(B)
                                      : ofArithmetic(B);
  if (const auto *Call = dyn_cast_or_null<CallExpr>(Above))
    return ofArgument(Call);
  return std::nullopt;
}

/// Constants are many, and few of them are a warp's.
static bool isOfInterest(const Expr *Leaf, const FunctionView &View) {
  if (isa<FloatingLiteral>(Leaf))
    return true;
  const std::optional<int64_t> N = View.constant(Leaf);
  return N && llvm::is_contained({int64_t(0), int64_t(1), int64_t(2), int64_t(4), int64_t(5),
                                  int64_t(8), int64_t(16), int64_t(31), int64_t(32), HalfMask},
                                 *N);
}

std::optional<WaveUse> useOfConstant(const Expr *Leaf, const FunctionView &View, const Parents &Up,
                                     const WaveTerms &Terms) {
  return isOfInterest(Leaf, View) ? Constant(Leaf, View, Up, Terms).use() : std::nullopt;
}

} // namespace coopify
