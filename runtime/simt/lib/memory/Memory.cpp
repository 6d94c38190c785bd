//===- Memory.cpp - accesses to memory ------------------------------------===//
#include "Machine.h"

#include "Describe.h"

using namespace simt;

const char *simt::verb(Access How) {
  static const char *const Verbs[] = {" reads",
                                      " writes",
                                      " reads",
                                      " writes",
                                      " updates atomically",
                                      " reads",
                                      " updates atomically",
                                      " updates atomically"};
  return Verbs[size_t(How)];
}

void Machine::access(uintptr_t Address, size_t Size, Access How, uintptr_t Place, int MemoryOrder) {
  if (!ChecksAccesses && !Shared.isOutside(Address, Size))
    return point(Place);
  point(Place);
  const bool IsShared = Shared.contains(Address);
  Region *const Global = ChecksMemory && !IsShared ? checkBounds(Address, Size, How) : nullptr;
  if (IsLate || (TracksOrder && (isStrong(How) || MemoryOrder != __ATOMIC_RELAXED)))
    orderAccess(Address, Size, How, MemoryOrder, IsShared);
  if (IsShared)
    accessShared(Address, Size, How);
  else if (Global)
    accessGlobal(*Global, Address, Size, How);
}

void Machine::orderAccess(uintptr_t Address, size_t Size, Access How, int MemoryOrder,
                          bool IsShared) {
  // An order is that of a fence beside the access (PTX ISA, release and acquire patterns).
  const bool Releases = MemoryOrder >= __ATOMIC_RELEASE;
  const bool Acquires = MemoryOrder != __ATOMIC_RELAXED && MemoryOrder != __ATOMIC_RELEASE;
  if (TracksOrder && Releases)
    Shared.Before.fence(*Current, FenceFor::Grid);
  const bool FindsOld = IsLate && accessLate(Address, Size, How);
  if (TracksOrder && isStrong(How))
    accessStrongly(Address, How, IsShared, FindsOld);
  if (TracksOrder && Acquires)
    Shared.Before.fence(*Current, FenceFor::Grid);
}

// Each block's shared memory is another one, at the same addresses.
void Machine::accessStrongly(uintptr_t Address, Access How, bool IsShared, bool FindsOld) {
  const uintptr_t Key = IsShared ? Address ^ uintptr_t(blockNumber() + 1) << 47 : Address;
  if (reads(How))
    Shared.Before.observe(*Current, Key, FindsOld);
  if (writes(How))
    Shared.Before.publish(*Current, Key);
}

// Without the seed, lockstep is what the source says, and nothing is late.
bool Machine::storesAreLate() const {
  const bool HasSeed = C.Schedule == Policy::Lockstep ? C.ShuffleWarps && !C.CheckLanes
                                                      : C.Schedule == Policy::Adversarial;
  return C.LateStores && HasSeed && mix(C.Seed + 3) % 2;
}

inline bool Machine::accessLate(uintptr_t Address, size_t Size, Access How) {
  if (!writes(How))
    return Late.load(*Current, Shared.Before, Address, Size, Steps);
  Late.store(*Current, Shared.Before, Address, Size, Steps);
  return false;
}

void Machine::fence(uintptr_t Place, FenceFor For) {
  point(Place);
  if (TracksOrder)
    Shared.Before.fence(*Current, For);
}

unsigned Machine::blockNumber() const {
  return BlockIndex.X + Grid.X * (BlockIndex.Y + Grid.Y * BlockIndex.Z);
}

std::string Machine::who(unsigned Id, unsigned Block) const {
  const std::string Text = "thread " + std::to_string(Id);
  return Grid.count() == 1 ? Text : Text + " of block " + std::to_string(Block);
}

Finding::Place Machine::whoDoes(Access How, size_t Size) const {
  return {who(Current->Id, blockNumber()) + verb(How) + " " + bytes(Size),
          Current->programsPlace()};
}

// --- shared ------------------------------------------------------------------

void Machine::accessShared(uintptr_t Address, size_t Size, Access How) {
  if (Shared.isOutside(Address, Size)) {
    report(Kind::OutOfShared, "beyond the " + std::to_string(DynamicSize) + " bytes of the launch",
           {{"thread " + std::to_string(Current->Id) + verb(How), Current->programsPlace()}},
           Address);
    return;
  }
  if (ChecksMemory && Shared.isStatic(Address))
    if (auto Wrong = Bounds.check(*Current, Address, Size))
      refuse({Kind::OutOfShared, std::move(*Wrong), {}}, How, Size);
  if (C.CheckUninitialised)
    checkWritten(Shared.written(), Shared.offset(Address), Address, Size, How, nullptr);
  if (C.CheckUninitialised && writes(How))
    Shared.markWritten(Address, Size);
  if (C.CheckRaces)
    Meant.note(*Current, How, Address);
  if (C.CheckRaces)
    if (auto Earlier = Shared.access(*Current, How, Address, Size))
      reportRace(*Earlier, How, Address, Size, nullptr);
}

// --- reads of what nobody wrote ----------------------------------------------

// Of what is copied as a whole something must have been written.
void Machine::checkWritten(const WrittenBytes &Written, size_t Offset, uintptr_t Address,
                           size_t Size, Access How, const Region *In) {
  if (!reads(How))
    return;
  const bool IsWritten =
      How == Access::CopyRead ? !Written.holdsNone(Offset, Size) : Written.holdsAll(Offset, Size);
  if (!IsWritten && ReadTooEarly.insert(Current->Place).second)
    report(Kind::Uninitialised, (In ? placeIn(*In, Address) : "") + "nobody wrote this before",
           {whoDoes(How, Size)}, In ? 0 : Address);
}
