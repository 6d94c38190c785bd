//===- DivergentWaits.cpp -----------------------------------------------------===//
#include "Link/Proofs/DivergentWaits.h"
#include "Link/Proofs/BarrierWays.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <map>

using namespace coopify;

namespace {

/// Threads that part before they wait.
struct Mistake {
  const BarrierUse *Wait;
  const DivergencePoint *By;
  BlockDivergence Why;
  std::vector<const BarrierUse *> Others; ///< further waits behind the same condition
};

class Search {
public:
  Search(const Program &P, const Prover &Facts)
      : P(P), Facts(Facts), Ways(P, BarrierWays::Unnamed::IsLeftOut) {}
  DivergentWaits run();

private:
  std::vector<ProofStep> wayDown(const BarrierUse &W);
  std::optional<Mistake> mistake(const BarrierUse &W, unsigned Function) const;
  Site site(const Mistake &M, unsigned Function);

  const Program &P;
  const Prover &Facts;
  BarrierWays Ways;
};

} // namespace

/// The arguments of a template tell nothing of a lambda but its place.
static std::string nameOf(const FunctionSummary &F) {
  llvm::StringRef Name = F.Name;
  return "'" +
         (Name.contains("(lambda at") ? Name.take_until([](char C) { return C == '<'; }) : Name)
             .str() +
         "'";
}

/// The calls from \p W down to the barrier.
std::vector<ProofStep> Search::wayDown(const BarrierUse &W) {
  std::vector<ProofStep> Steps;
  const BarrierUse *At = &W;
  for (BarrierWays::Context Known; !At->Callee.empty();) {
    unsigned Function = *P.find(At->Callee);
    Known = BarrierWays::passedBy(*At, Known);
    At = Ways.firstWait(Function, Known);
    const std::string Name = nameOf(P.Functions[Function]);
    Steps.push_back({At->Loc, At->Callee.empty()
                                  ? Name + " waits for the whole block here: " + At->Name
                                  : Name + " calls '" + At->Name + "' here"});
  }
  return Steps;
}

/// One in which the others wait elsewhere comes before one in which they have left; then the
/// outermost.
std::optional<Mistake> Search::mistake(const BarrierUse &W, unsigned Function) const {
  std::optional<Mistake> Found;
  for (const DivergencePoint &By : W.DivergencePoints) {
    if (Found && (By.Leaves || !Found->By->Leaves))
      continue;
    if (std::optional<BlockDivergence> Why = Facts.blockDivergence(By.Decides, Function))
      Found = Mistake{&W, &By, std::move(*Why), {}};
  }
  return Found;
}

static std::string textOf(const Mistake &M) {
  std::string Condition = "'" + M.By->Condition + "'";
  if (M.Why.ByWarp && M.Why.Way.empty())
    return Condition + " is equal only within a warp";
  if (M.Why.Way.empty())
    return M.Why.Why.Text;
  return Condition + " is not equal in the whole block: " + M.Why.Why.Text;
}

static Refusal refusalOf(const Mistake &M) {
  if (M.By->Leaves)
    return {ReasonId::BarrierAfterExit, textOf(M), M.By->Where,
            "let all threads stay until the last barrier, and skip only the work between"};
  return {ReasonId::DivergentBarrier, textOf(M), M.By->Where,
          M.By->Loop ? "let all threads make the same number of iterations, and skip only the work"
                     : "move it to where all threads of the block pass; as it is, it may hang"};
}

/// The further waits behind the same condition, in one line.
static std::optional<ProofStep> othersBehind(const Mistake &M) {
  if (M.Others.empty())
    return std::nullopt;
  std::vector<std::string> Names, Lines;
  for (const BarrierUse *Other : M.Others) {
    std::string Name = "'" + Other->Name + "'", Line = std::to_string(Other->Loc.Line);
    if (!llvm::is_contained(Names, Name))
      Names.push_back(std::move(Name));
    if (!llvm::is_contained(Lines, Line))
      Lines.push_back(std::move(Line));
  }
  return ProofStep{M.Others.front()->Loc,
                   "the same holds for " + llvm::join(Names, ", ") +
                       (Lines.size() == 1 ? " here" : " in lines " + llvm::join(Lines, ", "))};
}

Site Search::site(const Mistake &M, unsigned Function) {
  Site S;
  S.Kind = SiteKind::DivergentWait;
  S.Name = M.Wait->Name;
  S.Loc = M.Wait->Loc;
  S.Range = M.Wait->Range;
  S.Function = P.Functions[Function].USR;
  S.Subject = M.Wait->Callee;
  if (const FunctionSummary &F = P.Functions[Function]; F.Name.find('<') != std::string::npos)
    S.Conv.Steps.push_back({S.Loc, "in " + nameOf(F)}); // of several instances this one
  llvm::append_range(S.Conv.Steps, wayDown(*M.Wait));
  if (std::optional<ProofStep> Others = othersBehind(M))
    S.Conv.Steps.push_back(std::move(*Others));
  llvm::append_range(S.Conv.Steps, M.Why.Way);
  S.Preset = refusalOf(M);
  return S;
}

DivergentWaits Search::run() {
  DivergentWaits Out;
  for (auto [I, F] : llvm::enumerate(P.Functions)) {
    if (F.Kind == FunctionKind::Host || F.HasParseError || F.InSystemHeader)
      continue;
    std::map<std::pair<Location, bool>, Mistake> Found; // by condition
    for (const BarrierUse &W : F.Waits) {
      std::optional<Mistake> M = Ways.waits(W, {}) ? mistake(W, I) : std::nullopt;
      if (!M)
        continue;
      if (!M->By->Leaves)
        Out.Parted.push_back({unsigned(I), &W, refusalOf(*M)});
      auto [It, New] = Found.try_emplace({M->By->Where, M->By->Leaves}, *M);
      if (!New)
        It->second.Others.push_back(&W);
    }
    for (const auto &[Where, M] : Found)
      Out.Sites.push_back(site(M, I));
  }
  return Out;
}

DivergentWaits coopify::divergentWaits(const Program &P, const Prover &Facts) {
  return Search(P, Facts).run();
}
