//===- ValueJoins.cpp - values where ways meet ----------------------------===//

#include "Analysis/Convergence/Value.h"

#include <algorithm>

namespace coopify {

Uniformity ofMembers(Uniformity U) {
  if (U.UniformOver >= BlockWidth && U.Atoms.empty())
    return U;
  if (!U.Why)
    U.Why = Obstacle{ObstacleKind::Unknown, "not all of its members may be equal", {}};
  if (U.Why->Kind == ObstacleKind::LaneDependent)
    U.Why->Kind = ObstacleKind::Unknown;
  return U;
}

Value join(const Value &A, const Value &B) {
  if (A == B)
    return A;
  if (A.Scale != B.Scale)
    return combine(A, B);
  Value V;
  V.Scale = A.Scale;
  V.U = meet(A.U, B.U);
  V.Align = std::min(A.Align, B.Align);
  V.BlockAlign = std::min(A.BlockAlign, B.BlockAlign);
  V.NonNegative = A.NonNegative && B.NonNegative;
  V.In = joined(A.In, B.In);
  V.OfBlock = A.OfBlock && B.OfBlock && A.From == B.From;
  V.From = V.OfBlock ? A.From : nullptr;
  if (A.Const == B.Const)
    V.Const = A.Const;
  if (A.Is == B.Is)
    V.Is = A.Is;
  return V;
}

Value under(Value V, const Uniformity &U) {
  if (U == Uniformity())
    return V;
  V.U = meet(V.U, U);
  V.Counts.reset();
  if (U.UniformOver < warpWidth()) { // lanes that were not there keep another value
    V.Const.reset();
    V.Align = V.BlockAlign = 1;
    V.OfBlock = false;
    V.From = nullptr;
    V.Is = Shape::None;
    V.In = {};
    V.NonNegative = false;
    if (V.Scale != 0)
      return combine(V, V);
  }
  return V;
}

} // namespace coopify
