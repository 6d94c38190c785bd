//===- SuspiciousMask.cpp - lane masks that name other lanes than those that come ===//

#include "Rules/Common.h"

using namespace coopify;

namespace {

/// All lanes that a mask names must come to the same call with the same mask, and who calls must be
/// one of them (CUDA guide 10.19, 10.22; PTX ISA shfl.sync). What was migrated by search and
/// replace often breaks that. It is told, with the mask that would be right here; since the code
/// does not say which lanes were meant, nothing is rewritten.
class SuspiciousMask : public Rule {
public:
  llvm::StringRef id() const override { return "suspicious-mask"; }
  llvm::StringRef summary() const override {
    return "lane masks that name other lanes than those that come (report only)";
  }
  bool handles(const Site &S) const override { return S.Kind == SiteKind::MaskUse; }
  Decision decide(const Site &S, const ProgramFacts &Facts) const override;
  std::vector<Edit> render(const Site &, const Rewrite &, const RenderContext &) const override {
    return {};
  }
};

REGISTER_RULE(SuspiciousMask, "suspicious-mask");

} // namespace

/// What is right depends on who is here.
static std::string rightMask(const Site &S, const ProgramFacts &Facts) {
  const ActivityProof Here =
      proveActive(S, warpWidth(), Facts.proveReached(S.Conv, S.Function), "");
  if (!Here.Missing && Here.Assumptions.empty())
    return "all lanes of the warp that have not left the kernel come here: " +
           std::string(warpWidth() == SmallWarp ? "0xffffffff" : "~0ull") + ", or a tile of " +
           std::to_string(warpWidth()) + ", names them";
  return "compute the mask before the lanes part, by a ballot of their condition; where any lanes "
         "will do, take cg::coalesced_threads()";
}

/// With the rule of NVIDIA's guidelines for robust and safety-critical programming (3.0.1): 2.1, a
/// mask names the participating lanes alone; 2.3, the calling lane is one of them.
static std::string messageOf(const Site &S, ReasonId Reason) {
  switch (Reason) {
  case ReasonId::MissingMask:
    return "'" + S.Name + "' is called without its mask (CUDA-2.3)";
  case ReasonId::SignedBallot:
    return "what '" + S.Name + "' gives is compared as a signed number";
  case ReasonId::EmptyMask:
  case ReasonId::UnnamedCaller:
    return "the mask of '" + S.Name + "' does not name the lanes that come here (CUDA-2.3)";
  default:
    return "the mask of '" + S.Name + "' may not name the lanes that come here (CUDA-2.1)";
  }
}

/// Shown of all launches: blocks of whole warps, whose lanes all come and of which none has left.
static std::optional<Refusal> unnamedCaller(const Site &S, const ProgramFacts &Facts) {
  const PatternPart *Few = findPiece(S, "few-lanes");
  const Proven Here = Facts.proveReached(S.Conv, S.Function);
  const Proven Whole = Facts.prove(
      Uniformity{BlockWidth, {{AtomKind::BlockXMultipleOf32}}, std::nullopt}, S.Function);
  if (!Few || Here.Width < warpWidth() || Here.Exits || !Here.Assumptions.empty() ||
      Whole.Width < BlockWidth || !Whole.Assumptions.empty())
    return std::nullopt;
  return Refusal{ReasonId::UnnamedCaller, Few->Text, S.Loc, ""};
}

Decision SuspiciousMask::decide(const Site &S, const ProgramFacts &Facts) const {
  Decision D;
  if (std::optional<Answer> Settled = settledAnswer(S))
    D.What = std::move(*Settled);
  else if (std::optional<Refusal> Unnamed = unnamedCaller(S, Facts))
    D.What = std::move(*Unnamed);
  auto *Why = std::get_if<Refusal>(&D.What);
  D.Message = messageOf(S, Why ? Why->Reason : ReasonId::OtherLanes);
  if (Why && Why->Reason == ReasonId::ActiveMask)
    Why->Help = rightMask(S, Facts);
  return D;
}
