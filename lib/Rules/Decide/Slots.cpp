#include "Rules/Decide/Slots.h"

#include "llvm/ADT/STLExtras.h"

using namespace coopify;

/// All that the proof of \p S may use.
static std::vector<Uniformity *> valuesOf(Site &S) {
  std::vector<Uniformity *> All{&S.Conv.Active, &S.Conv.Rest};
  for (Requirement &R : S.Requires)
    All.push_back(&R.Uniform);
  for (Argument &A : S.Args)
    All.push_back(&A.Uniform);
  if (S.Divided) {
    All.push_back(&S.Divided->Whole.Active);
    All.push_back(&S.Divided->Whole.Rest);
    for (EnclosingCondition &C : S.Divided->Conditions)
      All.push_back(&C.Decides);
  }
  return All;
}

static std::string nameOf(unsigned Slot, const Site &S, const ProgramFacts &Facts) {
  if (const FunctionSummary *F = Facts.function(S.Function))
    for (const WarpSlot &Each : F->Slots)
      if (Each.Id == Slot)
        return Each.Name;
  return "shared memory";
}

template <typename Fn> static Site deny(Site S, const ProgramFacts &Facts, Fn Denies, bool &Any) {
  for (Uniformity *U : valuesOf(S)) {
    auto Slot = llvm::find_if(
        U->Atoms, [&](const Atom &A) { return A.Kind == AtomKind::SlotSynced && Denies(A.Index); });
    if (Slot == U->Atoms.end())
      continue;
    Any = true;
    const Location At = U->Why && U->Why->Where.valid() ? U->Why->Where : S.Loc;
    *U = divergent(ObstacleKind::Unknown,
                   "lanes may read different values of '" + nameOf(Slot->Index, S, Facts) +
                       "', as nothing keeps its writes and reads apart",
                   At);
  }
  return S;
}

Site coopify::withoutSlots(Site S, const SlotIds &Denied, const ProgramFacts &Facts) {
  bool Any = false;
  return deny(std::move(S), Facts, [&](unsigned Id) { return Denied.count(Id) != 0; }, Any);
}

std::optional<Site> coopify::withoutSlots(const Site &S, const ProgramFacts &Facts) {
  bool Any = false;
  Site Out = deny(S, Facts, [](unsigned) { return true; }, Any);
  return Any ? std::optional(std::move(Out)) : std::nullopt;
}

/// What the proof of \p S by slots, its own or those of others, stands on.
static void lean(Rewrite &To, Site S, const ProgramFacts &Facts) {
  auto On = [&](const std::vector<Promise> &All) {
    for (const Promise &P : All)
      if (!llvm::is_contained(To.LeansOn, P))
        To.LeansOn.push_back(P);
  };
  for (const Uniformity *U : valuesOf(S))
    On(Facts.prove(*U, S.Function).LeansOn);
  On(Facts.prove(S.Conv, S.Function).LeansOn); // waits on the way
}

/// Masks that are proven are better than a tile that is not.
static bool isBetter(const Rewrite &Without, const Rewrite *With) {
  const bool Sure = Without.Applies == Applicability::Safe;
  return !With ||
         (Without.Form == With->Form && Without.Params == With->Params &&
          Without.Applies == With->Applies) ||
         (Sure && With->Applies != Applicability::Safe);
}

Decision coopify::chosen(Decision With, std::optional<Decision> Without, const Site &S,
                         const ProgramFacts &Facts) {
  auto *To = std::get_if<Rewrite>(&With.What);
  auto *Other = Without ? std::get_if<Rewrite>(&Without->What) : nullptr;
  if (Other && isBetter(*Other, To)) {
    lean(*Other, withoutSlots(S, Facts).value_or(S), Facts);
    return std::move(*Without);
  }
  if (To && Facts.hasSlots())
    lean(*To, S, Facts);
  return With;
}

void coopify::refuseInRefusedSteps(std::vector<Finding> &Findings) {
  auto IsSteps = [](const Finding &F) { return F.Where.Kind == SiteKind::SharedSteps; };
  std::vector<std::pair<TextRange, Refusal>> Refused;
  for (const Finding &F : Findings)
    if (const Refusal *Why = IsSteps(F) ? F.Verdict.refusal() : nullptr)
      Refused.push_back({F.Where.Range, *Why});
  for (Finding &F : Findings)
    for (const auto &[Steps, Why] : Refused)
      if (IsSteps(F) && F.Verdict.rewrite() &&
          llvm::any_of(F.Where.Parts, [&, &Steps = Steps](const PatternPart &P) {
            return P.Range.valid() && P.Range.meets(Steps);
          })) {
        F.Verdict.What = Why;
        F.Verdict.Proof.clear(); // it was of another configuration
      }
}

/// What sites promise of slots, and is not written.
static std::set<Promise> broken(llvm::ArrayRef<Finding> Findings, const ProgramFacts &Facts) {
  std::set<Location> Written;
  for (const Finding &F : Findings)
    if (F.Where.Kind == SiteKind::SharedSteps && F.Verdict.rewrite())
      Written.insert(F.Where.Loc);
  std::set<Promise> Out;
  for (const Site &S : Facts.sites())
    if (S.Kind == SiteKind::SharedSteps && !Written.count(S.Loc))
      Out.insert(S.Promises.begin(), S.Promises.end());
  return Out;
}

bool coopify::denyUnsynced(llvm::ArrayRef<Finding> Findings, const ProgramFacts &Facts,
                           SlotIds &Denied) {
  if (!Facts.hasSlots())
    return false;
  std::set<Promise> Made;
  for (const Finding &F : Findings)
    if (const Rewrite *R = F.Verdict.rewrite())
      Made.insert(R->Promises.begin(), R->Promises.end());
  const std::set<Promise> Broken = broken(Findings, Facts);
  const size_t Before = Denied.size();
  auto Look = [&](const FunctionSummary &F) {
    for (const WarpSlot &S : F.Slots)
      if (llvm::any_of(S.Syncs,
                       [&](const Promise &P) { return !Made.count(P) || Broken.count(P); }))
        Denied.insert(S.Id);
  };
  llvm::for_each(Facts.functions(), Look);
  for (const FunctionSummary *F : Facts.trials())
    Look(*F);
  return Denied.size() > Before;
}
