//===- GroupAlias.cpp - members of groups by today's names ---------------------===//

#include "Rules/Common.h"

using namespace coopify;

namespace {

/// Before:  block.size(), block.group_dim(), grid.group_dim()
/// After:   block.num_threads(), block.dim_threads(), grid.dim_blocks()
///
/// The older ones are aliases of the newer (CUDA guide, "Legacy member functions (aliases)"). They
/// work, so it is the user's to ask for this.
class GroupAlias : public Rule {
public:
  llvm::StringRef id() const override { return "group-alias"; }
  llvm::StringRef summary() const override {
    return "size() and group_dim() of groups, to the names that they are aliases of";
  }
  RuleGroup group() const override { return RuleGroup::Explicit; }
  bool onByDefault() const override { return false; }
  bool handles(const Site &S) const override { return S.Kind == SiteKind::GroupAlias; }
  Decision decide(const Site &S, const ProgramFacts &) const override {
    Decision D;
    D.Message = "'" + S.Name + "()' is an older name of '" + findPiece(S, "edit")->Text + "()'";
    if (std::optional<Answer> Settled = settledAnswer(S)) {
      D.What = std::move(*Settled);
      return D;
    }
    if (!findPiece(S, "edit")->Range.valid() || S.Macro.Kind == MacroKind::Mixed) {
      D.What = macroRefusal(S, "the name is written by");
      return D;
    }
    D.Proof.push_back({S.Loc, "one is an alias of the other"});
    Rewrite R;
    R.Form = "todays-name";
    R.Params["name"] = findPiece(S, "edit")->Text;
    D.What = std::move(R);
    return D;
  }
  std::vector<Edit> render(const Site &S, const Rewrite &, const RenderContext &) const override {
    const PatternPart *Name = findPiece(S, "edit");
    return {{Name->Range, Name->Text}};
  }
};

REGISTER_RULE(GroupAlias, "group-alias");

} // namespace
