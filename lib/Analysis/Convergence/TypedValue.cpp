//===- TypedValue.cpp -----------------------------------------------------===//

#include "Analysis/Convergence/TypedValue.h"

#include "llvm/Support/MathExtras.h"

#include <algorithm>

using namespace clang;

namespace coopify {

/// What its type holds, where nothing else is known.
static Value bounded(Value V, IntegerType T) {
  if (!V.In.known() && V.Scale == 0)
    V.In = T.anything();
  V.NonNegative = V.In.Low >= 0;
  return V;
}

/// The aligned groups of lanes within which \p V, modulo 2^Bits, does not wrap around. A group of
/// W lanes whose first number is a multiple of W * Scale stays within an aligned run of so many.
static std::pair<unsigned, Uniformity> unwrapped(const Value &V, IntegerType T) {
  if (V.Scale <= 0 || !llvm::isPowerOf2_64(V.Scale))
    return {DivergentWidth, V.U};
  const uint64_t Run = uint64_t(1) << std::min(T.Bits - T.Signed, 62u);
  if (V.Scale == 1)
    return groupsOf(V, std::min<uint64_t>(warpWidth(), Run));
  const uint64_t Groups = std::min<uint64_t>(std::min(V.Align, MaxAlign), Run) / V.Scale;
  return {std::clamp<uint64_t>(Groups, DivergentWidth, warpWidth()), V.U};
}

static Value fitsConstant(Value V, IntegerType T) {
  Uniformity U = V.U;
  const int64_t N = T.wrap(*V.Const);
  if (!T.Signed && N < 0) { // beyond what is counted here
    V = blockNumber(T.range());
    V.U = U;
    return V;
  }
  V = constant(N);
  V.U = U;
  return V;
}

Value fits(Value V, IntegerType T) {
  if (V.isConst())
    return fitsConstant(std::move(V), T);
  V = bounded(std::move(V), T);
  if (T.holds(V.In))
    return V;
  const bool Unwrapped = V.Scale == 0 && V.In == T.anything(); // never was another number
  if (V.Scale != 0) {
    auto [Width, U] = unwrapped(V, T);
    if (Width <= DivergentWidth)
      V = combine(V, V);
    else
      V.U = narrowed(U, Width);
  }
  V.In = T.range();
  V.NonNegative = !T.Signed;
  V.Is = Shape::None;
  if (!Unwrapped) {
    V.OfBlock = false;
    V.From = nullptr;
  }
  V.Const.reset(); // of the rest: another one in each group
  return V;
}

/// A multiple of more than the type has numbers is zero in it.
static unsigned limited(unsigned Align, IntegerType T) {
  return T.Bits >= 10 ? Align : std::min(Align, 1u << T.Bits);
}

Value converted(Value V, IntegerType From, IntegerType To) {
  V = To.Bits > From.Bits ? fits(std::move(V), From) : bounded(std::move(V), From);
  if (To.Bits < From.Bits && V.Is == Shape::RoundedToBlocks && To.Bits >= 32)
    V.In = common(V.In, To.range()); // sizes fit an int (docs/semantics.md, B.2)
  else if (To.Bits < From.Bits)
    V.Is = Shape::None;
  V.Align = limited(V.Align, To);
  V.BlockAlign = limited(V.BlockAlign, To);
  if (To.Bits < 8)
    V.Counts.reset();
  if (V.isConst())
    return fitsConstant(std::move(V), To);
  return V;
}

/// Drops the facts about \p V, a result that wraps around or loses bits, that do not hold modulo
/// 2^Bits. Without that, an unknown range would be the range of a number that never wrapped.
static void mayWrap(Value &V) {
  constexpr int64_t End = Range::Limit;
  if (!V.In.known())
    V.In = {-End, End - 1}; // no type holds it
  if (V.In.High < End || V.Is == Shape::RoundedToBlocks)
    return;
  V.OfBlock = false; // of 64 bits: how far it wrapped around is not counted
  V.From = nullptr;
}

/// Returns the result of a ring operation, which is right modulo 2^Bits. A signed sum, difference
/// or product that does not fit its type is undefined, but with -fwrapv. A shift to the left moves
/// bits: its result is defined, and may be negative ([expr.shift]).
static Value ring(BinaryOperatorKind Op, const Value &L, const Value &R, IntegerType T) {
  Value V = Op == BO_Add   ? add(L, R)
            : Op == BO_Sub ? sub(L, R)
            : Op == BO_Mul ? mul(L, R)
                           : shl(L, R);
  const bool Held = T.holds(L.In) && T.holds(R.In);
  const bool Undefined = T.Signed && !T.Wraps && Op != BO_Shl;
  if (Undefined && T.Bits >= 32 && Held)
    V.In = common(V.In, T.range());
  else if (!Undefined && (Op == BO_Shl || Op == BO_Mul || T.Signed))
    mayWrap(V);
  V.NonNegative = V.In.Low >= 0;
  V.Align = limited(V.Align, T);
  V.BlockAlign = limited(V.BlockAlign, T);
  return V;
}

static std::optional<Comparison> comparisonOf(BinaryOperatorKind Op) {
  switch (Op) {
  case BO_LT:
    return Comparison::LT;
  case BO_GT:
    return Comparison::GT;
  case BO_LE:
    return Comparison::LE;
  case BO_GE:
    return Comparison::GE;
  case BO_EQ:
    return Comparison::EQ;
  case BO_NE:
    return Comparison::NE;
  default:
    return std::nullopt;
  }
}

/// \p Index, threadIdx.x and whole blocks behind where a loop begins, is compared with \p End,
/// which is a size behind that: no program has so many data that either runs over, nor fewer than
/// none (docs/semantics.md, B.2).
static void believeLoop(Value &Index, Value &End, IntegerType T) {
  if (Index.Scale != 1 || !Index.OfBlock || Index.From != End.From || T.Bits < 32)
    return;
  if (End.Is == Shape::BehindBegin && Index.In.Low >= T.range().Low)
    Index.In = common(Index.In, T.range());
  else if (End.Is != Shape::RoundedToBlocks)
    return;
  End.In = common(End.In, T.range());
}

Value arithmetic(BinaryOperatorKind Op, Value L, IntegerType T, Value R, IntegerType OfRight) {
  L = bounded(std::move(L), T);
  R = bounded(std::move(R), OfRight);
  if (Op == BO_EQ || Op == BO_NE) // of what differs modulo 2^Bits
    return compare(*comparisonOf(Op), L, R);
  switch (Op) {
  case BO_Add:
  case BO_Sub:
  case BO_Mul:
    return ring(Op, L, R, T);
  case BO_Shl:
    return ring(Op, L, fits(R, OfRight), T);
  default:
    break;
  }
  if (Op == BO_And) { // its low bits are right
    if (L.isConst())
      L = fits(L, T);
    return bitAnd(L, R.isConst() ? fits(R, T) : R);
  }
  if (comparisonOf(Op)) {
    believeLoop(L, R, T);
    believeLoop(R, L, T);
  }
  L = fits(std::move(L), T);
  R = fits(std::move(R), OfRight);
  if (auto C = comparisonOf(Op))
    return compare(*C, L, R);
  switch (Op) {
  case BO_Div:
    return div(L, R);
  case BO_Rem:
    return rem(L, R);
  case BO_Shr:
    return shr(L, R);
  default:
    return combine(L, R);
  }
}

Value oneOf(Value V, llvm::ArrayRef<int64_t> Numbers) {
  if (V.Scale != 0 || Numbers.empty())
    return V;
  V.In = number(Numbers.front());
  unsigned Align = MaxAlign;
  for (int64_t N : Numbers) {
    V.In = {std::min(V.In.Low, N), std::max(V.In.High, N)};
    Align = std::min(Align, constant(N).Align);
  }
  V.NonNegative = V.In.Low >= 0;
  V.Align = std::max(V.Align, Align);
  V.BlockAlign = std::max(V.BlockAlign, V.Align);
  if (V.In.Low == V.In.High)
    V.Const = V.In.Low;
  return V;
}

} // namespace coopify
