//===- Value.cpp ----------------------------------------------------------===//

#include "Analysis/Convergence/Value.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/MathExtras.h"

#include <algorithm>

namespace coopify {

static unsigned alignOf(int64_t N) {
  if (N == 0)
    return MaxAlign;
  return std::min<uint64_t>(MaxAlign, uint64_t(N) & -uint64_t(N));
}

static Uniformity withAtom(const Uniformity &U, AtomKind Kind) {
  Uniformity Extra;
  Extra.Atoms.push_back({Kind, 0});
  return meet(U, Extra);
}

/// \p U over groups of at most \p Width lanes; the reason must be given where
/// that says less than U did.
Uniformity narrowed(Uniformity U, unsigned Width) {
  if (Width >= U.UniformOver)
    return U;
  U.UniformOver = Width;
  if (Width < warpWidth() && !U.Why)
    U.Why = Obstacle{ObstacleKind::LaneDependent, "it depends on threadIdx.x", {}};
  return U;
}

/// Of threadIdx.x and a rest: the lanes of a group that is not whole differ by threadIdx.x, whether
/// the rest is known or not. What is unknown may be equal, and `threadIdx.x < n` then differs.
static Uniformity ofThread(const Uniformity &Rest, unsigned Width) {
  Uniformity U = narrowed(Rest, Width);
  if (U.UniformOver < warpWidth() && U.Why && U.Why->Kind != ObstacleKind::LaneDependent)
    U.Why = Obstacle{ObstacleKind::LaneDependent, "it depends on threadIdx.x", {}};
  return U;
}

//===- Sources ------------------------------------------------------------===//

Uniformity Value::uniformity() const { return Scale == 0 ? U : ofThread(U, DivergentWidth); }

Value constant(int64_t N) {
  Value V;
  V.Const = N;
  V.Align = V.BlockAlign = alignOf(N);
  V.NonNegative = N >= 0;
  V.In = number(N);
  V.OfBlock = N == 0;
  return V;
}

Value uniformValue(std::vector<Atom> Atoms) {
  Value V;
  V.U.Atoms = std::move(Atoms);
  return V;
}

Value parameterNumber(unsigned Index) {
  Value V = uniformValue({{AtomKind::ParamUniform, Index}});
  V.Counts = Uniformity{BlockWidth, {{AtomKind::ParamLaneAffine, Index, warpWidth()}}, {}};
  return V;
}

Value named(Value V, const void *Name) {
  V.OfBlock = true;
  V.From = Name;
  return V;
}

Value threadIdxX() {
  Value V = constant(0);
  V.Scale = 1;
  V.U = withAtom({}, AtomKind::LaneIsThreadX);
  V.In = {0, BlockWidth - 1};
  V.Is = Shape::ThreadX;
  return V;
}

/// Rows are whole warps when threadIdx.x is the lane, so y and z are equal in
/// a warp then.
Value threadIdxYZ(bool IsY) {
  Value V;
  V.U = withAtom({}, AtomKind::LaneIsThreadX);
  V.U.UniformOver = warpWidth();
  V.NonNegative = true;
  V.In = {0, BlockWidth - 1};
  V.Is = IsY ? Shape::ThreadY : Shape::None;
  return V;
}

Value blockNumber(Range In) {
  Value V;
  V.NonNegative = In.Low >= 0;
  V.In = In;
  return V;
}

Value blockDimX() {
  Value V = blockNumber({1, BlockWidth});
  V.BlockAlign = warpWidth();
  V.OfBlock = true;
  V.Is = Shape::BlockDimX;
  return V;
}

/// lane = threadIdx.x - 32 * warp: the rest is a multiple of 32, equal in the warp.
Value laneId() {
  Value V;
  V.Scale = 1;
  V.U.UniformOver = warpWidth();
  V.Align = V.BlockAlign = warpWidth();
  V.NonNegative = true;
  V.In = {0, warpWidth() - 1};
  return V;
}

Value blockRank() {
  Value V = laneId();
  V.In = {0, BlockWidth - 1};
  V.Is = Shape::BlockRank;
  return V;
}

Value blockSize() {
  Value V = blockNumber({1, BlockWidth});
  V.Is = Shape::BlockSize;
  return V;
}

Value divergentValue(ObstacleKind Kind, std::string Text, Location Where) {
  Value V;
  V.U = divergent(Kind, std::move(Text), std::move(Where));
  return V;
}

Value combine(const Value &A, const Value &B) {
  Value V;
  V.U = meet(A.uniformity(), B.uniformity());
  return V;
}

std::optional<Uniformity> Value::groups() const {
  if (Scale == 0)
    return Counts;
  if (Scale != 1)
    return std::nullopt;
  auto [Width, Groups] = groupsOf(*this, warpWidth());
  return Width > 1 ? std::optional(narrowed(Groups, Width)) : std::nullopt;
}

/// Of a number that counts lanes and one that does not: their sum counts on.
static std::optional<Uniformity> countsOn(const Value &Number, const Value &Rest) {
  if (!Number.Counts || Rest.Counts || Number.Scale != 0 || Rest.Scale != 0)
    return std::nullopt;
  auto [Lanes, U] = groupsOf(Rest, warpWidth());
  return countedBy(meet(*Number.Counts, U), Lanes);
}

/// Of a sum or difference: begin + k * blockDim.x - begin is a multiple of blockDim.x, too.
static void setMultiple(Value &V, const Value &A, const Value &B, int Sign) {
  bool Cancels = Sign < 0 && A.From == B.From;
  V.OfBlock = A.OfBlock && B.OfBlock && (Cancels || !B.From || (Sign > 0 && !A.From));
  V.From = !V.OfBlock || Cancels ? nullptr : A.From ? A.From : B.From;
}

/// Numbers beyond 64 bits wrap around, as those of all types that a program has.
static Value linear(const Value &A, const Value &B, int Sign) {
  Value V;
  V.U = meet(A.U, B.U);
  V.Scale = A.Scale + Sign * B.Scale;
  V.In = sum(A.In, Sign < 0 ? negated(B.In) : B.In);
  V.Align = std::min(A.Align, B.Align);
  V.BlockAlign = std::min(A.BlockAlign, B.BlockAlign);
  if (A.Const && B.Const) {
    V.Const = int64_t(uint64_t(*A.Const) + uint64_t(Sign) * uint64_t(*B.Const));
    V.Align = V.BlockAlign = alignOf(*V.Const);
  }
  setMultiple(V, A, B, Sign);
  V.NonNegative = (Sign > 0 && A.NonNegative && B.NonNegative) || (V.isConst() && *V.Const >= 0);
  V.Counts = countsOn(A, B);
  if (!V.Counts && Sign > 0)
    V.Counts = countsOn(B, A);
  return V;
}

/// y * blockDim.x + x counts the threads of a plane of the block in lane order. Where the block has
/// several, they are whole warps: it is so in rows of whole warps (semantics A.6). As a lane's
/// number it is threadIdx.x and a rest that warps have their own of, not threadIdx.x itself.
static std::optional<Value> linearThreadId(const Value &A, const Value &B) {
  if (A.Is != Shape::ThreadYTimesBlockDimX || B.Is != Shape::ThreadX)
    return std::nullopt;
  Value V = laneId();
  V.U.Atoms = {{AtomKind::PlanesOfWarps, 0}};
  V.In = {0, BlockWidth - 1};
  return V;
}

Value add(const Value &A, const Value &B) {
  if (auto V = linearThreadId(A, B))
    return *V;
  if (auto V = linearThreadId(B, A))
    return *V;
  Value V = linear(A, B, 1);
  if ((A.Is == Shape::Begin && B.Is == Shape::RoundedToBlocks) ||
      (A.Is == Shape::RoundedToBlocks && B.Is == Shape::Begin))
    V.Is = Shape::BehindBegin;
  return V;
}

Value sub(const Value &A, const Value &B) { return linear(A, B, -1); }

Value mul(const Value &A, const Value &B) {
  if (B.Scale != 0 && A.Scale == 0)
    return mul(B, A);
  constexpr int64_t MaxScale = int64_t(1) << 31;
  if (A.Scale != 0 &&
      (!B.isConst() || std::abs(A.Scale) > MaxScale || *B.Const > MaxScale || *B.Const < -MaxScale))
    return combine(A, B);
  Value V;
  V.U = meet(A.U, B.U);
  V.Scale = A.Scale != 0 ? A.Scale * *B.Const : 0;
  V.In = product(A.In, B.In);
  V.Align = std::min(MaxAlign, A.Align * B.Align);
  V.BlockAlign = std::min(MaxAlign, A.BlockAlign * B.BlockAlign);
  V.NonNegative = A.NonNegative && B.NonNegative;
  V.OfBlock = (A.OfBlock && !A.From) || (B.OfBlock && !B.From && A.Scale == 0);
  if (A.Const && B.Const)
    V.Const = int64_t(uint64_t(*A.Const) * uint64_t(*B.Const));
  if ((A.Is == Shape::ThreadY && B.Is == Shape::BlockDimX) ||
      (A.Is == Shape::BlockDimX && B.Is == Shape::ThreadY))
    V.Is = Shape::ThreadYTimesBlockDimX;
  if (B.Is == Shape::BlockQuotient && A.Is == Shape::BlockDimX)
    return mul(B, A);
  if (A.Is == Shape::BlockQuotient && B.Is == Shape::BlockDimX) { // no further from 0 than n
    V.Is = Shape::RoundedToBlocks;
    V.In = {std::min<int64_t>(A.In.Low, 0), std::max<int64_t>(A.In.High, 0)};
    V.NonNegative = A.NonNegative;
  }
  return V;
}

std::pair<unsigned, Uniformity> groupsOf(const Value &V, unsigned Wanted) {
  Wanted = std::min(Wanted, warpWidth());
  if (V.Align >= Wanted || V.BlockAlign <= V.Align)
    return {std::min(V.Align, Wanted), V.U};
  return {std::min(V.BlockAlign, Wanted), withAtom(V.U, AtomKind::BlockXMultipleOf32)};
}

/// The widest power of two that divides the uniform \p D.
static std::pair<unsigned, Uniformity> divisorOf(const Value &D) {
  if (D.Align >= warpWidth() || D.BlockAlign <= D.Align)
    return {D.Align, D.U};
  return {D.BlockAlign, withAtom(D.U, AtomKind::BlockXMultipleOf32)};
}

/// \p A / \p B, if A counts lanes and B is a multiple of some of them.
static std::optional<Uniformity> countedIn(const Value &A, const Value &B) {
  if (!A.Counts || B.Counts || !A.NonNegative || !B.NonNegative)
    return std::nullopt;
  auto [Divisor, DU] = divisorOf(B);
  return countedBy(meet(*A.Counts, DU), std::min(Divisor, warpWidth()));
}

/// What a division says that is not undefined.
static bool divides(const Value &A, const Value &B) {
  return A.isConst() && B.isConst() && *B.Const != 0 && *B.Const != -1;
}

Value div(const Value &A, const Value &B) {
  if (divides(A, B))
    return constant(*A.Const / *B.Const);
  if (A.Scale == 0 && B.Scale == 0) {
    Value V = combine(A, B);
    V.NonNegative = A.NonNegative && B.NonNegative;
    V.In = quotient(A.In, B.In);
    if (B.Const && *B.Const > 0 && llvm::isPowerOf2_64(*B.Const)) {
      V.Align = std::max<unsigned>(1, A.Align / std::min<int64_t>(*B.Const, MaxAlign));
      V.BlockAlign = std::max<unsigned>(1, A.BlockAlign / std::min<int64_t>(*B.Const, MaxAlign));
    }
    if (auto Counted = countedIn(A, B))
      V.U = *Counted;
    if (B.Is == Shape::BlockDimX)
      V.Is = Shape::BlockQuotient;
    return V;
  }
  // C rounds towards zero: below zero the quotient changes inside a group.
  if (A.Scale != 1 || B.Scale != 0 || !A.NonNegative || !B.NonNegative)
    return combine(A, B);
  auto [Divisor, DU] = divisorOf(B);
  auto [Width, AU] = groupsOf(A, Divisor);
  if (Width <= 1)
    return combine(A, B);
  Value V;
  V.U = narrowed(meet(AU, DU), Width);
  V.NonNegative = true;
  V.In = quotient(A.In, B.In);
  return V;
}

/// v % d = v - d * (v / d): still affine, and equal over what v / d is.
Value rem(const Value &A, const Value &B) {
  if (divides(A, B))
    return constant(*A.Const % *B.Const);
  const Range Rest =
      A.NonNegative && B.In.Low >= 0 ? Range{0, std::max<int64_t>(0, B.In.High - 1)} : Range();
  if (A.Scale != 1) {
    Value V = combine(A, B);
    V.Counts = countedIn(A, B);
    V.NonNegative = Rest.known();
    V.In = Rest;
    return V;
  }
  Value Quotient = div(A, B);
  if (Quotient.U.UniformOver <= 1)
    return combine(A, B);
  Value V;
  V.Scale = 1;
  V.U = Quotient.U;
  V.Align = V.BlockAlign = std::min(Quotient.U.UniformOver, warpWidth());
  V.NonNegative = true;
  V.In = Rest;
  return V;
}

Value shl(const Value &A, const Value &B) {
  if (B.isConst() && *B.Const >= 0 && *B.Const < 32)
    return mul(A, constant(int64_t(1) << *B.Const));
  return combine(A, B);
}

Value shr(const Value &A, const Value &B) {
  if (!B.isConst() || *B.Const < 0 || *B.Const > 31)
    return combine(A, B);
  if (A.isConst())
    return constant(*A.Const >> *B.Const);
  Value D = constant(int64_t(1) << *B.Const);
  Value Floor = A;
  Floor.NonNegative = true; // a shift rounds down, as div() wants it
  Value V = div(Floor, D);
  V.NonNegative = A.NonNegative;
  V.In = shifted(A.In, *B.Const);
  return V;
}

Value bitAnd(const Value &A, const Value &B) {
  if (A.isConst() && B.isConst())
    return constant(*A.Const & *B.Const);
  if (A.isConst())
    return bitAnd(B, A);
  if (!B.isConst())
    return combine(A, B);
  uint64_t Mask = *B.Const;
  if (Mask == 0)
    return constant(0);
  const Range Below = int64_t(Mask) >= 0 ? Range{0, number(int64_t(Mask)).High} : Range();
  if (A.Scale != 1 && !A.Counts) {
    Value V = combine(A, B);
    V.NonNegative = Below.known();
    V.In = Below;
    return V;
  }
  if (llvm::isMask_64(Mask)) { // low bits: the remainder by a power of two
    Value Floor = A;
    Floor.NonNegative = true;
    return Mask >= MaxAlign ? combine(A, B) : rem(Floor, constant(int64_t(Mask) + 1));
  }
  unsigned Lanes = std::min<uint64_t>(Mask & -Mask, warpWidth());
  if (A.Counts) {
    Value V = combine(A, B);
    V.U = countedBy(*A.Counts, Lanes).value_or(V.U);
    V.NonNegative = A.NonNegative || int64_t(Mask) >= 0;
    V.In = Below;
    return V;
  }
  auto [Width, U] = groupsOf(A, Lanes);
  if (Width <= 1)
    return combine(A, B);
  Value V;
  V.U = narrowed(U, Width);
  V.NonNegative = A.NonNegative || int64_t(Mask) >= 0;
  V.In = Below;
  return V;
}

/// \p D < 0. threadIdx.x + rest crosses zero only where an aligned group
/// begins, if the rest is a multiple of the group's size.
static Value isNegative(const Value &D) {
  Value V;
  if (D.Scale == 0) {
    V.U = D.Counts.value_or(D.U);
    if (D.Const)
      return constant(*D.Const < 0);
    return V;
  }
  // So for the whole block, if the rest is a multiple of its size: threadIdx.x < blockDim.x.
  // An index that begins at threadIdx.x and counts by blockDim.x passes a bound that is
  // rounded up to blockDim.x with all of its block.
  if (D.Scale == 1 && D.OfBlock && !D.From) {
    V.U = D.U;
    return V;
  }
  Value Unit = D;
  if (!llvm::isPowerOf2_64(std::abs(D.Scale)) || std::abs(D.Scale) > MaxAlign)
    return combine(D, D);
  if (D.Scale < 0) { // -(s*x + r) < 0  <=>  !(s*x + r < 1)
    if (!D.Const)
      return combine(D, D);
    Unit = constant(-*D.Const - 1);
    Unit.Scale = -D.Scale;
    Unit.U = D.U;
  }
  unsigned Step = std::abs(D.Scale);
  auto [Groups, U] = groupsOf(Unit, warpWidth());
  if (Step > 1) { // the group of W lanes spans Step * W
    Groups = std::max<unsigned>(1, std::min(Unit.Align, MaxAlign) / Step);
    U = Unit.U;
  }
  V.U = ofThread(U, std::min(Groups, warpWidth()));
  return V;
}

static Value lessThan(const Value &A, const Value &B, int64_t Slack) {
  return isNegative(sub(A, add(B, constant(Slack))));
}

static Comparison mirrored(Comparison Op) {
  switch (Op) {
  case Comparison::LT:
    return Comparison::GT;
  case Comparison::GT:
    return Comparison::LT;
  case Comparison::LE:
    return Comparison::GE;
  case Comparison::GE:
    return Comparison::LE;
  default:
    return Op;
  }
}

/// b < a, where that is the form in which all of the block answers alike.
static bool wholeBlock(const Value &A, const Value &B) {
  Value D = sub(B, A);
  return D.Scale == 1 && D.OfBlock && !D.From;
}

Value compare(Comparison Op, const Value &A, const Value &B) {
  // The thread's number on the left, as the forms below have it: n > threadIdx.x.
  if (A.Scale == 0 && ((B.Counts && !A.Counts) || B.Scale != 0))
    return compare(mirrored(Op), B, A);
  if (A.Is == Shape::BlockRank && B.Is == Shape::BlockSize)
    return uniformValue(); // each rank is less
  Value V;
  switch (Op) {
  case Comparison::LT:
  case Comparison::GE:
    V = lessThan(A, B, 0);
    break;
  case Comparison::LE:
  case Comparison::GT:
    V = wholeBlock(A, B) ? lessThan(B, A, 0)  // a <= b  <=>  !(b < a)
                         : lessThan(A, B, 1); // a <= b  <=>  a - b - 1 < 0
    break;
  case Comparison::EQ:
  case Comparison::NE:
    V = combine(sub(A, B), constant(0)); // affine: one lane at most
    break;
  }
  // What was compared says how equal the answer is, not which of the two it is.
  V.Const.reset();
  V.Align = V.BlockAlign = 1;
  V.OfBlock = false;
  V.From = nullptr;
  V.Is = Shape::None;
  V.NonNegative = true;
  V.In = {0, 1};
  V.Counts.reset();
  return V;
}

} // namespace coopify
