//===- DeviceSideSync.cpp - kernels that wait for their children --------------===//

#include "Rules/Common.h"

using namespace coopify;

namespace {

/// Before:  child<<<n, 128>>>(p);          After:  child<<<n, 128>>>(p);
///          cudaDeviceSynchronize();
///        }                                      }
///
/// CUDA 12 has cudaDeviceSynchronize() in device code only where CUDA_FORCE_CDP1_IF_SUPPORTED asks
/// for it, and sm_90 never had it. At a kernel's end it does nothing that the end does not: a
/// parent is done when all its children are. Between two launches into the block's own stream the
/// stream has that order (CUDA guide, Dynamic Parallelism: Parent and Child Grids, Streams). Where
/// the parent goes on otherwise, the rest must become a kernel that is launched into
/// cudaStreamTailLaunch; which memory that needs is for people to say.
class DeviceSideSync : public Rule {
public:
  llvm::StringRef id() const override { return "device-side-sync"; }
  llvm::StringRef summary() const override {
    return "cudaDeviceSynchronize() in device code, which sm_90 and CUDA 12 by default do not have";
  }
  bool handles(const Site &S) const override { return S.Kind == SiteKind::DeviceSync; }
  Decision decide(const Site &S, const ProgramFacts &Facts) const override;
  std::vector<Edit> render(const Site &S, const Rewrite &R,
                           const RenderContext &Context) const override;
};

REGISTER_RULE(DeviceSideSync, "device-side-sync");

} // namespace

Decision DeviceSideSync::decide(const Site &S, const ProgramFacts &) const {
  Decision D;
  D.Message = "'" + S.Name +
              "' in device code is not there for sm_90 and later, nor by default since CUDA 12";
  if (S.Preset && S.Preset->Reason == ReasonId::ChildMemory)
    D.Message = "'" + S.Name + "' is launched with memory that it does not see";
  if (std::optional<Answer> Settled = settledAnswer(S)) {
    D.What = std::move(*Settled);
    return D;
  }
  if (S.Macro.Kind != MacroKind::None) {
    D.What = macroRefusal(S, "the call is written by");
    return D;
  }
  D.Proof.push_back({S.Loc, "nothing of the parent comes behind it that counts on its children: a "
                            "parent kernel is done when all its children are"});
  if (findPiece(S, "launches"))
    D.Proof.push_back({S.Loc,
                       "what is launched behind it goes into the block's own stream, as what "
                       "came before, and begins when that is done"});
  Rewrite R;
  R.Form = "implicit-join";
  R.Applies = Applicability::Assumed;
  R.Assumptions = {assumption::PendingLaunches};
  D.What = std::move(R);
  return D;
}

std::vector<Edit> DeviceSideSync::render(const Site &S, const Rewrite &,
                                         const RenderContext &) const {
  const PatternPart *Statement = findPiece(S, "statement");
  return {{Statement->Range, Statement->Text}};
}
