//===- SyncTurns.cpp - assignments under a condition, one after another ---===//

#include "Extract/Sites/SharedSync/SyncPlan.h"

#include "Analysis/SharedMemory/EvaluationOrder.h"
#include "Analysis/Source/Exprs.h"

using namespace clang;

namespace coopify {

/// Which of \p All holds \p E, from 1 on; 0: the condition.
static size_t turnOf(llvm::ArrayRef<SharedAssignment> All, const Expr *E) {
  for (auto [I, A] : llvm::enumerate(All))
    if (holds(A.Whole, E))
      return I + 1;
  return 0;
}

/// The first of \p Turns that has a sync in it or in front of it; their number, if none has.
static size_t firstSync(llvm::ArrayRef<SyncNeeds::Turn> Turns) {
  return llvm::find_if(Turns, [](const auto &T) { return T.Apart || T.Before; }) - Turns.begin();
}

/// A sync stands between turn \p A and turn \p B, from 1 on: in front of what B writes, and if
/// it does not only \p Write, of all of B.
static bool syncBetween(llvm::ArrayRef<SyncNeeds::Turn> Turns, size_t A, size_t B, bool Write) {
  for (size_t T = A + 1; T <= B; ++T)
    if (Turns[T - 1].Before || (Turns[T - 1].Apart && (T < B || Write)))
      return true;
  return false;
}

bool SyncPlan::inOtherTurns(const SharedHazards::Apart &P, const SyncNeeds &N) const {
  if (N.Turns.empty())
    return false;
  const std::vector<SharedAssignment> All = guardedAssignments(Steps.Steps[P.To].S);
  const size_t A = turnOf(All, P.First->At), B = turnOf(All, P.Second->At);
  return A < B ? syncBetween(N.Turns, A, B, P.Second->Write)
               : A > B && syncBetween(N.Turns, B, A, P.First->Write);
}

/// Which of \p All are to be taken apart, and where a sync is needed in front of one; nullopt: what
/// some do cannot be told.
static std::optional<std::vector<SyncNeeds::Turn>> turns(llvm::ArrayRef<SharedAssignment> All,
                                                         llvm::ArrayRef<const Hazard *> Inside) {
  std::vector<SyncNeeds::Turn> Turns(All.size());
  for (const Hazard *H : Inside) {
    const size_t First = turnOf(All, H->First->At), Second = turnOf(All, H->Second->At);
    if (First > Second || Second == 0 || H->First->ByCall || H->Second->ByCall)
      return std::nullopt;
    if (First < Second)
      continue;
    const Expr *Read = H->First->At->IgnoreParens(),
               *Target = All[First - 1].Target->IgnoreParens();
    // What it reads to name its element it reads behind the sync.
    if (H->First->Write || !H->Second->Write || H->Second->At->IgnoreParens() != Target ||
        (Read != Target && holds(Target, Read)))
      return std::nullopt;
    Turns[First - 1].Apart = true;
  }
  for (size_t Second = 1; Second <= All.size(); ++Second)
    for (const Hazard *H : Inside)
      if (const size_t First = turnOf(All, H->First->At);
          First < Second && turnOf(All, H->Second->At) == Second &&
          !syncBetween(Turns, First, Second, H->Second->Write))
        Turns[Second - 1].Before = true;
  return Turns;
}

/// `if (t < d) { a[t] += a[t + d]; b[t] += b[t + d]; }`, of which nobody knows that no lane reads
/// in the second statement what another one writes in the first: each is taken apart in its turn.
bool SyncPlan::splitInTurn(unsigned I, llvm::ArrayRef<const Hazard *> Inside) {
  const SharedStep &S = Steps.Steps[I];
  const std::vector<SharedAssignment> All = guardedAssignments(S.S);
  const Variables &Vars = View.Analysis.variables();
  if (All.size() < 2 || llvm::any_of(All, [](const auto &A) { return A.Local != nullptr; }))
    return false;
  auto Turns = turns(All, Inside);
  if (!Turns || Turns->front().Before) // a sync behind the condition: not here
    return false;
  SyncNeeds Split;
  Split.Split = true;
  Split.OwnTarget = !restsOnCallers(I) && llvm::none_of(Inside, [](const Hazard *H) {
    return H->First->At->IgnoreParens() == H->Second->At->IgnoreParens();
  });
  const Expr *Cond = cast<IfStmt>(S.S)->getCond();
  const size_t First = firstSync(*Turns);
  for (const auto &[At, A] : llvm::enumerate(All)) {
    if ((*Turns)[At].Apart && !valuesMayComeFirst(A, !Split.OwnTarget, Vars))
      return false;
    if (At >= First)
      Split.Targets.push_back(A.Target);
    Split.SaveGuard |= disturbs(A.Whole, Cond, Vars);
  }
  Split.Turns = std::move(*Turns);
  Needs[I] = std::move(Split);
  return true;
}

} // namespace coopify
