//===- DeprecatedGroupApi.cpp - names of groups that CUDA 12 took away -----------===//

#include "Rules/Common.h"
#include "Rules/Render/Stencil.h"

using namespace coopify;

namespace {

/// Before:  __shared__ cg::experimental::block_tile_memory<4, 256> memory;
///          auto block = cg::experimental::this_thread_block(memory);
///          auto tile = cg::experimental::tiled_partition<128>(block);
/// After:   __shared__ cg::block_tile_memory<256> memory;
///          auto block = cg::this_thread_block(memory);
///          auto tile = cg::tiled_partition<128>(block);
///
/// The same functions: the first argument of the memory only said how much a collective exchanges
/// at once (CUDA 11 guide, Thread Block Tile of size larger than 32; seed 004, 4.2.1.3).
class DeprecatedGroupApi : public Rule {
public:
  llvm::StringRef id() const override { return "deprecated-group-api"; }
  llvm::StringRef summary() const override {
    return "cooperative_groups::experimental, to the names that CUDA 12 has";
  }
  bool handles(const Site &S) const override { return S.Kind == SiteKind::DeprecatedGroupApi; }
  Decision decide(const Site &S, const ProgramFacts &) const override {
    Decision D;
    D.Message =
        "'experimental::" + S.Name + "' was removed (CUDA 12 has it without 'experimental')";
    if (std::optional<Answer> Settled = settledAnswer(S)) {
      D.What = std::move(*Settled);
      return D;
    }
    if (S.Macro.Kind != MacroKind::None) {
      D.What = macroRefusal(S, "the group is made by");
      return D;
    }
    D.Proof.push_back({S.Loc, "it is the same function under today's name"});
    Rewrite R;
    R.Form = "todays-name";
    D.What = std::move(R);
    D.Group = "experimental groups of " + S.Function; // the block of one is what others part
    return D;
  }
  std::vector<Edit> render(const Site &S, const Rewrite &,
                           const RenderContext &Context) const override {
    return renderPieces(S, Context);
  }
};

REGISTER_RULE(DeprecatedGroupApi, "deprecated-group-api");

} // namespace
