//===- MatchAny.cpp - loops that find the lanes with an equal key ----------===//

#include "Rules/Common.h"

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
/// Exact where all lanes that have not exited enter the loop: each leaves with the lanes whose key
/// is its own (semantics F). With a full mask, the loop itself would wait in its second turn for
/// the lanes that left in the first (trap T8). masked_warp and not a tile: it has match_any below
/// sm_70 too.
class MatchAny : public Rule {
public:
  llvm::StringRef id() const override { return "match-any"; }
  llvm::StringRef summary() const override {
    return "loops that search the warp for equal values, to match_any";
  }
  bool handles(const Site &S) const override { return S.Kind == SiteKind::MatchLoop; }
  Decision decide(const Site &S, const ProgramFacts &Facts) const override;
  std::vector<Edit> render(const Site &S, const Rewrite &R,
                           const RenderContext &Context) const override;
};

REGISTER_RULE(MatchAny, "match-any");

} // namespace

static constexpr const char *Help =
    "enter the loop where all lanes are, or take the lanes before the branch "
    "(mask = warp.ballot(condition)) and call coopify::match_any_sync(mask, key) inside";

Decision MatchAny::decide(const Site &S, const ProgramFacts &Facts) const {
  Decision D;
  D.Message = "this loop finds the lanes whose '" + S.Name + "' is equal";
  if (std::optional<Answer> Settled = settledAnswer(S)) {
    D.What = std::move(*Settled);
    return D;
  }
  Presence Here = lanesPresent(S, WarpWidth, Facts.prove(S.Conv, S.Function), Help);
  if (!Here.Missing)
    Here.Missing = threadNumbersLanes(S, Facts, Here);
  D.Proof = std::move(Here.Proof);
  if (Here.Missing) {
    D.What = std::move(*Here.Missing);
    return D;
  }
  Rewrite R;
  R.Form = "match-any";
  R.Applies = Here.applies();
  R.Assumptions = std::move(Here.Assumptions);
  R.Handles = {{HandleRequest::Lanes, "", S.Function}};
  R.Params["before"] = findPiece(S, "loop")->Text;
  R.Params["after"] = findPiece(S, "end")->Text;
  D.What = std::move(R);
  return D;
}

std::vector<Edit> MatchAny::render(const Site &S, const Rewrite &R,
                                   const RenderContext &Context) const {
  std::string Lanes = Context.handle({HandleRequest::Lanes, "", S.Function}, S);
  std::vector<Edit> Edits;
  for (const Piece &P : S.Pieces) {
    if (P.Role == "drop")
      Edits.push_back({P.Range, ""});
    if (P.Role == "loop")
      Edits.push_back({P.Range, R.Params.at("before") + Lanes + ".match_any(" + S.Name + ")" +
                                    R.Params.at("after")});
  }
  return Edits;
}
