//===- LaunchShapes.h - what the launches say about the block -----*- C++ -*-===//
//
// Internal to Link. LaneIsThreadX, BlockXMultipleOf32 and their like hold for a function if
// every kernel that reaches it is launched accordingly (semantics B.2: threadIdx.x
// is the lane in a 1-D block and where rows are whole warps).
//
//===----------------------------------------------------------------------===//
#ifndef COOPIFY_LINK_PROOFS_LAUNCHSHAPES_H
#define COOPIFY_LINK_PROOFS_LAUNCHSHAPES_H

#include "Link/Program.h"

namespace coopify {

struct ShapeFact {
  enum ValueTy { Holds, Unknown, Fails } Value = Holds;
  std::optional<Obstacle> Why;  ///< Fails
  std::vector<ProofStep> Steps; ///< Holds
};

class LaunchShapes {
public:
  LaunchShapes(const Program &P, const std::vector<bool> &UnknownCallers)
      : P(P), UnknownCallers(UnknownCallers) {}

  /// \p Kind is one that speaks of the block.
  ShapeFact evaluate(AtomKind Kind, unsigned Function) const;

private:
  void addKernel(AtomKind Kind, unsigned Kernel, ShapeFact &Fact) const;

  const Program &P;
  const std::vector<bool> &UnknownCallers;
};

} // namespace coopify

#endif // COOPIFY_LINK_PROOFS_LAUNCHSHAPES_H
