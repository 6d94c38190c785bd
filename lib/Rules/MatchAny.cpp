//===- MatchAny.cpp - loops that find the lanes with an equal key ----------===//

#include "Model/Output/Placeholders.h"
#include "Rules/Render/Stencil.h"
#include "Rules/ValueRule.h"

using namespace coopify;

namespace {

/// Before:  unsigned unclaimed = 0xffffffff;
///          do {
///            is_peer = key == __shfl(key, __ffs(unclaimed) - 1);
///            peers = __ballot(is_peer);
///            unclaimed ^= peers;
///          } while (!is_peer);
/// After:   auto lanes = coopify::masked_warp::full();
///          peers = lanes.match_any(key);
///
/// Before:  for (int i = 0; i < 32; ++i) {
///            int other = __shfl_sync(mask, key, i);
///            unsigned same = __ballot_sync(mask, other == key);
///            if (i == lane) peers = same;
///          }
/// After:   peers = coopify::match_any_sync(mask, key);
///
/// Exact whoever comes: a mask names who takes part, in both. Without one it is exact where all
/// lanes that have not exited enter the loop: each leaves with the lanes whose key is its own
/// (semantics F). With a full mask, the loop itself would wait in its second turn for the lanes
/// that left in the first (trap T8). masked_warp and not a tile: it has match_any below sm_70 too.
class MatchAny : public ValueRule {
public:
  llvm::StringRef id() const override { return "match-any"; }
  llvm::StringRef summary() const override {
    return "loops that search the warp for equal values, to match_any";
  }
  bool handles(const Site &S) const override { return S.Kind == SiteKind::MatchLoop; }

  Decision decide(const Site &S, const ProgramFacts &Facts) const override {
    if (!findPiece(S, "mask") || settledAnswer(S))
      return ValueRule::decide(S, Facts);
    Decision D;
    D.Message = message(S);
    ActivityProof Here;
    Here.Missing = proveAll(S, Facts, Here);
    D.Proof = std::move(Here.Proof);
    if (Here.Missing) {
      D.What = std::move(*Here.Missing);
      return D;
    }
    D.Proof.push_back({S.Loc, "the lanes that the mask names take part in both"});
    Rewrite R;
    R.Form = "match-any-sync";
    R.Applies = Here.applies();
    R.Assumptions = std::move(Here.Assumptions);
    R.NamesRuntime = true;
    R.Params["text"] = textOf(S);
    D.What = std::move(R);
    return D;
  }
  std::vector<Edit> render(const Site &S, const Rewrite &R,
                           const RenderContext &Context) const override {
    std::vector<Edit> Edits = ValueRule::render(S, R, Context);
    if (R.NamesRuntime)
      for (Edit &E : Edits)
        E.Needs |= {GroupHeader::MaskedWarp};
    return Edits;
  }

protected:
  std::string message(const Site &S) const override {
    return "this loop finds the lanes whose '" + S.Name + "' is equal";
  }
  std::string value(const Site &S) const override {
    if (const PatternPart *Mask = findPiece(S, "mask"))
      return "coopify::match_any_sync(" + placeholder::verbatim(Mask->Text) + ", " +
             placeholder::verbatim(S.Name) + ")";
    return placeholder::Lanes.str() + memberOfBranch(S);
  }
  std::string memberOfBranch(const Site &S) const override {
    return ".match_any(" + placeholder::verbatim(S.Name) + ")";
  }
  llvm::StringRef form() const override { return "match-any"; }
  llvm::StringRef help() const override {
    return "enter the loop where all lanes are, or take the lanes before the branch "
           "(mask = warp.ballot(condition)) and call coopify::match_any_sync(mask, key) inside";
  }
};

REGISTER_RULE(MatchAny, "match-any");

} // namespace
