//===- Value.h - abstract values of the uniformity analysis ------*- C++ -*-===//
//
// A value is Scale * threadIdx.x + rest, where the rest is uniform (semantics
// B.1: constants, uniform values and the affine forms). Arithmetic on them is
// pure and has unit tests; nothing here knows an AST. These are numbers without
// bounds; what types make of them is in IntegerType.h.
//
//===----------------------------------------------------------------------===//
#ifndef COOPIFY_ANALYSIS_CONVERGENCE_VALUE_H
#define COOPIFY_ANALYSIS_CONVERGENCE_VALUE_H

#include "Analysis/Source/IntegerRange.h"
#include "Model/Uniformity.h"

#include <cstdint>
#include <optional>
#include <utility>

namespace coopify {

/// Products that make the linear thread id: y * blockDim.x + x is one whatever
/// the block's shape (semantics A.6). Sizes that are rounded to whole blocks, n / blockDim.x *
/// blockDim.x, and what lies so far behind a kernel's parameter.
enum class Shape {
  None,
  ThreadX,
  ThreadY,
  BlockDimX,
  ThreadYTimesBlockDimX,
  BlockQuotient,
  RoundedToBlocks,
  Begin,
  BehindBegin,
  BlockRank,
  BlockSize
};

struct Value {
  Uniformity U;             ///< of the rest; of the whole value when Scale == 0
  int64_t Scale = 0;        ///< of threadIdx.x
  unsigned Align = 1;       ///< the rest is a multiple of this power of two
  unsigned BlockAlign = 1;  ///< so too, if blockDim.x is a multiple of 32
  bool NonNegative = false; ///< as a number, before it wraps around
  Range In;                 ///< so too; unknown: what its type holds
  /// The rest is a multiple of blockDim.x, but for From, and the only thread index in the value
  /// is threadIdx.x.
  bool OfBlock = false;
  const void *From = nullptr;   ///< names a uniform number (a parameter); null: 0
  std::optional<int64_t> Const; ///< the rest is this number
  Shape Is = Shape::None;
  /// Of a helper's parameter, and of what is made of it (Scale == 0): whether it counts lanes. U
  /// is what holds if it is equal in all of them.
  std::optional<Uniformity> Counts;

  bool operator==(const Value &) const = default;
  /// What is known when the value is used as a whole.
  Uniformity uniformity() const;
  bool isConst() const { return Scale == 0 && Const; }
  /// As PassedLaneAffine has it.
  std::optional<Uniformity> groups() const;
};

constexpr unsigned MaxAlign = BlockWidth;

Value constant(int64_t N);
Value uniformValue(std::vector<Atom> Atoms = {});
/// The number that a helper is passed as its parameter \p Index.
Value parameterNumber(unsigned Index);
/// \p V, which is the same number wherever \p Name is said.
Value named(Value V, const void *Name);
Value threadIdxX();
Value threadIdxYZ(bool IsY);
Value blockDimX();
/// A number of the whole block.
Value blockNumber(Range In);
Value laneId();
/// Of a thread in its block, rows and planes counted (semantics A.6): a lane's number, and 32 for
/// each warp before it.
Value blockRank();
/// How many threads the block has: more than any rank in it.
Value blockSize();
Value divergentValue(ObstacleKind Kind, std::string Text, Location Where);

/// For arithmetic that is not followed: uniform if both are.
Value combine(const Value &A, const Value &B);

Value add(const Value &A, const Value &B);
Value sub(const Value &A, const Value &B);
Value mul(const Value &A, const Value &B);
Value div(const Value &A, const Value &B);
Value rem(const Value &A, const Value &B);
Value shl(const Value &A, const Value &B);
Value shr(const Value &A, const Value &B);
Value bitAnd(const Value &A, const Value &B);
enum class Comparison { LT, GT, LE, GE, EQ, NE };
Value compare(Comparison Op, const Value &A, const Value &B);

/// \p U of an object whose members are not told apart: that it differs does not say that a
/// member does. So it gets a reason that is not LaneDependent whatever its width is, for its atoms,
/// too.
Uniformity ofMembers(Uniformity U);

/// The widest aligned groups that the rest of \p V respects, at most \p Wanted, with the atom if
/// blockDim.x had to be a multiple of 32.
std::pair<unsigned, Uniformity> groupsOf(const Value &V, unsigned Wanted);
/// \p U over groups of at most \p Width lanes.
Uniformity narrowed(Uniformity U, unsigned Width);

/// What holds when it may be either (a join of two paths).
Value join(const Value &A, const Value &B);
/// \p V, if whether it was computed depended on \p U.
Value under(Value V, const Uniformity &U);

} // namespace coopify

#endif // COOPIFY_ANALYSIS_CONVERGENCE_VALUE_H
