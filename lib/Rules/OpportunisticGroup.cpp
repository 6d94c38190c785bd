//===- OpportunisticGroup.cpp - leader election by __ballot(1) ------------===//
//
// Before:                                      After:
//   unsigned m = __ballot(1);                    auto active = cg::coalesced_threads();
//   int leader = __ffs(m) - 1;
//   int base;                                    int base = 0;
//   if (lane == leader)                          if (active.thread_rank() == 0)
//     base = atomicAdd(p, __popc(m));              base = atomicAdd(p, active.num_threads());
//   base = __shfl(base, leader);                 base = active.shfl(base, 0);
//   return base + __popc(m & lanemask_lt);       return base + active.thread_rank();
//
// Exact wherever the lanes that vote are the lanes that shuffle: every use of
// the mask and of the leader's number must be one of those above, because a
// coalesced group counts its lanes anew (semantics A.2, 0.3; trap T9).
//
//===----------------------------------------------------------------------===//

#include "Rules/Rule.h"

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
    D.Message = "'" + S.Name + "' elects a leader among the lanes that are here";
    if (S.Preset) {
      D.What = *S.Preset;
      return D;
    }
    Rewrite R;
    R.Form = "coalesced";
    for (const Argument &A : S.Args)
      if (std::optional<Refusal> Why = check(A, S, Facts, R, D)) {
        D.What = *Why;
        return D;
      }
    if (!R.Assumptions.empty())
      R.Applies = Applicability::Assumed;
    D.Proof.push_back({S.Loc,
                       "the lanes that are counted here are the lanes that shuffle, and every "
                       "use of the mask is by rank, count or leader"});
    D.What = R;
    return D;
  }

  std::vector<Edit> render(const Site &S, const Rewrite &,
                           const RenderContext &Context) const override {
    std::string Name = Context.freshName("active", S), Groups = Context.groups(S.Range.File);
    std::vector<Edit> Edits;
    for (const Piece &P : S.Pieces)
      if (P.Role != "claims")
        Edits.push_back({P.Range, text(P.Role, Name, Groups)});
    return Edits;
  }

private:
  /// An address that the leader adds to for all, or (without a type) threadIdx.x as the lane.
  static std::optional<Refusal> check(const Argument &A, const Site &S, const ProgramFacts &Facts,
                                      Rewrite &R, Decision &D) {
    Proven P = Facts.prove(A.Uniform, S.Function);
    Obstacle Why = P.Why.value_or(Obstacle());
    bool Address = !A.Type.empty();
    if (P.Width < WarpWidth && !Address)
      return Refusal{ReasonId::Divergent,
                     "'threadIdx.x' is not provably the lane index: " + Why.Text, Why.Where,
                     "compute the lane from the linear thread index"};
    if (P.Width < WarpWidth && Why.Kind == ObstacleKind::LaneDependent)
      return Refusal{ReasonId::Divergent,
                     "the leader adds to its own '" + A.Text + "' for all lanes, and " + Why.Text,
                     Why.Where,
                     "let the lanes with one address elect a leader of their own "
                     "(coopify::match_any of the address)"};
    if (P.Width < WarpWidth)
      P.Assumptions.push_back(assumption::UniformArguments);
    R.Assumptions.insert(R.Assumptions.end(), P.Assumptions.begin(), P.Assumptions.end());
    llvm::sort(R.Assumptions);
    R.Assumptions.erase(llvm::unique(R.Assumptions), R.Assumptions.end());
    llvm::append_range(D.Proof, P.Steps);
    return std::nullopt;
  }
  static std::string text(StringRef Role, const std::string &Name, const std::string &Groups) {
    return llvm::StringSwitch<std::string>(Role)
        .Case("mask-decl", "auto " + Name + " = " + Groups + "coalesced_threads()")
        .Case("count", Name + ".num_threads()")
        .Case("count-int", "static_cast<int>(" + Name + ".num_threads())")
        .Case("rank", Name + ".thread_rank()")
        .Case("rank-int", "static_cast<int>(" + Name + ".thread_rank())")
        .Case("elect", Name + ".thread_rank() == 0")
        .Case("elect-not", Name + ".thread_rank() != 0")
        .Case("shuffle", Name + ".shfl")
        .Case("leader", "0")
        .Case("zero", " = 0")
        .Default(""); // drop
  }
};

} // namespace

REGISTER_RULE(OpportunisticGroup, "opportunistic-group");
