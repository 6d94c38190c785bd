#include "Rules/Decide/Decide.h"

#include "Rules/Decide/Merge.h"
#include "Rules/Decide/OtherWarps.h"
#include "Rules/Decide/SharedBranches.h"
#include "Rules/Decide/Slots.h"

#include "Model/FunctionNames.h"

#include "llvm/ADT/EquivalenceClasses.h"
#include "llvm/ADT/STLExtras.h"

#include <map>
#include <set>
#include <tuple>

using namespace coopify;

namespace {

/// What makes sites one. A callee's name comes with its template arguments,
/// which differ from instance to instance.
struct Place {
  Location Loc;
  SiteKind Kind;
  std::string Name, Check;
  auto operator<=>(const Place &) const = default;
};

using Groups = llvm::EquivalenceClasses<llvm::StringRef>;

} // namespace

static Place placeOf(const Site &S, const Rule &R) {
  return {S.Loc, S.Kind, llvm::StringRef(S.Name).take_until([](char C) { return C == '<'; }).str(),
          R.id().str()};
}

/// A pattern owns what is in it, but only if a rule looks after patterns of its kind.
static Site claimedAmong(Site S, llvm::ArrayRef<const Rule *> Rules) {
  Site Owner;
  Owner.Kind = *S.ClaimedBy;
  if (llvm::none_of(Rules, [&](const Rule *R) { return R->handles(Owner); }))
    S.ClaimedBy.reset();
  return S;
}

/// What a barrier becomes does not compile where it is not right; everything else might.
static void restOnItsUnits(Decision &D, const Site &S, const ProgramFacts &Facts) {
  auto *To = std::get_if<Rewrite>(&D.What);
  if (!To || isSignature(S.Kind) || passesGroup(S.Kind) || S.Kind == SiteKind::Barrier)
    return;
  std::optional<ProofStep> Unseen = Facts.mayBeCompiledUnseen(S.Loc);
  if (!Unseen)
    return;
  D.Proof.push_back(std::move(*Unseen));
  To->Applies = Applicability::Assumed;
  To->Assumptions.push_back(assumption::KnownUnits);
  llvm::sort(To->Assumptions);
}

/// Where a function takes the warp, it is by the parameter that its callers are known to bring one:
/// what is rewritten there stands or falls with that.
static void restOnTheParameter(Decision &D, const Site &S, const ProgramFacts &Facts) {
  if (!D.rewrite() || !D.Group.empty() || isSignature(S.Kind) || passesGroup(S.Kind))
    return;
  GroupParameter Warp = Facts.warpParameter(S.Function);
  if (Warp.Kind == GroupParameter::Parameter)
    D.Group = Warp.Group;
  if (Warp.Kind == GroupParameter::Refused)
    D.Proof.push_back({Warp.Why->Where.valid() ? Warp.Why->Where : S.Loc,
                       "its callers cannot pass the warp: " + Warp.Why->Text});
}

/// A free function takes the place of another one wherever it is found by its name; a member only
/// of its class.
static std::set<std::string> namesOfOthers(const ProgramFacts &Facts) {
  std::set<std::string> Words;
  for (const FunctionSummary &F : Facts.functions())
    if (!isMemberUSR(F.USR) && F.Kind != FunctionKind::Host &&
        Facts.blockParameter(F.USR).Kind != GroupParameter::Parameter)
      Words.insert(scopeAndWord(F.Name).second.str());
  return Words;
}

using OpenGroups = std::map<std::string, ProofStep>;

