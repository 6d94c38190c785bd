//===- GridBarrier.cpp - waits for a whole grid, and their launches ----------===//

#include "Rules/Common.h"
#include "Rules/Render/Stencil.h"

using namespace coopify;

namespace {

/// Before:  kernel<<<grid, block>>>(a);                      // which waits: grid.sync()
/// After:   coopify::launch_cooperative(kernel, grid, block, 0, 0, a);
///
/// Blocks wait for each other only where all of them run at once, which a cooperative launch sees
/// to; without one grid.sync() is an error (CUDA guide, Grid Synchronization). It fails where the
/// grid does not fit, which another launch would not: unless the kernel comes to the wait whatever
/// it is passed, that is assumed.
///
/// Before:  if (threadIdx.x == 0) { atomicAdd(&count, 1); while (count < goal); }
///          __syncthreads();
/// After:   cg::this_grid().sync();
///          __syncthreads();
///
/// That the goal is the grid's blocks is assumed; such barriers and their launches go together. Any
/// other barrier that a program makes itself is told.
class GridBarrier : public Rule {
public:
  llvm::StringRef id() const override { return "grid-barrier"; }
  llvm::StringRef summary() const override {
    return "kernels that wait for their whole grid: cooperative launches; barriers by a counter";
  }
  bool handles(const Site &S) const override {
    return S.Kind == SiteKind::GridLaunch || S.Kind == SiteKind::GridBarrier;
  }
  Decision decide(const Site &S, const ProgramFacts &Facts) const override;
  std::vector<Edit> render(const Site &S, const Rewrite &R,
                           const RenderContext &Context) const override;
};

REGISTER_RULE(GridBarrier, "grid-barrier");

} // namespace

static Rewrite gridSync(const Site &S) {
  Rewrite R;
  R.Form = "grid-sync";
  R.Applies = Applicability::Assumed;
  R.Assumptions = {assumption::CountsBlocks};
  if (findPiece(S, "open-world"))
    R.Assumptions.push_back(assumption::KnownUnits);
  return R;
}

Decision GridBarrier::decide(const Site &S, const ProgramFacts &) const {
  Decision D;
  D.Message =
      S.Kind == SiteKind::GridBarrier
          ? "blocks wait for each other by '" + S.Name + "'"
          : "'" + S.Name + "' waits for its whole grid, and this launch is no cooperative one";
  D.Proof = S.Conv.Steps;
  if (const PatternPart *Kernel = findPiece(S, "group"))
    D.Group = "barriers by hand of " + Kernel->Text; // with all launches, or none of them
  if (std::optional<Answer> Settled = settledAnswer(S)) {
    D.What = std::move(*Settled);
    return D;
  }
  if (!warpLanes().writesCudaOnly()) {
    D.What = Refusal{
        ReasonId::NotCooperative,
        "coopify::launch_cooperative calls CUDA's runtime, which is not the only one here", S.Loc,
        "launch it by hipLaunchCooperativeKernel, or by the runtime's like, by hand"};
    return D;
  }
  if (S.Macro.Kind != MacroKind::None && S.Macro.Kind != MacroKind::Argument) {
    D.What = macroRefusal(S, "the launch is written by");
    return D;
  }
  if (S.Kind == SiteKind::GridBarrier) {
    D.What = gridSync(S);
    return D;
  }
  Rewrite R;
  R.Form = findPiece(S, "open") ? "cooperative-launch" : "cooperative-call";
  if (findPiece(S, "may-not-wait")) {
    R.Applies = Applicability::Assumed;
    R.Assumptions = {assumption::GridFits};
    if (findPiece(S, "by-hand"))
      R.Assumptions.push_back(assumption::CountsBlocks);
  } else {
    D.Proof.push_back({S.Loc, "every thread of the kernel comes there, and without a cooperative "
                              "launch that is an error"});
  }
  D.What = std::move(R);
  return D;
}

std::vector<Edit> GridBarrier::render(const Site &S, const Rewrite &,
                                      const RenderContext &Context) const {
  if (const PatternPart *Whole = findPiece(S, "whole")) {
    std::vector<Edit> Edits{Stencil("${cg}this_grid().sync();").edit(Whole->Range, S, Context)};
    for (const PatternPart &P : S.Parts)
      if (P.Role == "drop")
        Edits.push_back({P.Range, ""});
    return Edits;
  }
  const PatternPart *Callee = findPiece(S, "callee"), *Open = findPiece(S, "open"),
                    *Close = findPiece(S, "close");
  if (!Open)
    return {{Callee->Range, "cudaLaunchCooperativeKernel"}};
  Edit Begin = openAt(Callee->Range, "coopify::launch_cooperative(");
  Begin.Needs = {GroupHeader::Launch};
  // Of grid, block, shared memory and stream the last two may be missing.
  std::string Rest;
  for (unsigned I = std::stoul(Close->Text); I < 4; ++I)
    Rest += ", 0";
  return {
      Begin, {Open->Range, ", "}, {Close->Range, Rest + (findPiece(S, "has-args") ? ", " : "")}};
}
