//===- HandWrittenCollective.cpp - reductions and scans by hand ------------===//

#include "Rules/Common.h"
#include "Rules/Render/Stencil.h"

#include "llvm/ADT/STLExtras.h"

#include <set>

using namespace coopify;

namespace {

/// Before:  for (int d = 16; d > 0; d /= 2)
///            v += __shfl_xor(v, d);
/// After:   v = cg::reduce(warp, v, cg::plus<int>());
///
/// Exact where the collective combines the same values in the same order, or in one that gives the
/// same bits (semantics A.3): for floats it goes from the half of the lanes down to 1. What it
/// replaces works as it is, so nobody gets it unasked.
class HandWrittenCollective : public Rule {
public:
  llvm::StringRef id() const override { return "hand-written-collective"; }
  llvm::StringRef summary() const override {
    return "whole shuffle trees, tails and scans to cg::reduce and cg::inclusive_scan (off by "
           "default)";
  }
  RuleGroup group() const override { return RuleGroup::Explicit; }
  bool onByDefault() const override { return false; }
  bool handles(const Site &S) const override { return S.Kind == SiteKind::Collective; }
  Decision decide(const Site &S, const ProgramFacts &Facts) const override;
  std::vector<Edit> render(const Site &S, const Rewrite &R,
                           const RenderContext &Context) const override;
};

REGISTER_RULE(HandWrittenCollective, "hand-written-collective");

/// Follows what a function returns to all that call it.
class Callers {
public:
  Callers(const ProgramFacts &Facts, unsigned Lanes, ActivityProof &Here)
      : Facts(Facts), Lanes(Lanes), Here(Here) {}

  /// Why another lane than 0 may use what \p Function returns.
  std::optional<Refusal> refuse(const std::string &Function, const Location &At);
  /// What \p Use, or the steps themselves, rest on.
  std::optional<Refusal> refuseUse(const Site &Use);

private:
  std::optional<Refusal> refuseCall(const FunctionSummary &Caller, const CallEdge &Call);

  const ProgramFacts &Facts;
  unsigned Lanes;
  ActivityProof &Here;
  std::set<std::string> Seen;
};

} // namespace

static constexpr const char *UsesHelp =
    "use it under a condition that only lane 0 meets (lane == 0), or give all lanes the result "
    "with shfl_xor";

/// Lanes leave in a caller, before the function with the steps is called.
static bool leaveInCallers(const Site &S, const ProgramFacts &Facts) {
  Convergence Here = S.Conv;
  Here.Exits = false;
  Proven P = Facts.prove(Here, S.Function);
  bool Reduces = llvm::any_of(
      S.Requires, [](const Requirement &R) { return R.Role == RequirementRole::Leavers; });
  return Reduces && P.Exits && !llvm::is_contained(P.Assumptions, assumption::ConvergedCallers);
}

std::optional<Refusal> Callers::refuseUse(const Site &Use) {
  if (Use.Preset)
    return *Use.Preset;
  if (Use.Lanes.value_or(0) < Lanes)
    return Refusal{ReasonId::ElementsReadLater,
                   "lanes other than the first of their group may use it", Use.Loc, UsesHelp};
  if (std::optional<Refusal> Why = proveAll(Use, Facts, Here))
    return Why;
  return findPiece(Use, "returned") ? refuse(Use.Function, Use.Loc) : std::nullopt;
}

std::optional<Refusal> Callers::refuseCall(const FunctionSummary &Caller, const CallEdge &Call) {
  for (const Site &S : Facts.sites())
    if (S.Kind == SiteKind::ResultUse && S.Function == Caller.USR && S.Subject == Call.Callee &&
        S.Loc == Call.Loc)
      return refuseUse(S);
  return Refusal{ReasonId::ElementsReadLater, "it is not known who uses the result of this call",
                 Call.Loc, UsesHelp};
}

std::optional<Refusal> Callers::refuse(const std::string &Function, const Location &At) {
  if (!Seen.insert(Function).second)
    return std::nullopt; // on the way round already
  const FunctionSummary *F = Facts.function(Function);
  if (!F || Facts.mayBeCalledUnseen(Function))
    return Refusal{ReasonId::ElementsReadLater,
                   "it is returned, and code that was not seen may use what lanes other than 0 "
                   "get",
                   At, UsesHelp};
  for (const FunctionSummary &Caller : Facts.functions())
    for (const CallEdge &Call : Caller.Calls)
      if (Call.Callee == Function)
        if (std::optional<Refusal> Why = refuseCall(Caller, Call))
          return Why;
  return std::nullopt;
}

/// An instance of the template, or another pass, in which the steps are no such thing.
static bool tornBetweenInstances(const Site &S, const ProgramFacts &Facts) {
  const FunctionSummary *Mine = Facts.function(S.Function);
  if (!Mine)
    return true;
  std::set<std::string> Found;
  for (const Site &Other : Facts.sites())
    if (Other.Kind == S.Kind && Other.Loc == S.Loc && Other.Name == S.Name)
      Found.insert(Other.Function);
  return llvm::any_of(Facts.functions(), [&](const FunctionSummary &F) {
    return F.HasBody && !F.TemplateText && F.Pattern == Mine->Pattern && !Found.count(F.USR);
  });
}

static constexpr const char *CollectiveHelp =
    "let all lanes of the group come to the steps, with a value that changes nothing";

static void decideReplacement(const Site &S, const ProgramFacts &Facts, Decision &D) {
  unsigned Lanes = S.Lanes.value_or(warpWidth());
  ActivityProof Here = proveActive(S, Lanes, Facts.prove(S.Conv, S.Function), CollectiveHelp);
  if (!Here.Missing && leaveInCallers(S, Facts))
    Here.Missing = lanesLeft(S);
  if (!Here.Missing)
    Here.Missing = Callers(Facts, Lanes, Here).refuseUse(S);
  if (!Here.Missing && tornBetweenInstances(S, Facts))
    Here.Missing = Refusal{ReasonId::InstancesDisagree,
                           "the steps are complete in some instances of the template only", S.Loc,
                           "specialize the template"};
  if (Here.Missing) {
    D.What = std::move(*Here.Missing);
    return;
  }
  D.Proof = std::move(Here.Proof);
  Rewrite R;
  R.Form = "collective";
  R.Applies = Here.applies();
  R.Assumptions = Here.Assumptions;
  R.WholeWarp = Here.WholeWarp;
  R.Handles = handlesOf(S);
  R.Params["text"] = textOf(S);
  D.What = std::move(R);
}

Decision HandWrittenCollective::decide(const Site &S, const ProgramFacts &Facts) const {
  Decision D;
  D.Message = "'" + S.Name + "' is reduced or scanned across lanes by hand-written steps";
  if (std::optional<Answer> Settled = settledAnswer(S))
    D.What = std::move(*Settled);
  else
    decideReplacement(S, Facts, D);
  return D;
}

std::vector<Edit> HandWrittenCollective::render(const Site &S, const Rewrite &,
                                                const RenderContext &Context) const {
  return renderPieces(S, Context);
}