/// Groups of functions that take the block, where a call in a unit that was not read may go on to
/// another function of the name instead of being an error.
static OpenGroups openToOthers(const ProgramFacts &Facts) {
  OpenGroups Out;
  const std::set<std::string> Others = namesOfOthers(Facts);
  for (const FunctionSummary &F : Facts.functions()) {
    const GroupParameter Block = Facts.blockParameter(F.USR);
    if (Block.Kind != GroupParameter::Parameter || Out.count(Block.Group))
      continue;
    const bool Fallback =
        isMemberUSR(F.USR)
            ? F.Overloaded
            : F.LibraryNamesake || Others.count(scopeAndWord(F.Name).second.str()) != 0;
    if (Fallback && Facts.mayBeCompiledUnseen(F.Loc))
      Out.try_emplace(Block.Group,
                      ProofStep{F.Loc, "units that were not read may include this: a call of '" +
                                           F.Name +
                                           "' there, which passes no block, may mean another "
                                           "function of the name then"});
  }
  return Out;
}

static void restOnOthers(Decision &D, const OpenGroups &Open) {
  auto *To = std::get_if<Rewrite>(&D.What);
  auto Group = Open.find(D.Group);
  if (!To || Group == Open.end())
    return;
  D.Proof.push_back(Group->second);
  To->Applies = Applicability::Assumed;
  if (!llvm::is_contained(To->Assumptions, assumption::KnownUnits))
    To->Assumptions.push_back(assumption::KnownUnits);
  llvm::sort(To->Assumptions);
}

/// One text for all passes; reports write nothing.
static void keepFromOtherPasses(Decision &D, const Site &S) {
  if (!D.rewrite() || !S.NotElsewhere)
    return;
  D.Proof.clear();
  D.What = *S.NotElsewhere;
}

/// Nobody uses the template: what holds in a trial is no more than assumed of its users.
static void restOnTrial(Decision &D, const FunctionSummary &F) {
  D.Proof.push_back({F.Loc, "no unit that was read instantiates this template: '" + F.Name +
                                "' is a trial, not a part of the program"});
  auto *To = std::get_if<Rewrite>(&D.What);
  if (!To)
    return;
  To->Applies = Applicability::Assumed;
  To->Assumptions.push_back(assumption::TrialInstance);
  llvm::sort(To->Assumptions);
}

static Decision decideAs(const Rule &R, const Site &S, llvm::ArrayRef<const Rule *> Rules,
                         const ProgramFacts &Facts, const SlotIds &Denied) {
  auto Decide = [&](Site Copy) {
    return R.decide(S.ClaimedBy ? claimedAmong(std::move(Copy), Rules) : Copy, Facts);
  };
  if (!Facts.hasSlots())
    return S.ClaimedBy ? Decide(S) : R.decide(S, Facts);
  const Site Known = withoutSlots(S, Denied, Facts);
  std::optional<Site> Plain = withoutSlots(Known, Facts);
  return chosen(Decide(Known), Plain ? std::optional(Decide(*Plain)) : std::nullopt, Known, Facts);
}

static std::map<Place, std::vector<InstanceDecision>>
collect(const ProgramFacts &Facts, llvm::ArrayRef<const Rule *> Rules, const SlotIds &Denied) {
  std::map<Place, std::vector<InstanceDecision>> Verdicts;
  const OpenGroups Open = openToOthers(Facts);
  for (const Site &S : Facts.sites())
    for (const Rule *R : Rules)
      if (R->handles(S)) {
        const FunctionSummary *F = Facts.function(S.Function);
        Decision D = decideAs(*R, S, Rules, Facts, Denied);
        keepFromOtherWarps(D, S);
        keepFromOtherPasses(D, S);
        restOnItsUnits(D, S, Facts);
        restOnOthers(D, Open);
        restOnTheParameter(D, S, Facts);
        const bool Trial = F && F->Trial;
        if (Trial)
          restOnTrial(D, *F);
        Verdicts[placeOf(S, *R)].push_back({&S, std::move(D), F ? F->Name : "", Trial});
      }
  return Verdicts;
}

static std::vector<MacroExpansion> expansionsOf(const MacroUse &Macro, const ProgramFacts &Facts) {
  std::vector<MacroExpansion> Mine;
  llvm::copy_if(Facts.expansions(), std::back_inserter(Mine), [&](const MacroExpansion &E) {
    return E.Name == Macro.Name && E.Definition == Macro.Definition;
  });
  return Mine;
}

