//===- DivergentBarrier.cpp - barriers that not all threads reach --------------===//

#include "Rules/Common.h"

using namespace coopify;

namespace {

/// __syncthreads() is for all threads of the block (CUDA guide, "Synchronization Functions"), a
/// `*_sync` for all lanes in its mask. Under a condition of their own some never come, and since
/// Volta the others wait for them (semantics A.5, traps T31, T32). No rewrite keeps a meaning,
/// since the code has none: it is told, with the way from the condition to the barrier. Of
/// blocks, Link finds the places (Link/Proofs/DivergentWaits.h).
class DivergentBarrier : public Rule {
public:
  llvm::StringRef id() const override { return "divergent-barrier"; }
  llvm::StringRef summary() const override {
    return "barriers and collectives that not all threads reach (report only)";
  }
  bool handles(const Site &S) const override {
    return S.Kind == SiteKind::DivergentWait || S.Kind == SiteKind::WarpWait;
  }
  Decision decide(const Site &S, const ProgramFacts &Facts) const override;
  std::vector<Edit> render(const Site &, const Rewrite &, const RenderContext &) const override {
    return {};
  }
};

REGISTER_RULE(DivergentBarrier, "divergent-barrier");

} // namespace

static Decision ofBlock(const Site &S) {
  bool AfterExit = S.Preset->Reason == ReasonId::BarrierAfterExit;
  const llvm::StringRef Name = S.Name;
  const std::string Whole = Name.starts_with("grid_group") ? "grid"
                            : Name.contains("cluster")     ? "cluster"
                                                           : "block";
  Decision D;
  D.Message = (S.Subject.empty() ? "'" : "the call of '") + S.Name + "' waits for " +
              (AfterExit ? "a " + Whole + " that threads may have left"
                         : "the whole " + Whole + ", but not all of its threads get here");
  D.Proof = S.Conv.Steps;
  D.What = *S.Preset;
  return D;
}

/// What the function itself shows: a condition within it, on lanes that differ. Where it is
/// called from may be some other lanes' business (`masked` callers), and a block's shape too.
static Decision ofWarp(const Site &S) {
  Decision D;
  const std::optional<Obstacle> &Why = S.Conv.Active.Why;
  if (S.Preset || !S.Lanes || !Why || Why->Kind != ObstacleKind::LaneDependent) {
    D.What = Leave{};
    return D;
  }
  const unsigned Lanes = *S.Lanes;
  D.Message =
      "'" + S.Name + "' waits for " +
      (Lanes == warpWidth() ? "the whole warp" : "all " + std::to_string(Lanes) + " lanes") +
      ", but not all of its lanes get here";
  D.What = Refusal{ReasonId::Divergent, Why->Text, Why->Where.valid() ? Why->Where : S.Loc,
                   "hoist it out of the branch, or compute the mask of the lanes that take the "
                   "branch with a ballot before it"};
  return D;
}

Decision DivergentBarrier::decide(const Site &S, const ProgramFacts &) const {
  return S.Kind == SiteKind::DivergentWait ? ofBlock(S) : ofWarp(S);
}
