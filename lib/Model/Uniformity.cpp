//===- Uniformity.cpp -------------------------------------------------------===//
#include "Model/Uniformity.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/ErrorHandling.h"

#include <algorithm>
#include <iterator>
#include <tuple>

using namespace coopify;

unsigned coopify::rankOf(ObstacleKind Kind) {
  switch (Kind) {
  case ObstacleKind::LaneDependent:
    return 0;
  case ObstacleKind::Unknown:
    return 1;
  case ObstacleKind::MayChange:
    return 2;
  }
  llvm_unreachable("all are ranked");
}

/// Of two reasons for the same width the one that says more: lanes that do
/// differ before lanes that may; then by place, so that meet() commutes.
static const std::optional<Obstacle> &stronger(const std::optional<Obstacle> &A,
                                               const std::optional<Obstacle> &B) {
  if (!A || !B)
    return A ? A : B;
  auto Rank = [](const Obstacle &O) {
    return std::make_tuple(rankOf(O.Kind), std::cref(O.Where), std::cref(O.Text));
  };
  return Rank(*B) < Rank(*A) ? B : A;
}

Uniformity coopify::meet(const Uniformity &A, const Uniformity &B) {
  Uniformity Both;
  Both.UniformOver = std::min(A.UniformOver, B.UniformOver);
  Both.Atoms = A.Atoms;
  llvm::append_range(Both.Atoms, B.Atoms);
  llvm::sort(Both.Atoms);
  Both.Atoms.erase(llvm::unique(Both.Atoms), Both.Atoms.end());
  auto LanesDiffer = [](const Uniformity &U) {
    return U.Why && U.Why->Kind == ObstacleKind::LaneDependent;
  };
  // That lanes do differ must not hide behind what is only unknown: it vetoes. Nor what is unknown
  // behind what may change.
  const bool OtherKinds = A.Why && B.Why && A.Why->Kind != B.Why->Kind;
  if (A.UniformOver == B.UniformOver || LanesDiffer(A) != LanesDiffer(B) || OtherKinds)
    Both.Why = stronger(A.Why, B.Why);
  else
    Both.Why = A.UniformOver < B.UniformOver ? A.Why : B.Why;
  return Both;
}

std::optional<Uniformity> coopify::countedBy(Uniformity U, unsigned Lanes) {
  if (Lanes <= DivergentWidth || U.UniformOver <= DivergentWidth)
    return std::nullopt;
  for (Atom &A : U.Atoms)
    if (A.Kind == AtomKind::ParamLaneAffine)
      A.Lanes = std::min(A.Lanes, Lanes);
  llvm::sort(U.Atoms);
  U.Atoms.erase(llvm::unique(U.Atoms), U.Atoms.end());
  return U;
}

Uniformity coopify::divergent(ObstacleKind Kind, std::string Text, Location Where) {
  Uniformity U;
  U.UniformOver = DivergentWidth;
  U.Why = Obstacle{Kind, std::move(Text), std::move(Where)};
  return U;
}

Convergence coopify::meet(const Convergence &A, const Convergence &B) {
  Convergence Both;
  Both.Active = meet(A.Active, B.Active);
  Both.Exits = A.Exits || B.Exits;
  // The first one, so that meet() commutes; both must have one.
  if (A.Barrier.valid() && B.Barrier.valid()) {
    Both.Barrier = std::min(A.Barrier, B.Barrier);
    Both.Rest = meet(A.Rest, B.Rest);
  }
  Both.Steps = (B.Active.UniformOver < A.Active.UniformOver ? B : A).Steps;
  std::set_union(A.After.begin(), A.After.end(), B.After.begin(), B.After.end(),
                 std::back_inserter(Both.After));
  return Both;
}
