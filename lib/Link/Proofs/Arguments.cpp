//===- Arguments.cpp - what a call passes -----------------------------------===//
#include "Link/Program.h"

#include <algorithm>

using namespace coopify;

/// Of every Lanes lanes all pass the same number, rounded down to a multiple of Lanes.
static Uniformity counted(const Uniformity &Groups, unsigned Lanes, const Location &Where) {
  Uniformity U = countedBy(Groups, Lanes).value_or(Groups);
  if (U.UniformOver <= WarpWidth)
    U.UniformOver = std::min(U.UniformOver, Lanes);
  if (U.UniformOver < WarpWidth && !U.Why)
    U.Why = Obstacle{ObstacleKind::LaneDependent, "it counts lanes", Where};
  return U;
}

Uniformity coopify::argument(const CallEdge &E, const Atom &A) {
  if (A.Index >= E.Args.size())
    return divergent(ObstacleKind::Unknown,
                     "an argument of '" + E.CalleeName + "' was not followed", E.Loc);
  bool Counts = A.Kind == AtomKind::ParamLaneAffine && A.Index < E.LaneAffineArgs.size() &&
                E.LaneAffineArgs[A.Index].Groups;
  return Counts ? counted(*E.LaneAffineArgs[A.Index].Groups, A.Lanes, E.Loc) : E.Args[A.Index];
}
