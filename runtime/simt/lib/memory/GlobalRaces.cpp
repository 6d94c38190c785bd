//===- GlobalRaces.cpp - who accessed global memory last ------------------===//
#include "GlobalRaces.h"

#include <algorithm>

using namespace simt;

// 512 MiB of cells. Then all begins anew: a race with what was before is not found.
static constexpr size_t MostCells = 8 << 20;

inline bool GlobalRaces::isOrdered(const GlobalStamp &Earlier, const Visit &V) const {
  if (TheGrid.isOver(Earlier.When))
    return true;
  if (Earlier.When != V.Before.Others.now())
    return isBeforeThisPhase(Earlier, V);
  return V.Before.knows(V.Before.owner(V.T), V.Before.ownerOf(Earlier.Thread), Earlier.Clock);
}

bool GlobalRaces::isBeforeThisPhase(const GlobalStamp &Earlier, const Visit &V) const {
  if (!TheGrid.isOfLaunch(Earlier.When))
    return false;
  const OtherBlocks &Others = V.Before.Others;
  const unsigned Block = TheGrid.blockOf(Earlier.When);
  return Block == Others.block() || Others.knows(V.Before.owner(V.T), Block, Earlier.When,
                                                 V.Before.ownerOf(Earlier.Thread), Earlier.Clock);
}

bool GlobalRaces::isHarmless(const GlobalStamp &Earlier, const Visit &V) const {
  if (!isStrong(V.How) || !isStrong(Earlier.how()))
    return false;
  const bool IsSameWarp = TheGrid.isOfLaunch(Earlier.When) &&
                          TheGrid.blockOf(Earlier.When) == V.Before.Others.block() &&
                          Earlier.Thread / WarpSize == V.T.Id / WarpSize;
  return !IsSameWarp || (isAtomic(V.How) && isAtomic(Earlier.how()));
}

// Atomic updates of one word have one order, and a thread's own write is after its own update (PTX,
// memory consistency model: coherence): so the last block sets a counter back of which it had the
// last ticket, as in CUDA's sample threadFenceReduction.
bool GlobalRaces::isBeforeOwnUpdate(const GlobalStamp &Earlier, const GlobalCell &C,
                                    const Visit &V) const {
  return isAtomic(Earlier.how()) && writes(V.How) &&
         std::any_of(C.Writes, C.Writes + 2, [&](const GlobalStamp &S) {
           return S.IsNewest && isAtomic(S.how()) && isOrdered(S, V);
         });
}

// Nor is a flag's own store after who saw it: the last block of a row sets the semaphore back for
// which it waited.
bool GlobalRaces::isSeen(const GlobalStamp &Earlier, const Visit &V) const {
  return isStrong(Earlier.how()) && TheGrid.isOfLaunch(Earlier.When) &&
         V.Before.Others.hasSeenAll(V.Before.owner(V.T), V.Address);
}

inline const GlobalStamp *GlobalRaces::findConflict(const GlobalCell &C, const Visit &V) const {
  auto IsRace = [&](const GlobalStamp &S) __attribute__((always_inline)) {
    return !isOrdered(S, V) && !isHarmless(S, V);
  };
  for (const GlobalStamp &Write : C.Writes)
    if (IsRace(Write) && !isBeforeOwnUpdate(Write, C, V) && !isSeen(Write, V))
      return &Write;
  if (writes(V.How))
    for (const GlobalStamp &Read : C.Reads)
      if (IsRace(Read))
        return &Read;
  return nullptr;
}

// An update does not stand for the plain write before it, with which others' updates race.
GlobalStamp *GlobalRaces::leastNeeded(GlobalStamp (&Last)[2], const Visit &V) const {
  auto Rank = [&](const GlobalStamp &S) {
    const bool IsOrdered = isOrdered(S, V);
    const bool IsOver = TheGrid.isOver(S.When) ||
                        (IsOrdered && !TheGrid.hasOtherBlocks() && S.When != V.Before.Others.now());
    if (IsOver || (IsOrdered && isAtomic(S.how())))
      return 0;
    return isAtomic(S.how()) ? 1 : IsOrdered ? 2 : 3;
  };
  return Rank(Last[1]) < Rank(Last[0]) ? &Last[1] : &Last[0];
}

// What is ordered before this access is ordered before all that must be after it.
inline void GlobalRaces::record(GlobalStamp (&Last)[2], const Visit &V) const {
  GlobalStamp *To = isAtomic(V.How)         ? leastNeeded(Last, V)
                    : isOrdered(Last[0], V) ? &Last[0]
                    : isOrdered(Last[1], V) ? &Last[1]
                                            : &Last[0];
  const uint64_t Split = To->Split;
  *To = {V.Before.Others.now(),
         V.Before.now(V.Before.owner(V.T)),
         V.T.Place,
         V.T.Id,
         uint64_t(V.How),
         Split,
         true};
  Last[To == Last].IsNewest = false;
}

inline void GlobalRaces::accessCell(GlobalCell &C, const Visit &V, std::optional<Conflict> &Found) {
  if (C.isNew())
    ++NewCells;
  if (const GlobalStamp *S = findConflict(C, V)) {
    Found = Conflict{S->how(), unsigned(S->Thread), uintptr_t(S->Place)};
    if (!TheGrid.isOfLaunch(S->When))
      Found->EarlierLaunch = TheLaunches.numberOf(S->When);
    else if (const unsigned Block = TheGrid.blockOf(S->When); Block != V.Before.Others.block())
      Found->EarlierBlock = Block;
  }
  record(writes(V.How) ? C.Writes : C.Reads, V);
}

void GlobalRaces::split(Shadow &S, size_t Word) {
  for (size_t I = 0; I < 4; ++I)
    S.Bytes[Word * 4 + I] = S.Words[Word];
  S.Words[Word].Writes[0].Split = true;
}

void GlobalRaces::countNew() {
  if (NewCells <= MostCells)
    return;
  TheRegions.forgetAccesses();
  NewCells = 0;
}

std::optional<Conflict> GlobalRaces::access(Region &R, const Order &Before, const Thread &T,
                                            Access How, uintptr_t Address, size_t Size) {
  std::optional<Conflict> Found;
  if (!R.Accesses.make(R.Size + 4))
    return Found;
  countNew();
  const Visit V{Before, T, How, Address};
  // Words are those of addresses, wherever the memory begins.
  const size_t Begin = Address - R.Address / 4 * 4, End = Begin + Size;
  for (size_t Word = Begin / 4; Word * 4 < End; ++Word) {
    GlobalCell &C = R.Accesses.Words[Word];
    const bool IsWhole = Word * 4 >= Begin && Word * 4 + 4 <= End;
    if (!IsWhole && !C.isSplit())
      split(R.Accesses, Word);
    if (!C.isSplit()) {
      accessCell(C, V, Found);
      continue;
    }
    for (size_t Byte = std::max(Begin, Word * 4); Byte < std::min(End, Word * 4 + 4); ++Byte)
      accessCell(R.Accesses.Bytes[Byte], V, Found);
  }
  return Found;
}
