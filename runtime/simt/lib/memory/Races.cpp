//===- Races.cpp - reports of races ---------------------------------------===//
#include "Describe.h"
#include "Machine.h"

#include <cstring>

using namespace simt;

// Still a race: the compiler may take it that there is none (CUDA guide, memory consistency model).
static const char Unordered[] = "nothing orders these accesses";
static const char SameValue[] = "nothing orders these accesses, which write the same value";

// One finding for each pair of places.
void Machine::reportRace(const Conflict &Earlier, Access How, uintptr_t Address, size_t Size,
                         const Region *In) {
  const bool AreWrites = !reads(How) && !reads(Earlier.Earlier);
  auto [Known, IsNew] = Races.insert({{Earlier.EarlierPlace, Current->Place}, Race()});
  Race &R = Known->second;
  if (IsNew) {
    R.Number = Result.Findings.size(), R.In = In ? placeIn(*In, Address) : "";
    report(Kind::Race, R.In + Unordered, whoRaces(Earlier, How, In), R.In.empty() ? Address : 0);
  }
  seeWhetherMeant(R, Earlier, How, In);
  if (AreWrites && Size <= sizeof Written.Before && !R.Differs)
    awaitWrite(R, Address, Size);
  else if (R.IsSame)
    setSame(R, false);
}

// Shared memory is of one block, whichever it is.
std::vector<Finding::Place> Machine::whoRaces(const Conflict &Earlier, Access How,
                                              const Region *In) const {
  auto Who = [&](unsigned Id, unsigned Block) {
    return In ? who(Id, Block) : "thread " + std::to_string(Id);
  };
  const unsigned Block = blockNumber();
  const std::string OfLaunch = " of launch " + std::to_string(Earlier.EarlierLaunch);
  if (Earlier.EarlierLaunch)
    return {{"thread " + std::to_string(Earlier.EarlierThread) + OfLaunch + verb(Earlier.Earlier),
             Earlier.EarlierPlace},
            {Who(Current->Id, Block) + verb(How), Current->programsPlace()}};
  return {{Who(Earlier.EarlierThread, Earlier.EarlierBlock.value_or(Block)) + verb(Earlier.Earlier),
           Earlier.EarlierPlace},
          {Who(Current->Id, Block) + verb(How), Current->programsPlace()}};
}

// The kernel writes after the call: what it wrote shows at its next one.
void Machine::awaitWrite(Race &R, uintptr_t Address, size_t Size) {
  Written.Of = &R, Written.Address = Address, Written.Size = Size;
  memcpy(Written.Before, reinterpret_cast<const void *>(Address), Size);
}

void Machine::compareWritten() {
  Race &R = *Written.Of;
  const bool IsSame =
      !memcmp(Written.Before, reinterpret_cast<const void *>(Written.Address), Written.Size);
  Written.Of = nullptr;
  setSame(R, IsSame);
}

// It is said only if it is so each time.
void Machine::setSame(Race &R, bool IsSame) {
  R.IsSame = IsSame, R.Differs |= !IsSame;
  if (R.Number < Result.Findings.size() && Result.Findings[R.Number].What == Kind::Race)
    Result.Findings[R.Number].Text = R.In + (IsSame ? SameValue : Unordered);
}

// Only if all races of the two places may be.
void Machine::seeWhetherMeant(Race &R, const Conflict &Earlier, Access How,
                              const Region *In) const {
  const bool IsSameLaunch = !Earlier.EarlierLaunch; // what threads did in another is not known
  const bool IsSameWarp = IsSameLaunch && !Earlier.EarlierBlock &&
                          Earlier.EarlierThread / WarpSize == Current->Id / WarpSize;
  R.MayBeHint &= IsSameLaunch && Habits::isHintOrBound(Earlier.Earlier, How);
  R.IsSum |= Earlier.Earlier == Access::Sum || How == Access::Sum;
  R.AreStrong &= isStrong(Earlier.Earlier) && isStrong(How);
  R.MayBeBound &= R.MayBeHint && !R.AreStrong && In &&
                  (Earlier.Earlier == Access::Bound || How == Access::Bound);
  R.MayBeWait &= Habits::isWait(Earlier.Earlier, How) &&
                 (!IsSameWarp || isAtomic(Earlier.Earlier) || isAtomic(How));
  R.Reader = writes(How) ? Earlier.EarlierPlace : Current->Place;
}

bool Machine::isMeant(const Race &R) const {
  if (!C.CheckSameValue && R.IsSame)
    return true;
  if (R.MayBeWait && Meant.isWait(R.Reader))
    return true;
  if (C.CheckHints && !R.AreStrong)
    return false;
  const bool IsHint = Meant.isHint(R.Reader) && !(R.IsSum && Meant.isResult(R.Reader));
  return (R.MayBeHint && IsHint) || (R.MayBeBound && !Meant.readsBack(R.Reader));
}

// When it is known of all.
void Machine::dropMeantRaces() {
  std::vector<Finding> Kept;
  std::set<size_t> Meants;
  for (const auto &[Places, R] : Races)
    if (isMeant(R))
      Meants.insert(R.Number);
  for (size_t I = 0; I < Result.Findings.size() && Kept.size() < C.MaxFindings; ++I)
    if (Result.Findings[I].What != Kind::Race || !Meants.count(I))
      Kept.push_back(std::move(Result.Findings[I]));
  Result.Findings = std::move(Kept);
}
