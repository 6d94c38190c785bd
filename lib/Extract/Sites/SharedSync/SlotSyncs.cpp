//===- SlotSyncs.cpp -----------------------------------------------------===//

#include "Extract/Sites/SharedSync/SlotSyncs.h"

using namespace clang;

namespace coopify {

static bool isOf(const SharedAccess &A, const VarDecl *V) { return A.Place.Root == V; }

static bool isRead(const SharedAccess &A) { return !A.Write && !A.Atomic; }

/// One may write what the other one loads.
static bool writesWhatIsRead(const SharedAccess &A, const SharedAccess &B, const VarDecl *V) {
  return isOf(A, V) && isOf(B, V) && ((A.Write && isRead(B)) || (B.Write && isRead(A)));
}

Promise slotPromise(const std::string &USR, const VarDecl *V, unsigned Id) {
  return {USR, "keeps apart what is written and read, slot " + std::to_string(Id),
          V->getNameAsString()};
}

bool SlotSyncs::concerns(const Hazard &H, const VarDecl *V) {
  return isOf(*H.First, V) || isOf(*H.Second, V);
}

/// Each hazard that a load has a part in has its sync. So has the way from one call of the function
/// to the next one: what is written first, and what was written last.
bool SlotSyncs::wait(const VarDecl *V) const {
  return llvm::none_of(Hazards.all(), [&](const Hazard &H) {
    const bool Ends = SharedSteps::isEnd(H.From) || SharedSteps::isEnd(H.To);
    return (Ends ? concerns(H, V) && (H.First->Write || H.Second->Write)
                 : writesWhatIsRead(*H.First, *H.Second, V)) &&
           (!Served.count(&H) || (H.Within && Steps.Steps[H.From].Composite));
  });
}

/// In a step some lanes may be on one side of a branch, and others on the other one, which no
/// order of the text keeps apart.
bool SlotSyncs::apartWithin(unsigned I, const VarDecl *V, Uniformity &Rests) const {
  const SharedStep &S = Steps.Steps[I];
  // Lanes that wait in there are one sync ahead of the others.
  if (S.SyncsInside)
    return false;
  auto MayMeet = [&](const SharedAccess &A, const SharedAccess &B) {
    if (&A == &B || !writesWhatIsRead(A, B, V))
      return false;
    std::vector<Uniformity> Used; // one lane alone reads what it wrote
    const bool Meet = overlap(A, B, Forms, /*Once=*/false, {}, Used) != Overlap::None;
    for (const Uniformity &U : Used)
      Rests = meet(Rests, U);
    return Meet;
  };
  return !S.Composite || llvm::none_of(S.Accesses, [&](const SharedAccess &A) {
    return llvm::any_of(S.Accesses, [&](const SharedAccess &B) { return MayMeet(A, B); });
  });
}

/// That no warp writes what another one reads. A variable that all warps of a block share is one
/// warp's only where a block has no more.
std::optional<Uniformity> SlotSyncs::otherWarps(const VarDecl *V) const {
  std::vector<const SharedAccess *> All;
  for (const SharedStep &S : Steps.Steps)
    for (const SharedAccess &A : S.Accesses)
      if (isOf(A, V))
        All.push_back(&A);
  Uniformity Rests;
  for (const SharedAccess *A : All)
    for (const SharedAccess *B : All)
      if (A->Write && isRead(*B)) {
        auto Apart = warpsApart(*A, *B, Forms);
        if (!Apart)
          return Uniformity{BlockWidth, {{AtomKind::OneWarp, 0}}, std::nullopt};
        Rests = meet(Rests, *Apart);
      }
  return Rests;
}

/// The syncs that are there already order steps only where all lanes come to the same one.
Uniformity SlotSyncs::wholeAtSyncs() const {
  Uniformity Rests;
  for (const SharedStep &S : Steps.Steps)
    if (S.Sync || S.SyncAfter || S.Waits)
      if (const Stmt *First = S.S ? firstEvaluated(S.S, View.Analysis) : nullptr)
        Rests = meet(Rests, View.Analysis.at(First).Active);
  return Rests;
}

std::optional<Uniformity> SlotSyncs::of(const VarDecl *V) const {
  if (!wait(V))
    return std::nullopt;
  Uniformity Within;
  for (unsigned I = 0; I < Steps.Steps.size(); ++I)
    if (!apartWithin(I, V, Within))
      return std::nullopt;
  std::optional<Uniformity> Rests = otherWarps(V);
  if (!Rests)
    return std::nullopt;
  *Rests = meet(meet(*Rests, Within), wholeAtSyncs());
  for (const SharedHazards::Apart &P : Hazards.apart())
    if (isOf(*P.First, V) || isOf(*P.Second, V))
      for (const Uniformity &U : P.Used)
        *Rests = meet(*Rests, U);
  return Rests->UniformOver >= warpWidth() ? Rests : std::nullopt;
}

} // namespace coopify
