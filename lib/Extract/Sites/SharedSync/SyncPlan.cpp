//===- SyncPlan.cpp -----------------------------------------------------------===//

#include "Extract/Sites/SharedSync/SyncPlan.h"

#include "Analysis/Source/Exprs.h"

#include "Model/TUSummary.h"

using namespace clang;

namespace coopify {

bool SyncPlan::relevant(const Hazard &H) const {
  return (SharedSteps::isEnd(H.From) || Component.count(H.From)) &&
         (SharedSteps::isEnd(H.To) || Component.count(H.To)) &&
         (meant(*H.First) || meant(*H.Second));
}

/// What a kernel's arguments point to is never shared memory: there lanes are told apart by what
/// nobody here can know, and nothing says that they were meant to meet. Of pointers that are not
/// followed it is what they may lead to of what was meant.
bool SyncPlan::meant(const SharedAccess &Access) const {
  bool Shared = Access.Place.Of != MemoryLocation::KernelArray && !isStray(Access);
  return Shared || Access.Volatile ||
         llvm::any_of(Meant, [&](const SharedAccess *A) { return mayAlias(*A, Access); });
}

void SyncPlan::need(const Requirement &R) {
  if (!llvm::is_contained(Needed, R))
    Needed.push_back(R);
}

/// A write for which the sync within its step is soon enough.
bool SyncPlan::isBehindSplit(const SharedAccess &A, const SyncNeeds &N) const {
  return N.Split && A.Write && llvm::any_of(N.Targets, [&](const Expr *Target) {
           return Target->IgnoreParens() == A.At->IgnoreParens();
         });
}

/// What is decided so far. A step that is split waits in its middle, whoever comes to it, if its
/// sync is not put behind parts of it.
StepSyncs SyncPlan::syncs() const {
  StepSyncs Have;
  for (const auto &[I, N] : Needs) {
    const SharedStep &S = Steps.Steps[I];
    if (N.After)
      Have.After.insert(I);
    if (N.Before)
      Have.Before.insert(I);
    const bool Waits = N.Turns.empty() || llvm::any_of(N.Turns, [](const SyncNeeds::Turn &T) {
                         return T.Apart || T.Before;
                       });
    if (N.Split && N.Cuts.empty() && !N.CutFirst && Waits && !S.Jumps && !S.WayOut)
      Have.Within.insert(I);
  }
  return Have;
}

void SyncPlan::betweenSteps() {
  StepSyncs Have = syncs();
  // The last ones first: a sync there may serve what was written before.
  std::map<unsigned, std::vector<const Hazard *>, std::greater<>> Writes;
  for (const Hazard &H : Hazards.all())
    if (!H.Within && relevant(H) && H.First->Write && H.From != SharedSteps::Entry)
      Writes[H.From].push_back(&H);
  for (const auto &[From, All] : Writes)
    if (llvm::any_of(
            All, [&, At = From](const Hazard *H) { return Hazards.follows(At, H->To, Have); })) {
      Have.After.insert(From);
      Needs[From].After = true;
    }
  // The first ones first: a sync there may serve what is written later.
  std::map<unsigned, std::vector<const Hazard *>> Rest;
  for (const Hazard &H : Hazards.all())
    if (!H.Within && relevant(H) && H.To != SharedSteps::Exit) // a write's: by a jump
      Rest[H.To].push_back(&H);
  for (const auto &[To, All] : Rest)
    for (const Hazard *H : All) {
      SyncNeeds &N = Needs[To];
      // Where the step is split, the sync in it is between.
      if (N.Before || isBehindSplit(*H->Second, N) || !Hazards.follows(H->From, To, Have))
        continue;
      N.Before = true;
      Have.Before.insert(To);
    }
}

/// No way between two steps is left without a sync.
bool SyncPlan::allServed() {
  const StepSyncs Have = syncs();
  for (const Hazard &H : Hazards.all()) {
    if (H.Within || !relevant(H) || (H.To == SharedSteps::Exit && !H.First->Write))
      continue;
    auto To = Needs.find(H.To);
    if ((To != Needs.end() && isBehindSplit(*H.Second, To->second)) ||
        !Hazards.follows(H.From, H.To, Have))
      continue;
    const Stmt *S = Steps.Steps[H.From].S;
    Why = Refusal{ReasonId::StepNotSplit,
                  "lanes leave '" + View.Text.text(S->getSourceRange()) +
                      "' on a way that no sync can be put on",
                  View.Text.expansion(S->getBeginLoc()),
                  "let what it writes and the jump be statements of their own"};
    return false;
  }
  return true;
}

/// \p Read is made in front of the sync that \p Write is behind: not to name its element, nor where
/// `s[t] += other;` stays.
bool SyncPlan::readBefore(const SharedAccess &Read, const SharedAccess &Write,
                          const SyncNeeds &N) const {
  return !Read.Write && isBehindSplit(Write, N) && llvm::none_of(N.Targets, [&](const Expr *T) {
    const bool Same = T->IgnoreParens() == Read.At->IgnoreParens();
    return Same ? N.OwnTarget : holds(T, Read.At);
  });
}

bool SyncPlan::separates(const SharedHazards::Apart &P) const {
  auto To = Needs.find(P.To);
  // Cut in parts, a step reads and writes where it did.
  const bool Split = To != Needs.end() && To->second.Cuts.empty() && !To->second.CutFirst;
  if (P.Within)
    return Split && (inOtherTurns(P, To->second) || readBefore(*P.First, *P.Second, To->second) ||
                     readBefore(*P.Second, *P.First, To->second));
  return (Split && isBehindSplit(*P.Second, To->second)) || !Hazards.follows(P.From, P.To, syncs());
}

Convergence both(const Convergence &A, const Convergence &B) {
  Convergence Out = meet(A, B);
  Out.Steps = A.Steps;
  for (const ProofStep &S : B.Steps)
    if (!llvm::is_contained(Out.Steps, S))
      Out.Steps.push_back(S);
  return Out;
}

/// What is evaluated first behind \p S, in its block; null: nothing that all who come there do.
static const Stmt *firstBehind(const SharedStep &S, const ConvergenceAnalysis &Analysis) {
  if (!S.Block || !S.After)
    return nullptr;
  auto All = S.Block->body();
  for (const Stmt *Each : llvm::make_range(llvm::find(All, S.After), All.end()))
    if (const Stmt *First = firstEvaluated(Each, Analysis); First || mayJump(Each))
      return First;
  return nullptr;
}

/// Adds who comes to the syncs of \p S; false: not known.
bool SyncPlan::place(const SharedStep &S, const SyncNeeds &N) {
  const Stmt *First = firstEvaluated(S.S, View.Analysis);
  const Stmt *Behind = N.After ? firstBehind(S, View.Analysis) : nullptr;
  // Where lanes may have left, the step's own begin says nothing of its end.
  const bool Known =
      First && Behind && (View.Analysis.reachable(Behind) || !View.Analysis.reachable(First));
  if (!First || (N.After && !Known && S.Jumps && !isa<ReturnStmt>(S.S)))
    return false;
  auto Add = [&](const Stmt *At, const Stmt *Same) {
    if (!View.Analysis.reachable(At))
      return;
    Convergence C = View.Analysis.at(Same);
    Where = Where ? both(*Where, C) : C;
  };
  // Whether a loop is entered again its own condition decides: those come to it that came to what
  // is before it, if that lets none go.
  const Stmt *Earlier = nullptr;
  if (S.Composite && loopCondition(S.S) && S.Before && !mayJump(S.Before))
    Earlier = firstEvaluated(S.Before, View.Analysis);
  Add(First, Earlier ? Earlier : First);
  if (Behind)
    Add(Behind, Behind);
  return true;
}

bool SyncPlan::write() {
  for (const auto &[I, N] : Needs) {
    if (!N.Before && !N.Split && !N.After)
      continue;
    const SharedStep &S = Steps.Steps[I];
    if (S.Destroyed) {
      Why = Refusal{ReasonId::StepNotSplit,
                    "no sync can be put beside what the destructor of '" +
                        S.Destroyed->getNameAsString() + "' does",
                    View.Text.expansion(S.S->getBeginLoc()),
                    "do that in a function that is called, in a statement of its own"};
      return false;
    }
    if (S.Condition || !place(S, N)) {
      // `while (s[i] != x)`: nothing can be put beside it.
      Why = Refusal{S.Condition ? ReasonId::SpinLoop : ReasonId::StepNotSplit,
                    "no sync can be put beside '" + View.Text.text(S.S->getSourceRange()) + "'",
                    View.Text.expansion(S.S->getBeginLoc()),
                    "read the shared memory in a statement of its own"};
      return false;
    }
    if (!Edits.step(S, N, Steps.size(), Why))
      return false;
    Touched.push_back(S.S);
  }
  return true;
}

/// What \p Step writes lanes read or write later, behind another sync.
bool SyncPlan::meetsLater(unsigned Step) const {
  return llvm::any_of(Hazards.all(), [&](const Hazard &H) {
    return H.From == Step && !H.Within && relevant(H) && H.First->Write;
  });
}

/// Why steps have fewer syncs than read, sync, write, sync.
void SyncPlan::explain() {
  for (const auto &[I, N] : Needs) {
    const SharedStep &S = Steps.Steps[I];
    bool Both = llvm::any_of(S.Accesses, [&](const SharedAccess &A) {
      return !A.Write && llvm::any_of(S.Accesses, [&](const SharedAccess &B) {
        return B.Write && A.At != B.At && mayAlias(A, B);
      });
    });
    Location At = View.Text.expansion(S.S->getBeginLoc());
    if (Both && !N.Split && !N.Before && N.After && !S.Composite)
      Dropped.push_back({At, "no sync between its read and its write: no lane of the warp writes "
                             "what another one reads here"});
    if (N.Split && !N.After && N.Hoisted.empty())
      Dropped.push_back({At, meetsLater(I) ? "no sync behind it: that in a later step comes first"
                                           : "no sync behind it: before the next barrier no lane "
                                             "reads or writes what another one wrote here"});
  }
}

bool SyncPlan::make() {
  if (refusePolling() || refuseAtomics())
    return false;
  for (unsigned I : Component)
    if (!withinStep(I))
      return false;
  betweenSteps();
  if (!allServed() || !write())
    return false;
  explain();
  return true;
}

} // namespace coopify
