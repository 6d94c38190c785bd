//===- OpportunisticGroup.cpp - leader election by __ballot(1) ------------===//
//
// Before:                                      After:
//   unsigned m = __ballot(1);                    auto active = cg::coalesced_threads();
//   int leader = __ffs(m) - 1;
//   int base;                                    int base = 0;
//   if (lane == leader)                          if (active.thread_rank() == 0)
//     base = atomicAdd(p, __popc(m));              base = atomicAdd(p, active.size());
//   base = __shfl(base, leader);                 base = active.shfl(base, 0);
//   return base + __popc(m & lanemask_lt);       return base + active.thread_rank();
//
// Exact wherever the lanes that vote are the lanes that shuffle: every use of
// the mask and of the leader's number must be one of those above, because a
// coalesced group counts its lanes anew (semantics A.2, 0.3; trap T9).
//
//===----------------------------------------------------------------------===//

#include "Model/Output/Placeholders.h"
#include "Rules/Common.h"
#include "Rules/Render/Stencil.h"

#include "llvm/ADT/StringSwitch.h"

using llvm::StringRef;
using namespace coopify;

namespace {

class OpportunisticGroup : public Rule {
public:
  StringRef id() const override { return "opportunistic-group"; }
  StringRef summary() const override {
    return "leader election and warp-aggregated atomics among the lanes that happen to be here";
  }
  bool handles(const Site &S) const override { return S.Kind == SiteKind::OpportunisticGroup; }

  Decision decide(const Site &S, const ProgramFacts &Facts) const override {
    Decision D;
    D.Message = "'" + S.Name + "' elects a leader " +
                (findPiece(S, "label") ? "for each key " : "") + "among the lanes that are here";
    if (std::optional<Answer> Settled = settledAnswer(S)) {
      if (S.Name == "__activemask" || S.Name == "__match_any_sync")
        D.Message = "'__activemask' names lanes that happen to be here";
      D.What = std::move(*Settled);
      return D;
    }
    ActivityProof Here;
    std::optional<Refusal> Why = proveAll(S, Facts, Here);
    D.Proof = std::move(Here.Proof);
    if (Why) {
      D.What = std::move(*Why);
      return D;
    }
    Rewrite R;
    R.Form = findPiece(S, "label") ? "labeled" : "coalesced";
    R.Applies = Here.applies();
    R.Assumptions = std::move(Here.Assumptions);
    D.Proof.push_back({S.Loc,
                       "the lanes that are counted here are the lanes that shuffle, and every "
                       "use of the mask is by rank, count or leader"});
    D.What = R;
    return D;
  }

  std::vector<Edit> render(const Site &S, const Rewrite &,
                           const RenderContext &Context) const override {
    std::vector<Edit> Edits;
    for (const PatternPart &P : S.Parts)
      if (P.Role != "claims" && P.Role != "label")
        Edits.push_back(Stencil(textFor(S, P.Role)).edit(P.Range, S, Context));
    return Edits;
  }

private:
  /// What stands in the place of a piece.
  static std::string textFor(const Site &S, StringRef Role) {
    const PatternPart *Label = findPiece(S, "label"), *Mask = findPiece(S, "mask-decl");
    std::string Text = textFor(Role).str();
    if (Label && Role == "mask-decl")
      Text = "auto ${name:active} = ${cg}labeled_partition(${cg}coalesced_threads(), " +
             placeholder::verbatim(Label->Text) + ")";
    const StringRef Wanted = Label ? "peers" : "active";
    // The mask's own name where it says what the group is.
    const std::string Name =
        Mask && Mask->Text == Wanted ? Wanted.str() : ("${name:" + Wanted + "}").str();
    if (size_t At = Text.find(GroupName); At != std::string::npos)
      Text.replace(At, GroupName.size(), Name);
    return Text;
  }
  static constexpr StringRef GroupName = "${name:active}";
  static StringRef textFor(StringRef Role) {
    return llvm::StringSwitch<StringRef>(Role)
        .Case("mask-decl", "auto ${name:active} = ${cg}coalesced_threads()")
        .Case("count", "${name:active}.size()")
        .Case("count-int", "static_cast<int>(${name:active}.size())")
        .Case("rank", "${name:active}.thread_rank()")
        .Case("rank-int", "static_cast<int>(${name:active}.thread_rank())")
        .Case("elect", "${name:active}.thread_rank() == 0")
        .Case("elect-not", "${name:active}.thread_rank() != 0")
        .Case("shuffle", "${name:active}.shfl")
        .Case("leader", "0")
        .Case("vote", "${name:active}.ballot")
        .Case("lower", "((1u << ${name:active}.thread_rank()) - 1)")
        .Case("zero", " = 0")
        .Default(""); // drop
  }
};

} // namespace

REGISTER_RULE(OpportunisticGroup, "opportunistic-group");
