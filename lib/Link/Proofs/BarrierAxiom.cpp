//===- BarrierAxiom.cpp ---------------------------------------------------===//
#include "Link/Proofs/BarrierAxiom.h"

#include "llvm/ADT/STLExtras.h"

using namespace coopify;

/// That they pass what makes the conditions equal the barrier shows itself: they are nobody's own
/// number in the text that was read.
static bool isAboutCallers(const std::string &Id) {
  return Id == assumption::ConvergedCallers || Id == assumption::UniformArguments ||
         Id == assumption::LaneArguments;
}

std::optional<std::vector<std::string>> coopify::barrierAxiom(const Proven &Conditions) {
  const std::optional<Obstacle> &Why = Conditions.Why;
  const bool Whole = Conditions.Width >= warpWidth();
  if (!Whole && Why && Why->Kind == ObstacleKind::LaneDependent)
    return std::nullopt;
  std::vector<std::string> Out;
  // In another shape warps of other lanes may part: what is the same for the block is so in each.
  for (const std::string &Id : Conditions.Assumptions)
    if (!isAboutCallers(Id) && Conditions.Width < BlockWidth)
      Out.push_back(Id);
  if (!Whole && Why && Why->Kind == ObstacleKind::Unknown)
    Out.push_back(assumption::ConvergedBarriers);
  llvm::sort(Out);
  Out.erase(llvm::unique(Out), Out.end());
  return Out;
}

ProofStep coopify::assumedTogether(const Location &Barrier, const std::string &Name,
                                   const Obstacle &Why) {
  return {Barrier, "nothing proves that all threads of the block execute " + Name +
                       " together: " + Why.Text};
}