static bool notInstantiated(const InstanceDecision &V) {
  return V.Says.refusal() && V.Says.refusal()->Reason == ReasonId::NotInstantiated;
}

static bool isInactive(const InstanceDecision &V) {
  return V.Says.leave() && V.Says.leave()->Note == ReasonId::InactiveBranch;
}

/// Trials speak where no instance does, if they show something: not if a call means the user's
/// function, if another pattern owns it, or if none of them reaches it.
static void settleTrials(std::vector<InstanceDecision> &All) {
  const bool Used = llvm::any_of(All, [](const InstanceDecision &V) {
    return !V.Trial && !notInstantiated(V) && !isInactive(V);
  });
  const bool Foreign = llvm::any_of(All, [](const InstanceDecision &V) {
    return V.Trial && (V.At->ClaimedBy || V.At->NotASite == ReasonId::UserOverload);
  });
  const bool Shows =
      llvm::any_of(All, [](const InstanceDecision &V) { return V.Trial && !V.Says.leave(); });
  if (Used || Foreign || !Shows)
    llvm::erase_if(All, [](const InstanceDecision &V) { return V.Trial; });
}

/// A unit that only includes a template says nothing of it where another unit
/// instantiates it. A pass that skips the branch does not instantiate it.
static void forgetUninstantiated(std::vector<InstanceDecision> &All) {
  std::set<Location> Known;
  for (const InstanceDecision &V : All)
    if (!notInstantiated(V) && !isInactive(V))
      Known.insert(V.At->Macro.Expansion);
  llvm::erase_if(All, [&](const InstanceDecision &V) {
    return notInstantiated(V) && Known.count(V.At->Macro.Expansion);
  });
}

static Merged merge(llvm::ArrayRef<InstanceDecision> All, const ProgramFacts &Facts) {
  auto Body = llvm::find_if(
      All, [](const InstanceDecision &V) { return V.At->Macro.Kind == MacroKind::Body; });
  return Body == All.end() ? mergeVerdicts(All)
                           : mergeExpansions(All, expansionsOf(Body->At->Macro, Facts));
}

/// Instances of one text stand or fall together, and so do their groups.
static void joinGroups(Groups &Joined, llvm::ArrayRef<InstanceDecision> All) {
  const std::string *First = nullptr;
  for (const InstanceDecision &V : All)
    if (!V.Says.Group.empty()) {
      Joined.insert(V.Says.Group);
      if (First)
        Joined.unionSets(*First, V.Says.Group);
      else
        First = &V.Says.Group;
    }
}

static std::string joinedGroup(const Groups &Joined, llvm::ArrayRef<InstanceDecision> All) {
  for (const InstanceDecision &V : All)
    if (!V.Says.Group.empty())
      return Joined.getLeaderValue(V.Says.Group).str();
  return "";
}

/// What a pattern owns in one instance of a template and not in another: the
/// pattern's text is shared, but was not found everywhere.
static void notePartiallyMatched(std::set<TextRange> &PartiallyMatched,
                                 llvm::ArrayRef<InstanceDecision> All) {
  bool Owned =
      llvm::any_of(All, [](const InstanceDecision &V) { return V.At->ClaimedBy.has_value(); });
  for (const InstanceDecision &V : All)
    if (Owned && !V.At->ClaimedBy && !V.Says.leave())
      PartiallyMatched.insert(V.At->Range);
}

static void refusePartiallyMatched(Finding &F, const std::set<TextRange> &PartiallyMatched) {
  bool Is = llvm::any_of(F.Where.Parts, [&](const PatternPart &P) {
    return P.Role == "claims" && PartiallyMatched.count(P.Range) != 0;
  });
  if (Is && F.Verdict.rewrite())
    F.Verdict.What = Refusal{ReasonId::InstancesDisagree,
                             "the pattern is complete in some instances of the template only",
                             F.Where.Loc, "specialize the template"};
}

