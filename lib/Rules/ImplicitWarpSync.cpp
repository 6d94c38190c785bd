//===- ImplicitWarpSync.cpp - shared memory without barriers ---------------===//

#include "Rules/Common.h"

#include "llvm/ADT/STLExtras.h"

using namespace coopify;

namespace {

/// Before:  s[tid] += s[tid + 16];
/// After:   float other = s[tid + 16]; warp.sync(); s[tid] += other; warp.sync();
///
/// In lockstep all lanes have read before the first one writes, and have written before the first
/// one reads again (semantics C). A sync behind the statement keeps the second and not the first:
/// lane 0 reads s[16] while lane 16 writes it (trap T26). So each statement is taken apart.
class ImplicitWarpSync : public Rule {
public:
  llvm::StringRef id() const override { return "implicit-warp-sync"; }
  llvm::StringRef summary() const override {
    return "shared memory that lanes of a warp exchange without a barrier: tile.sync() between";
  }
  bool handles(const Site &S) const override { return S.Kind == SiteKind::SharedSteps; }
  Decision decide(const Site &S, const ProgramFacts &Facts) const override;
  std::vector<Edit> render(const Site &S, const Rewrite &R,
                           const RenderContext &Context) const override;
};

REGISTER_RULE(ImplicitWarpSync, "implicit-warp-sync");

/// The text of an edit, in pieces: as it is, or what stands for it.
class Template {
public:
  explicit Template(llvm::StringRef Text) : Rest(Text) {}
  /// False: at the end. \p Kind is empty for text as it is.
  bool next(llvm::StringRef &Kind, llvm::StringRef &Text) {
    if (Rest.empty())
      return false;
    Kind = "";
    if (Rest.consume_front("${")) {
      auto [Inside, After] = Rest.split('}');
      std::tie(Kind, Text) = Inside.split(':');
      Rest = After;
      return true;
    }
    size_t At = std::min(Rest.find("${"), Rest.size());
    Text = Rest.take_front(At);
    Rest = Rest.drop_front(At);
    return true;
  }

private:
  llvm::StringRef Rest;
};

} // namespace

static constexpr const char *Help =
    "let all lanes of the warp come to the steps, and put a lane's own condition around its reads "
    "and writes only; or give the steps a __syncthreads() where the whole block comes";

static std::vector<HandleRequest> tilesOf(const Site &S) {
  std::vector<HandleRequest> Tiles;
  for (const Piece &P : S.Pieces) {
    llvm::StringRef Kind, Text;
    for (Template T(P.Text); T.next(Kind, Text);) {
      HandleRequest H{HandleRequest::Tile, Text.str(), S.Function};
      if (Kind == "tile" && !llvm::is_contained(Tiles, H))
        Tiles.push_back(H);
    }
  }
  return Tiles;
}

/// What the syncs and the proofs that lanes do not meet rest on.
static void proveArguments(const Site &S, const ProgramFacts &Facts, Presence &Here) {
  for (const Argument &A : S.Args) {
    Proven P = Facts.prove(A.Uniform, S.Function);
    if (P.Width < A.Constant.value_or(WarpWidth)) {
      Obstacle Why = P.Why.value_or(Obstacle());
      bool Differs = Why.Kind == ObstacleKind::LaneDependent;
      Here.Missing = Refusal{Differs ? ReasonId::Divergent : ReasonId::Unproven,
                             Why.Text.empty() ? A.Text + " may not tell the lanes apart" : Why.Text,
                             Why.Where.valid() ? Why.Where : S.Loc, Help};
      return;
    }
    for (const std::string &Id : P.Assumptions)
      if (!llvm::is_contained(Here.Assumptions, Id))
        Here.Assumptions.push_back(Id);
    for (const ProofStep &Step : P.Steps)
      if (!llvm::is_contained(Here.Proof, Step))
        Here.Proof.push_back(Step);
  }
  llvm::sort(Here.Assumptions);
}

/// No sync is the whole warp's: the lanes of a tile.
static std::optional<uint64_t> onlyTiles(const Site &S) {
  auto Tile = llvm::find_if(
      S.Args, [](const Argument &A) { return llvm::StringRef(A.Text).starts_with("tile"); });
  bool Only = Tile != S.Args.end() && S.Conv.Active == Uniformity() && S.Conv.Steps.empty();
  return Only ? Tile->Constant : std::nullopt;
}

Decision ImplicitWarpSync::decide(const Site &S, const ProgramFacts &Facts) const {
  Decision D;
  D.Message = "lanes read what others wrote to '" + S.Name + "', with no sync between";
  if (S.TypeMatters)
    D.Message += "; without volatile compilers break it on every GPU";
  if (std::optional<Answer> Settled = settledAnswer(S)) {
    D.What = std::move(*Settled);
    return D;
  }
  if (S.Pieces.empty()) { // an instance that needs nothing
    D.What = Leave{};
    return D;
  }
  Presence Here = lanesPresent(S, WarpWidth, Facts.prove(S.Conv, S.Function), Help);
  if (!Here.Missing)
    proveArguments(S, Facts, Here);
  D.Proof = std::move(Here.Proof);
  if (auto Lanes = onlyTiles(S); Lanes && !D.Proof.empty())
    D.Proof.front().Text =
        "all " + std::to_string(*Lanes) + " lanes of the tile reach this point together";
  if (Here.Missing) {
    D.What = std::move(*Here.Missing);
    return D;
  }
  Rewrite R;
  R.Form = "read-sync-write-sync";
  R.Applies = Here.applies();
  R.Assumptions = std::move(Here.Assumptions);
  R.Handles = tilesOf(S);
  for (const Piece &P : S.Pieces)
    R.Params["edits"] += std::to_string(P.Range.Begin) + ":" + P.Text + "\n";
  D.What = std::move(R);
  return D;
}

std::vector<Edit> ImplicitWarpSync::render(const Site &S, const Rewrite &R,
                                           const RenderContext &Context) const {
  std::vector<Edit> Edits;
  for (const Piece &P : S.Pieces) {
    std::string Out;
    llvm::StringRef Kind, Text;
    for (Template T(P.Text); T.next(Kind, Text);)
      Out += Kind == "tile"   ? Context.handle({HandleRequest::Tile, Text.str(), S.Function}, S)
             : Kind == "name" ? Context.freshName(Text, S)
                              : Text.str();
    Edits.push_back({P.Range, Out});
  }
  return Edits;
}
