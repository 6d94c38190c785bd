//===- MultiGrid.cpp - groups of several devices, and their launch ------------===//

#include "Rules/Common.h"

using namespace coopify;

namespace {

/// CUDA 13 has removed multi_grid_group, this_multi_grid() and
/// cudaLaunchCooperativeKernelMultiDevice() (release notes). There is no other function that waits
/// for threads of several devices, so nothing is rewritten: what stands for each use is told.
class MultiGrid : public Rule {
public:
  llvm::StringRef id() const override { return "multi-grid"; }
  llvm::StringRef summary() const override {
    return "groups of several devices and their launch, which CUDA 13 has removed (report only)";
  }
  bool handles(const Site &S) const override { return S.Kind == SiteKind::MultiGrid; }
  Decision decide(const Site &S, const ProgramFacts &) const override {
    Decision D;
    D.Message = "'" + S.Name + "' is about threads of several devices, and was removed";
    if (!warpLanes().OnlyCuda) // HIP and MXMACA have them (seed 003, 2.3.1.3)
      D.What = Leave{};
    else if (std::optional<Answer> Settled = settledAnswer(S))
      D.What = std::move(*Settled);
    return D;
  }
  std::vector<Edit> render(const Site &, const Rewrite &, const RenderContext &) const override {
    return {};
  }
};

REGISTER_RULE(MultiGrid, "multi-grid");

} // namespace