/// `__ballot(1)` that nobody may assume of that the whole warp gives it, or whose answer gets out.
static bool isRefusedQuery(const Finding &F) {
  const Refusal *R = F.Verdict.refusal();
  if (!R)
    return false;
  if (F.Where.Kind == SiteKind::OpportunisticGroup)
    return R->Reason == ReasonId::LaneEscapes;
  return R->Reason == ReasonId::Unproven && F.Where.Kind == SiteKind::Vote &&
         F.Where.Name == "__ballot" && !F.Where.Args.empty() &&
         F.Where.Args[0].Constant.value_or(0) != 0;
}

/// All that come to the function come to the call.
static bool bringsAll(const CallEdge &E) {
  return E.Conv.Active.UniformOver >= warpWidth() &&
         llvm::all_of(E.Conv.Active.Atoms,
                      [](const Atom &A) { return A.Kind == AtomKind::EntryConverged; });
}

/// By function, which site of it or of what it calls asks.
static std::map<std::string, Site> queries(llvm::ArrayRef<Finding> Findings,
                                           const ProgramFacts &Facts) {
  std::map<std::string, Site> Out;
  for (const Finding &F : Findings)
    if (isRefusedQuery(F))
      Out.try_emplace(F.Where.Function, F.Where);
  for (size_t Before = 0; Before != Out.size();) {
    Before = Out.size();
    for (const FunctionSummary &F : Facts.functions())
      for (const CallEdge &E : F.Calls)
        if (auto Query = Out.find(E.Callee); Query != Out.end() && bringsAll(E))
          Out.try_emplace(F.USR, Query->second);
  }
  return Out;
}

void coopify::refuseBesideQueries(std::vector<Finding> &Findings, const ProgramFacts &Facts) {
  const std::map<std::string, Site> Queries = queries(Findings, Facts);
  for (Finding &F : Findings) {
    const Rewrite *To = F.Verdict.rewrite();
    auto Query = Queries.find(F.Where.Function);
    if (!To || Query == Queries.end() ||
        !llvm::is_contained(To->Assumptions, assumption::ConvergedCallers))
      continue;
    F.Verdict.Proof.clear();
    F.Verdict.What =
        Refusal{ReasonId::Unproven,
                "'" + Query->second.Name +
                    "' asks here which lanes have come, so callers that were not seen may bring a "
                    "part of the warp",
                Query->second.Loc,
                "let all of the function's votes and shuffles be among the lanes that are here"};
  }
}

static std::vector<Finding> decideOnce(const ProgramFacts &Facts,
                                       llvm::ArrayRef<const Rule *> Rules, const SlotIds &Denied) {
  std::map<Place, std::vector<InstanceDecision>> Verdicts = collect(Facts, Rules, Denied);
  Groups Joined;
  std::set<TextRange> PartiallyMatched;
  for (auto &[Where, All] : Verdicts) {
    settleTrials(All);
    forgetUninstantiated(All);
    notePartiallyMatched(PartiallyMatched, All);
    joinGroups(Joined, All);
  }
  std::vector<Finding> Findings;
  for (const auto &[Where, All] : Verdicts) {
    if (All.empty()) // only trials, which show nothing
      continue;
    Merged M = merge(All, Facts);
    keepFromIdleInstances(M.Says, All, Facts);
    if (const Leave *L = M.Says.leave(); L && !L->Note)
      continue;
    M.Says.Group = joinedGroup(Joined, All);
    Finding &F = Findings.emplace_back();
    F.Check = Where.Check;
    F.Where = *M.At;
    F.Verdict = std::move(M.Says);
    refusePartiallyMatched(F, PartiallyMatched);
  }
  return Findings;
}

std::vector<Finding> coopify::decideAll(const ProgramFacts &Facts,
                                        llvm::ArrayRef<const Rule *> Rules) {
  SlotIds Denied;
  while (true) {
    std::vector<Finding> Findings = decideOnce(Facts, Rules, Denied);
    refuseOtherGroups(Findings);
    refuseInRefusedSteps(Findings);
    if (!denyUnsynced(Findings, Facts, Denied))
      return Findings;
  }
}
