//===- InlinePtxWarp.cpp - shuffles and votes in inline assembly -----------===//

#include "Rules/Common.h"

using namespace coopify;

namespace {

/// Before:  asm("{ .reg .pred p; shfl.up.b32 %0|p, %1, %2, 0; @p add.u32 %0, %0, %1; }" ...);
/// After:   asm("{ .reg .pred p; shfl.sync.up.b32 %0|p, %1, %2, 0, 0xffffffff; @p ...
///
/// Exact where all lanes that have not exited are there: ".sync" adds nothing
/// but the wait for the lanes in the mask (PTX ISA, shfl.sync and vote.sync;
/// semantics A.4). A group's member would not do: it has no predicate
/// (trap T42). The segments of a shuffle are in its operand c, so that a smaller
/// mask is never needed.
class InlinePtxWarp : public Rule {
public:
  llvm::StringRef id() const override { return "inline-ptx-warp"; }
  llvm::StringRef summary() const override {
    return "shfl and vote in inline assembly to .sync with a member mask";
  }
  bool handles(const Site &S) const override { return S.Kind == SiteKind::Asm; }
  Decision decide(const Site &S, const ProgramFacts &Facts) const override;
  std::vector<Edit> render(const Site &S, const Rewrite &R,
                           const RenderContext &Context) const override;
};

REGISTER_RULE(InlinePtxWarp, "inline-ptx-warp");

} // namespace

Decision InlinePtxWarp::decide(const Site &S, const ProgramFacts &Facts) const {
  Decision D;
  const PatternPart *Opcode = findPiece(S, "opcode");
  D.Message = "'" + (Opcode ? Opcode->Text : S.Name) +
              "' without '.sync' was removed for sm_70 and later (ptxas rejects it)";
  if (std::optional<Answer> Settled = settledAnswer(S)) {
    D.What = std::move(*Settled);
    return D;
  }
  ActivityProof Here =
      proveActive(S, warpWidth(), Facts.prove(S.Conv, S.Function),
                  "hoist the asm out of the branch, or compute the mask with a ballot "
                  "before the branch and pass it to .sync");
  D.Proof = std::move(Here.Proof);
  if (Here.Missing) {
    D.What = std::move(*Here.Missing);
    return D;
  }
  if (!warpLanes().writesCudaOnly()) {
    D.What = Refusal{ReasonId::OtherWarp, "it is PTX, which the target does not have", S.Loc,
                     "write it as a call: a shuffle or vote of a tile of 32"};
    return D;
  }
  Rewrite R;
  R.Form = "member-mask";
  R.Applies = Here.applies();
  R.Assumptions = std::move(Here.Assumptions);
  D.What = std::move(R);
  return D;
}

std::vector<Edit> InlinePtxWarp::render(const Site &S, const Rewrite &,
                                        const RenderContext &) const {
  std::vector<Edit> Edits;
  for (const PatternPart &P : S.Parts)
    if (P.Role != "opcode")
      Edits.push_back({P.Range, P.Role == "sync" ? ".sync" : P.Text + "0xffffffff"});
  return Edits;
}
