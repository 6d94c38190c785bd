//===- Arguments.cpp - what a call passes -----------------------------------===//
#include "Link/Program.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>

using namespace coopify;
using namespace std::string_literals;

/// Of every Lanes lanes all pass the same number, rounded down to a multiple of Lanes.
static Uniformity counted(const Uniformity &Groups, unsigned Lanes, const Location &Where) {
  Uniformity U = countedBy(Groups, Lanes).value_or(Groups);
  if (U.UniformOver <= warpWidth())
    U.UniformOver = std::min(U.UniformOver, Lanes);
  if (U.UniformOver < warpWidth() && !U.Why)
    U.Why = Obstacle{ObstacleKind::LaneDependent, "it counts lanes", Where};
  return U;
}

const Uniformity *coopify::passedAs(const CallEdge &E, unsigned Index) {
  if (Index == ThisParameter)
    return E.Object ? &*E.Object : nullptr;
  if (Index == ThisPlace)
    return E.ObjectPlace ? &*E.ObjectPlace : nullptr;
  return Index < E.Args.size() ? &E.Args[Index] : nullptr;
}

/// A pointer that leads to no shared memory.
static Uniformity outsideShared(const CallEdge &E, unsigned Index) {
  if (Index < E.OutsideShared.size())
    return E.OutsideShared[Index];
  return divergent(ObstacleKind::Unknown, "an argument was not followed", E.Loc);
}

const PassedApart *coopify::passedApart(const std::vector<PassedApart> &Pairs, const Atom &A) {
  auto Pair = llvm::find_if(
      Pairs, [&](const PassedApart &P) { return P.First == A.Index && P.Second == A.Lanes; });
  return Pair == Pairs.end() ? nullptr : &*Pair;
}

static Uniformity apart(const CallEdge &E, const Atom &A) {
  if (const PassedApart *Pair = passedApart(E.Apart, A))
    return Pair->Holds;
  return divergent(ObstacleKind::Unknown, "two arguments may lead into one array", E.Loc);
}

Uniformity coopify::argument(const CallEdge &E, const Atom &A) {
  if (A.Kind == AtomKind::ParamsApart)
    return apart(E, A);
  if (A.Kind == AtomKind::ParamOutsideShared)
    return outsideShared(E, A.Index);
  const Uniformity *Passed = passedAs(E, A.Index);
  if (!Passed)
    return divergent(ObstacleKind::Unknown,
                     (A.Index >= ThisPlace ? "the object" : "an argument") + " of '"s +
                         E.CalleeName + "' was not followed",
                     E.Loc);
  bool Counts = A.Kind == AtomKind::ParamLaneAffine && A.Index < E.LaneAffineArgs.size() &&
                E.LaneAffineArgs[A.Index].Groups;
  return Counts ? counted(*E.LaneAffineArgs[A.Index].Groups, A.Lanes, E.Loc) : *Passed;
}
