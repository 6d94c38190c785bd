//===- LaneArithmetic.cpp - lane numbers by hand ---------------------------===//

#include "Rules/Common.h"

using namespace coopify;

namespace {

/// Before:  int lane = threadIdx.x & 31;
/// After:   auto warp = cg::tiled_partition<32>(cg::this_thread_block());
///          int lane = warp.thread_rank();
///
/// Exact where threadIdx.x numbers the lanes: in blocks of one dimension or whose rows are whole
/// warps (semantics A.6, trap T15). What it replaces works as it is, so nobody gets it unasked.
/// `threadIdx.x / 32` stays: meta_group_rank() counts the warps of all rows.
class LaneArithmetic : public Rule {
public:
  llvm::StringRef id() const override { return "lane-arithmetic"; }
  llvm::StringRef summary() const override {
    return "threadIdx.x % 32 and %laneid to thread_rank() (off by default)";
  }
  bool onByDefault() const override { return false; }
  bool handles(const Site &S) const override { return S.Kind == SiteKind::LaneNumber; }
  Decision decide(const Site &S, const ProgramFacts &Facts) const override;
  std::vector<Edit> render(const Site &S, const Rewrite &R,
                           const RenderContext &Context) const override;
};

REGISTER_RULE(LaneArithmetic, "lane-arithmetic");

} // namespace

Decision LaneArithmetic::decide(const Site &S, const ProgramFacts &Facts) const {
  Decision D;
  D.Message = "'" + S.Name + "' numbers the lane by hand";
  if (std::optional<Answer> Settled = settledAnswer(S)) {
    D.What = std::move(*Settled);
    return D;
  }
  // The group is made at the function's top, where a warp has to be whole.
  Presence Here = lanesPresent(S, WarpWidth, Facts.prove(S.Conv, S.Function),
                               "leave it: nothing is wrong with the number itself");
  if (!Here.Missing)
    Here.Missing = threadNumbersLanes(S, Facts, Here);
  D.Proof = std::move(Here.Proof);
  if (Here.Missing) {
    D.What = std::move(*Here.Missing);
    return D;
  }
  Rewrite R;
  R.Form = "tile";
  R.Applies = Here.applies();
  R.Assumptions = std::move(Here.Assumptions);
  R.Handles = {{HandleRequest::Tile, "32", S.Function}};
  R.Params["before"] = findPiece(S, "lane")->Text;
  R.Params["after"] = findPiece(S, "end")->Text;
  D.What = std::move(R);
  return D;
}

std::vector<Edit> LaneArithmetic::render(const Site &S, const Rewrite &R,
                                         const RenderContext &Context) const {
  std::string Warp = Context.handle({HandleRequest::Tile, "32", S.Function}, S);
  return {{findPiece(S, "lane")->Range,
           R.Params.at("before") + Warp + ".thread_rank()" + R.Params.at("after")}};
}
