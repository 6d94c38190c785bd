//===- ImplicitWarpSync.cpp - shared memory without barriers ---------------===//

#include "Rules/Common.h"
#include "Rules/Render/Stencil.h"

#include "llvm/ADT/STLExtras.h"

using namespace coopify;

namespace {

/// Before:  s[tid] += s[tid + 16];
/// After:   float other = s[tid + 16];
///          warp.sync();
///          s[tid] += other;
///          warp.sync();
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

} // namespace

static constexpr const char *SyncHelp =
    "let all lanes of the warp come to the steps, and put a lane's own condition around its reads "
    "and writes only; or give the steps a __syncthreads() where the whole block comes";

/// No sync is the whole warp's: the lanes of a tile.
static std::optional<unsigned> onlyTiles(const Site &S) {
  auto Tile = llvm::find_if(S.Requires,
                            [](const Requirement &R) { return R.Role == RequirementRole::Tile; });
  bool Only = Tile != S.Requires.end() && S.Conv.Active == Uniformity() && S.Conv.Steps.empty();
  return Only ? std::optional(Tile->Width) : std::nullopt;
}

/// `if (!lane)` around steps in places that no lane has for its own: if the parameter counts lanes,
/// they are one lane's work. nullopt: nothing says so, or every caller passes all lanes one number.
static std::optional<Answer> workOfOneLane(const Site &S, const ProgramFacts &Facts) {
  const PatternPart *Selector = findPiece(S, "lane-selector");
  unsigned Index = 0;
  if (!Selector || llvm::StringRef(Selector->Text).getAsInteger(10, Index))
    return std::nullopt;
  const Uniformity Passed{BlockWidth, {{AtomKind::ParamUniform, Index}}, std::nullopt};
  const Proven P = Facts.prove(Passed, S.Function);
  if (P.Width >= warpWidth() && P.Assumptions.empty())
    return std::nullopt;
  if (!findPiece(S, "other-steps"))
    return Leave{};
  return Refusal{ReasonId::Unproven,
                 "one lane alone may make some of the steps of the function, if callers pass its "
                 "lane number",
                 S.Loc, "move the steps of one lane to a function of their own"};
}

Decision ImplicitWarpSync::decide(const Site &S, const ProgramFacts &Facts) const {
  Decision D;
  D.Message = "lanes read what others wrote " +
              (S.Name.empty() ? "by pointers in calls" : "to '" + S.Name + "'") +
              ", with no sync between";
  if (S.VolatileMissing)
    D.Message += "; without volatile compilers break it on every GPU";
  if (S.Preset && !S.Range.valid()) // of a function that has no body
    D.Message = "'" + S.Name + "' may hold steps that need syncs between them";
  if (std::optional<Answer> Settled = settledAnswer(S)) {
    D.What = std::move(*Settled);
    return D;
  }
  if (S.Parts.empty()) { // an instance that needs nothing
    D.What = Leave{};
    return D;
  }
  if (std::optional<Answer> OneLane = workOfOneLane(S, Facts)) {
    D.What = std::move(*OneLane);
    return D;
  }
  ActivityProof Here = proveActive(S, warpWidth(), Facts.prove(S.Conv, S.Function), SyncHelp);
  if (!Here.Missing)
    Here.Missing = proveAll(S, Facts, Here, SyncHelp);
  D.Proof = std::move(Here.Proof);
  if (auto Lanes = onlyTiles(S); Lanes && !D.Proof.empty() && !Here.Missing)
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
  R.Handles = handlesOf(S);
  R.LeansOn = S.LeansOn;
  R.Promises = S.Promises;
  R.Params["text"] = textOf(S);
  D.What = std::move(R);
  return D;
}

std::vector<Edit> ImplicitWarpSync::render(const Site &S, const Rewrite &,
                                           const RenderContext &Context) const {
  return renderPieces(S, Context);
}
