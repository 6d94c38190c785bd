//===- DynamicTile.cpp - tiles whose size is an argument, to those of a type -------===//

#include "Rules/Common.h"

using namespace coopify;

namespace {

/// Before:  cg::thread_group tile = cg::tiled_partition(block, 8);
/// After:   auto tile = cg::tiled_partition<8>(block);
///
/// What a thread_group is, its members ask each time; a tile of a type has its mask and its size at
/// compile time (seed 000; CUDA guide, Thread Block Tile). The partition is the same, whoever
/// comes.
class DynamicTile : public Rule {
public:
  llvm::StringRef id() const override { return "dynamic-tile"; }
  llvm::StringRef summary() const override {
    return "tiles whose size is an argument to tiles of a fixed size";
  }
  RuleGroup group() const override { return RuleGroup::Explicit; }
  bool onByDefault() const override { return false; }
  bool handles(const Site &S) const override { return S.Kind == SiteKind::DynamicTile; }
  Decision decide(const Site &S, const ProgramFacts &Facts) const override;
  std::vector<Edit> render(const Site &S, const Rewrite &, const RenderContext &) const override {
    std::vector<Edit> Edits;
    for (const PatternPart &P : S.Parts)
      if (P.Role == "edit")
        Edits.push_back({P.Range, P.Text});
    return Edits;
  }
};

REGISTER_RULE(DynamicTile, "dynamic-tile");

} // namespace

Decision DynamicTile::decide(const Site &S, const ProgramFacts &Facts) const {
  Decision D;
  D.Message = "what group this is, is known here, and its members find it out each time";
  if (std::optional<Answer> Settled = settledAnswer(S)) {
    D.What = std::move(*Settled);
    return D;
  }
  if (S.Macro.Kind != MacroKind::None) {
    D.What = macroRefusal(S, "the group is made by");
    return D;
  }
  ActivityProof Here;
  if (std::optional<Refusal> Missing = proveAll(S, Facts, Here)) {
    D.What = std::move(*Missing);
    return D;
  }
  D.Proof = std::move(Here.Proof);
  D.Proof.push_back({S.Loc, "it is the same partition, whoever comes"});
  Rewrite R;
  R.Form = "fixed-size";
  R.Applies = Here.applies();
  R.Assumptions = std::move(Here.Assumptions);
  D.What = std::move(R);
  D.Group = "tiles of " + S.Function; // one may be made of the other
  return D;
}
