//===- SyncRefusals.cpp - steps that no sync helps ----------------------------===//

#include "Extract/Sites/SharedSync/SyncPlan.h"

#include "Analysis/Source/Exprs.h"

using namespace clang;

namespace coopify {

static void forEachLoop(const Stmt *S, llvm::function_ref<void(const Stmt *)> Visit) {
  if (!S)
    return;
  if (loopCondition(S))
    Visit(S);
  for (const Stmt *Part : S->children())
    forEachLoop(Part, Visit);
}

static std::string nameOf(const SharedAccess &A) {
  return A.Place.Root ? "'" + A.Place.Root->getNameAsString() + "'" : "what this leads to";
}

/// A loop in the step \p S that reads in its condition what \p H is about: one that waits for
/// others to write it, or (Writes) tries again until its own value stays.
static bool names(const Stmt *S, const VarDecl *V) {
  const auto *Ref = dyn_cast_or_null<DeclRefExpr>(S);
  return S && ((Ref && Ref->getDecl() == V) ||
               llvm::any_of(S->children(), [&](const Stmt *Part) { return names(Part, V); }));
}

/// `for (int i = t; i < s[1]; i += 32)`: what \p Read gives is compared with a number that the loop
/// itself moves; it ends whatever other lanes do.
static bool countsTo(const Stmt *Loop, const Expr *Read) {
  const Stmt *Compared = nullptr; // the innermost comparison with it
  forEachStmt(loopCondition(Loop), [&](const Stmt *S) {
    const auto *B = dyn_cast<BinaryOperator>(S);
    if (B && B->isComparisonOp() && holds(B, Read))
      Compared = holds(B->getLHS(), Read) ? B->getRHS() : B->getLHS();
  });
  bool Moves = false;
  forEachStmt(Loop, [&](const Stmt *S) {
    const Expr *To = nullptr;
    if (const auto *U = dyn_cast<UnaryOperator>(S); U && U->isIncrementDecrementOp())
      To = U->getSubExpr();
    if (const auto *B = dyn_cast<CompoundAssignOperator>(S))
      To = B->getLHS();
    const auto *Ref = To ? dyn_cast<DeclRefExpr>(To->IgnoreParens()) : nullptr;
    const auto *V = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
    Moves |= V && V->hasLocalStorage() && names(Compared, V);
  });
  return Moves;
}

const Stmt *SyncPlan::pollingLoop(const SharedStep &S, const Hazard &H, bool Writes) {
  const Stmt *Found = nullptr;
  auto [It, New] = LoopsOf.try_emplace(S.S);
  if (New)
    forEachLoop(S.S, [&](const Stmt *Loop) { It->second.push_back(Loop); });
  for (const Stmt *Loop : It->second) {
    bool Reads = false, Sets = false;
    for (const SharedAccess &A : S.Accesses) {
      if (!mayAlias(A, *H.First))
        continue;
      Reads |= !A.Write && holds(loopCondition(Loop), A.At) && !countsTo(Loop, A.At);
      Sets |= A.Write && holds(Loop, A.At);
    }
    if (Reads && Sets == Writes)
      Found = Loop;
  }
  return Found;
}

/// Who waits in a loop for another lane is not helped by a sync.
bool SyncPlan::refusePolling() {
  for (const Hazard &H : Hazards.all()) {
    if (!relevant(H))
      continue;
    std::string Name = nameOf(*H.First);
    for (unsigned I : {H.From, H.To}) {
      const SharedStep &S = Steps.Steps[I];
      if (!S.Composite)
        continue;
      if (const Stmt *Loop = pollingLoop(S, H, /*Writes=*/false)) {
        Why = Refusal{ReasonId::SpinLoop, "this loop waits for another lane to write " + Name,
                      View.Text.expansion(Loop->getBeginLoc()),
                      "keep it as it is, with volatile: it needs lanes that are scheduled "
                      "independently"};
        return true;
      }
      if (const Stmt *Loop = pollingLoop(S, H, /*Writes=*/true)) {
        Why = Refusal{ReasonId::TagVoteLoop,
                      "lanes write " + Name +
                          " again until their own value is there: with "
                          "independent lanes updates get lost",
                      View.Text.expansion(Loop->getBeginLoc()),
                      "use an atomic on the shared memory, such as atomicAdd"};
        return true;
      }
    }
  }
  return false;
}

/// Of two parameters it is not known. Nobody takes a counter for what an exchange goes through.
static bool oneObject(const SharedAccess &A, const SharedAccess &B) {
  return (A.Place.Root && A.Place.Root == B.Place.Root) ||
         (A.Place.Of == MemoryLocation::Dynamic && B.Place.Of == MemoryLocation::Dynamic);
}

/// An atomic orders itself; what else reads or writes its element is not known to be meant so.
bool SyncPlan::refuseAtomics() {
  for (const Hazard &H : Hazards.all())
    if (relevant(H) && (H.First->Atomic || H.Second->Atomic) && oneObject(*H.First, *H.Second)) {
      const SharedAccess &A = H.First->Atomic ? *H.First : *H.Second;
      Why = Refusal{ReasonId::SharedAtomic, "an atomic changes " + nameOf(A) + " among the steps",
                    View.Text.expansion(A.At->getBeginLoc()),
                    "put warp.sync() between the atomic and what reads the memory without one"};
      return true;
    }
  return false;
}

/// Of the statements in \p S that hold both, the part of the innermost that holds the first.
static const Stmt *partOf(const Stmt *S, const Expr *First, const Expr *Second) {
  for (const Stmt *Part : S->children())
    if (Part && holds(Part, First))
      return holds(Part, Second) ? partOf(Part, First, Second) : Part;
  return S;
}

/// Not all lanes of the warp are known to be where \p S begins.
std::optional<Refusal> SyncPlan::apartAt(const Stmt *S) const {
  const Stmt *First = firstEvaluated(S, View.Analysis);
  const Convergence C = First ? View.Analysis.at(First) : Convergence();
  if (!First || C.Active.UniformOver >= Steps.width() || !C.Active.Why)
    return std::nullopt;
  const bool Differs = C.Active.Why->Kind == ObstacleKind::LaneDependent;
  return Refusal{Differs ? ReasonId::Divergent : ReasonId::Unproven, C.Active.Why->Text,
                 C.Active.Why->Where,
                 "a sync cannot stand where only some lanes come: let all lanes of the warp take "
                 "the steps, and put a lane's own condition around the reads and the writes only"};
}

/// A step that only some lanes come to, or lanes in different rounds, in which lanes meet. What
/// keeps them apart on the way to both says more than what one of the two stands under.
bool SyncPlan::refuseComposite(const Hazard &H) {
  const SharedAccess *Inner = H.First->Write ? H.First : H.Second;
  auto Apart = apartAt(partOf(Steps.Steps[H.From].S, H.First->At, H.Second->At));
  if (Apart || (Apart = apartAt(Inner->At))) {
    Why = *Apart;
    return false;
  }
  Why = Refusal{ReasonId::StepNotSplit, "the steps of this statement cannot be taken apart",
                View.Text.expansion(H.First->At->getBeginLoc()),
                "write each exchange as read, warp.sync(), write, warp.sync()"};
  return false;
}

} // namespace coopify
