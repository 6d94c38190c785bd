//===- Wave64.cpp - code for warps of 32 lanes, where they have 64 ----------===//

#include "Rules/Common.h"

using namespace coopify;

namespace {

/// Reports what counts 32 lanes, or has bits for 32, in code whose warps have 64: AMD's gfx9, and
/// MXMACA. Of CUDA code, whose warps have 32, it is what a port has to look at: where --target or
/// --checks asks for it.
class Wave64 : public Rule {
public:
  llvm::StringRef id() const override { return "wave64"; }
  llvm::StringRef summary() const override {
    return "code for warps of 32 lanes where they have 64: 31, 32, 0xffffffff, masks in an int "
           "(report only)";
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
    else
      D.What = *S.Preset;
    return D;
  }
  std::vector<Edit> render(const Site &, const Rewrite &, const RenderContext &) const override {
    return {};
  }
};

REGISTER_RULE(Wave64, "wave64");

} // namespace
