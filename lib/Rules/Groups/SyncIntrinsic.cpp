//===- SyncIntrinsic.cpp - collectives of the whole warp, as members of its tile ===//

#include "Rules/Common.h"

#include "Model/WarpIntrinsics.h"

using namespace coopify;

namespace {

/// Before:  v += __shfl_down_sync(0xffffffff, v, 4);
///          __syncwarp();
/// After:   auto warp = cg::tiled_partition<32>(cg::this_thread_block());
///          v += warp.shfl_down(v, 4);
///          warp.sync();
///
/// The members of a tile of 32 are these instructions with this mask (cooperative_groups.h,
/// build_mask()), so the rewrite is exact whoever comes. Where lanes are seen to be missing the
/// mask is the mistake, and a tile would only hide it.
class SyncIntrinsic : public Rule {
public:
  llvm::StringRef id() const override { return "sync-intrinsic"; }
  llvm::StringRef summary() const override {
    return "collectives with a mask of all lanes to the members of a tile of 32";
  }
  RuleGroup group() const override { return RuleGroup::Explicit; }
  bool onByDefault() const override { return false; }
  bool handles(const Site &S) const override { return S.Kind == SiteKind::SyncCall; }
  Decision decide(const Site &S, const ProgramFacts &Facts) const override;
  std::vector<Edit> render(const Site &S, const Rewrite &R,
                           const RenderContext &Context) const override;
};

REGISTER_RULE(SyncIntrinsic, "sync-intrinsic");

} // namespace

static bool isShuffle(const Site &S) { return llvm::StringRef(S.Name).starts_with("__shfl"); }

/// A shuffle's width, if there is one, is the warp's.
static bool isOfWarp(const Site &S) {
  return !isShuffle(S) || S.Args.size() == 3 ||
         (S.Args.size() == 4 && S.Args[3].Constant == warpWidth() && isInside(S.Args[3].Range, S) &&
          isInside(S.Args[2].Range, S));
}

Decision SyncIntrinsic::decide(const Site &S, const ProgramFacts &Facts) const {
  Decision D;
  D.Message = "'" + S.Name + "' names all lanes of the warp, as a tile of " +
              std::to_string(warpWidth()) + " does";
  if (std::optional<Answer> Settled = settledAnswer(S)) {
    D.What = std::move(*Settled);
    return D;
  }
  if (!findPiece(S, "mask") || !isOfWarp(S)) // what it names is not what it is about
    return D;
  ActivityProof Here =
      proveActive(S, warpWidth(), Facts.prove(S.Conv, S.Function),
                  "name the lanes that come, or let all of them come: see suspicious-mask");
  if (Here.Missing && Here.Missing->Reason == ReasonId::Divergent) {
    D.Proof = std::move(Here.Proof);
    D.What = std::move(*Here.Missing);
    return D;
  }
  if (isShuffle(S) && !S.Args[1].Plain &&
      (S.Args[1].ParamType.empty() || !isInside(S.Args[1].Range, S))) {
    D.What = Refusal{ReasonId::ValueType,
                     "the type that '" + S.Args[1].Text + "' is passed as cannot be written there",
                     S.Loc, "convert the value before the call"};
    return D;
  }
  D.Proof.push_back({S.Loc, "the member is the same instruction with the same mask"});
  Rewrite R;
  R.Form = "tile";
  R.Handles = {{HandleRequest::Tile, warpSizeText(), S.Function}};
  if (isShuffle(S) && !S.Args[1].Plain)
    R.Params["cast"] = S.Args[1].ParamType;
  // HIP's masks have 64 bits, and a tile's as many as the warp has lanes.
  if (S.Name == "__ballot_sync" && !warpLanes().OnlyCuda &&
      (warpWidth() == SmallWarp || warpLanes().Differ))
    R.Params["result"] = "unsigned long long";
  D.What = std::move(R);
  return D;
}

std::vector<Edit> SyncIntrinsic::render(const Site &S, const Rewrite &R,
                                        const RenderContext &Context) const {
  const std::string Tile = Context.handle({HandleRequest::Tile, warpSizeText(), S.Function}, S);
  std::vector<Edit> Edits{{S.Callee, Tile + "." + findWarpIntrinsic(S.Name)->Member.str()}};
  if (const PatternPart *Mask = findPiece(S, "mask"); Mask->Range.Begin != Mask->Range.End)
    Edits.push_back({Mask->Range, ""});
  if (auto Cast = R.Params.find("cast"); Cast != R.Params.end()) {
    Edits.push_back(openAt(S.Args[1].Range, "static_cast<" + Cast->second + ">("));
    Edits.push_back(closeAt(S.Args[1].Range, ")"));
  }
  if (auto Result = R.Params.find("result"); Result != R.Params.end()) {
    Edits.push_back(openAt(S.Range, "static_cast<" + Result->second + ">("));
    Edits.push_back(closeAt(S.Range, ")"));
  }
  if (isShuffle(S) && S.Args.size() > 3)
    Edits.push_back({{S.Range.File, S.Args[2].Range.End, S.Args[3].Range.End}, ""});
  return Edits;
}
