//===- GroupCreation.cpp - groups that are made where lanes part --------------===//

#include "Rules/Common.h"

using namespace coopify;

namespace {

/// Before:  if (x > 0) {
///            auto tile = cg::tiled_partition<32>(cg::this_thread_block());
///            v = tile.shfl(v, 0);
///          }
/// After:   auto warp = cg::tiled_partition<32>(cg::this_thread_block());
///          if (x > 0) {
///            v = warp.shfl(v, 0);
///          }
///
/// Groups are to be made by all threads of their parent, before they part (CUDA guide, Implicit
/// Groups, Partitioning Groups). A block and its tiles of fixed size are the same wherever they are
/// made; what a branch was meant to capture, cg::coalesced_threads() does, which stays.
class GroupCreation : public Rule {
public:
  llvm::StringRef id() const override { return "group-creation"; }
  llvm::StringRef summary() const override {
    return "groups that are made under a branch, to the top of the function";
  }
  bool onByDefault() const override { return false; }
  bool handles(const Site &S) const override { return S.Kind == SiteKind::GroupMade; }
  Decision decide(const Site &S, const ProgramFacts &Facts) const override;
  std::vector<Edit> render(const Site &S, const Rewrite &R,
                           const RenderContext &Context) const override;
};

REGISTER_RULE(GroupCreation, "group-creation");

} // namespace

static HandleRequest groupAtTop(const Site &S) {
  const std::string &Group = findPiece(S, "group")->Text;
  if (Group == "block")
    return {HandleRequest::Block, "", S.Function};
  return {HandleRequest::Tile, Group, S.Function, {}, /*OfBlock=*/true};
}

Decision GroupCreation::decide(const Site &S, const ProgramFacts &) const {
  Decision D;
  D.Message = "'" + S.Name + "' is made where only some threads of its block come";
  if (std::optional<Answer> Settled = settledAnswer(S)) {
    D.What = std::move(*Settled);
    return D;
  }
  if (S.Macro.Kind != MacroKind::None) {
    D.What = macroRefusal(S, "the group is made by");
    return D;
  }
  if (const std::optional<Obstacle> &Why = S.Conv.Active.Why)
    D.Proof.push_back({Why->Where, Why->Text});
  else if (S.Conv.Exits)
    D.Proof.push_back({S.Loc, "threads of the block may have left the kernel before"});
  D.Proof.push_back({S.Loc, "the group is the same wherever it is made"});
  Rewrite R;
  R.Form = "made-at-top";
  R.Handles = {groupAtTop(S)};
  D.What = std::move(R);
  D.Group = "groups of " + S.Function; // one may be made of the other
  return D;
}

std::vector<Edit> GroupCreation::render(const Site &S, const Rewrite &R,
                                        const RenderContext &Context) const {
  const std::string Name = Context.handle(R.Handles.front(), S);
  std::vector<Edit> Edits;
  for (const PatternPart &P : S.Parts)
    if (P.Role != "group")
      Edits.push_back({P.Range, P.Role == "use" ? Name : ""});
  return Edits;
}
