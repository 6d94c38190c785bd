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

Site coopify::withoutSlots(Site S, const SlotIds &Denied) {
  for (Uniformity *U : valuesOf(S))
    if (llvm::any_of(U->Atoms, [&](const Atom &A) {
          return A.Kind == AtomKind::SlotSynced && Denied.count(A.Index);
        }))
      *U = divergent(ObstacleKind::Unknown,
                     "it depends on what lanes tell each other by shared memory, and the steps "
                     "there get no syncs",
                     S.Loc);
  return S;
}

void coopify::leanOnSlots(Decision &D, Site S, const ProgramFacts &Facts, const SlotIds &Denied) {
  auto *To = std::get_if<Rewrite>(&D.What);
  if (!To || !Facts.hasSlots())
    return;
  S = withoutSlots(std::move(S), Denied);
  for (const Uniformity *U : valuesOf(S))
    for (Promise &P : Facts.prove(*U, S.Function).LeansOn)
      if (!llvm::is_contained(To->LeansOn, P))
        To->LeansOn.push_back(std::move(P));
}

bool coopify::denyUnsynced(llvm::ArrayRef<Finding> Findings, const ProgramFacts &Facts,
                           SlotIds &Denied) {
  if (!Facts.hasSlots())
    return false;
  std::set<Promise> Made;
  for (const Finding &F : Findings)
    if (const Rewrite *R = F.Verdict.rewrite())
      Made.insert(R->Promises.begin(), R->Promises.end());
  const size_t Before = Denied.size();
  auto Look = [&](const FunctionSummary &F) {
    for (const WarpSlot &S : F.Slots)
      if (!llvm::all_of(S.Syncs, [&](const Promise &P) { return Made.count(P) != 0; }))
        Denied.insert(S.Id);
  };
  llvm::for_each(Facts.functions(), Look);
  for (const FunctionSummary *F : Facts.trials())
    Look(*F);
  return Denied.size() > Before;
}
