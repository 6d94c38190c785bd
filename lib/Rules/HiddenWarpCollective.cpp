//===- HiddenWarpCollective.cpp - the warp as a parameter of helpers -----------===//

#include "Rules/Common.h"

using namespace coopify;

namespace {

/// Before:  __device__ int sum(int v) { return v + __shfl_xor(v, 1); }   // in a header
///          __global__ void kernel(int *x) { x[threadIdx.x] = sum(x[threadIdx.x]); }
/// After:   __device__ int sum(const cg::thread_block_tile<32> &warp, int v) {
///            return v + warp.shfl_xor(v, 1); }
///          __global__ void kernel(int *x) {
///            auto warp = cg::tiled_partition<32>(cg::this_thread_block());
///            x[threadIdx.x] = sum(warp, x[threadIdx.x]); }
///
/// Which functions take the warp is decided where their own rewrites are (Rules/WarpHelpers.h).
/// Callers that nobody has seen no longer compile: they have to name who meets, where before they
/// would have gone on in silence (semantics D).
class HiddenWarpCollective : public Rule {
public:
  llvm::StringRef id() const override { return "hidden-warp-collective"; }
  llvm::StringRef summary() const override {
    return "helpers that wait for the warp, with callers that were not seen, take it as a "
           "parameter";
  }
  RuleGroup group() const override { return RuleGroup::Explicit; }
  bool handles(const Site &S) const override {
    return S.Kind == SiteKind::WarpSignature || S.Kind == SiteKind::WarpCall;
  }
  Decision decide(const Site &S, const ProgramFacts &Facts) const override;
  std::vector<Edit> render(const Site &S, const Rewrite &R,
                           const RenderContext &Context) const override;
};

REGISTER_RULE(HiddenWarpCollective, "hidden-warp-collective");

} // namespace

Decision HiddenWarpCollective::decide(const Site &S, const ProgramFacts &Facts) const {
  Decision D;
  const bool Call = S.Kind == SiteKind::WarpCall;
  D.Message = Call ? "'" + S.Name + "' waits for the warp, and this call does not say so"
                   : "'" + S.Name + "' waits for the warp, which its callers cannot see";
  GroupParameter Warp = Facts.warpParameter(S.Subject);
  D.Group = Warp.Group;
  if (std::optional<Answer> Settled = settledAnswer(S)) {
    D.What = std::move(*Settled);
    return D;
  }
  Rewrite R;
  R.Form = Call ? "warp-argument" : "warp-parameter";
  if (Call)
    R.Handles = {{HandleRequest::Tile, warpSizeText(), S.Function}};
  D.What = std::move(R);
  return D;
}

std::vector<Edit> HiddenWarpCollective::render(const Site &S, const Rewrite &,
                                               const RenderContext &Context) const {
  const std::string Warp = Context.handle({HandleRequest::Tile, warpSizeText(), S.Function}, S);
  if (S.Kind == SiteKind::WarpCall)
    return {insertAt(S.Range, true, Warp + separator(findPiece(S, "has-args")))};
  return {groupParameter(S, "thread_block_tile<" + warpSizeText() + ">", Warp, Context)};
}
