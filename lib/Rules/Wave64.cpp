//===- Wave64.cpp - code for warps of 32 lanes, where they have 64 ----------===//

#include "Rules/Common.h"

using namespace coopify;

namespace {

/// Reports what counts 32 lanes, or has bits for 32, in code whose warps have 64: AMD's gfx9, and
/// MXMACA. Where a function's masks have 32 bits and that is all, they can have 64: that means
/// something else than what stands there, so it is for who grants that all lanes are meant.
///
/// Before:  count += __popc(__ballot(p) & ((1u << lane) - 1));
/// After:   count += __popcll(__ballot(p) & ((1ull << lane) - 1));
///
/// Of CUDA code, whose warps have 32, it is what a port has to look at: where --target or
/// --checks asks for it.
class Wave64 : public Rule {
public:
  llvm::StringRef id() const override { return "wave64"; }
  llvm::StringRef summary() const override {
    return "code for warps of 32 lanes where they have 64: 31, 32, 0xffffffff, masks in an int";
  }
  llvm::ArrayRef<LinkSwitch> switches() const override {
    static constexpr LinkSwitch Switches[] = {{"OfCuda", &LinkOptions::AuditWave64}};
    return Switches;
  }
  bool handles(const Site &S) const override { return S.Kind == SiteKind::WaveWidth; }
  Decision decide(const Site &S, const ProgramFacts &Facts) const override {
    Decision D;
    D.Message = S.Name;
    const bool OfTarget = S.Preset && S.Preset->Reason == ReasonId::OtherWarp;
    if ((OfTarget && !warpLanes().Ports) ||
        (warpWidth() == SmallWarp && !Facts.options().AuditWave64))
      D.What = Leave{};
    else if (S.NotASite)
      D.What = Leave{S.NotASite};
    else if (isMended(S, Facts))
      mend(D, S);
    else
      D.What = *S.Preset;
    return D;
  }
  std::vector<Edit> render(const Site &S, const Rewrite &, const RenderContext &) const override {
    const PatternPart *Wide = findPiece(S, "wide");
    return {{Wide->Range, Wide->Text}};
  }

private:
  /// Half a mend is none: a bit for each lane, and a number for every second one.
  static bool isMended(const Site &S, const ProgramFacts &Facts) {
    return llvm::all_of(Facts.sites(), [&](const Site &Other) {
      return Other.Kind != SiteKind::WaveWidth || Other.Function != S.Function ||
             findPiece(Other, "wide") || Other.NotASite;
    });
  }
  static void mend(Decision &D, const Site &S) {
    Rewrite To;
    To.Form = "64-bit-mask";
    To.Applies = Applicability::Assumed;
    To.Assumptions = {assumption::AllOf64};
    D.What = std::move(To);
    D.Proof = {{S.Loc, S.Preset->Text + "; " + S.Preset->Help}};
    D.Group = "wave64 " + S.Function;
  }
};

REGISTER_RULE(Wave64, "wave64");

} // namespace
