//===- Global.cpp - accesses to global memory -----------------------------===//
#include "Arena.h"
#include "Describe.h"
#include "Machine.h"

#include <algorithm>
#include <cstdlib>

using namespace simt;

// The launch ends, as on a GPU (cudaErrorIllegalAddress, cudaErrorMisalignedAddress): what is there
// is not the kernel's, so it must not be written, and what was read would mean nothing.
void Machine::refuse(Finding Found, Access How, size_t Size) {
  Found.Places.insert(Found.Places.begin(), whoDoes(How, Size));
  report(Found.What, std::move(Found.Text), std::move(Found.Places), Found.Memory);
  abandon();
}

// Variables that nobody registered have the bounds that the symbol table says. Constants have no
// symbols.
void Machine::checkVariable(const Region &R, uintptr_t Address, size_t Size, Access How) {
  const Variables &All = Variables::ofProgram();
  const NamedPlace *V = All.variable(Address);
  if (R.IsConstant || !V || !R.holds(V->Address) || V->holds(Address, Size))
    return;
  refuse({Shared.isStatic(V->Address) ? Kind::OutOfShared : Kind::OutOfBounds,
          nearby(V->name(), V->Address, V->Size, Address, Size),
          {}},
         How, Size);
}

void Machine::addParameter(uintptr_t Object) {
  if (std::find(Parameters.begin(), Parameters.end(), Object) == Parameters.end())
    Parameters.push_back(Object);
}

// How large it is, nobody says here; all parameters of a kernel have 4 KB (CUDA guide, function
// parameters).
bool Machine::isInParameter(uintptr_t Address) const {
  return std::any_of(Parameters.begin(), Parameters.end(),
                     [&](uintptr_t Object) { return Address - Object < 4096; });
}

// No bytes are no access.
Region *Machine::checkBounds(uintptr_t Address, size_t Size, Access How) {
  if (Size == 0)
    return nullptr;
  Region *R = TheRegions.find(Address, Current->Place);
  if (!R && (R = TheRegions.findSegment(Address)))
    checkVariable(*R, Address, Size, How);
  if (!R && isInParameter(Address))
    return nullptr;
  if (!R || R->Freed || !R->holds(Address, Size))
    refuse(describeBadAccess(Address, Size), How, Size);
  return R;
}

void Machine::misaligned(uintptr_t Address, size_t Size, Access How, uintptr_t Place) {
  if (!ChecksMemory)
    return;
  Current->Place = Place;
  const Region *R = TheRegions.find(Address);
  std::string Text = (R ? placeIn(*R, Address) : "") + address(Address) + " is no multiple of " +
                     std::to_string(Size);
  refuse({Kind::Misaligned, std::move(Text), {}, 0}, How, Size);
}

void Machine::accessGlobal(Region &R, uintptr_t Address, size_t Size, Access How) {
  if (C.CheckUninitialised && R.tracksWrites() && reads(How) &&
      (R.Written || R.Written.make(R.Size)))
    checkWritten(R.Written, Address - R.Address, Address, Size, How, &R);
  if (writes(How))
    R.markWritten(Address, Size);
  if (C.CheckRaces)
    Meant.note(*Current, How, Address);
  if (C.CheckRaces && !R.IsConstant)
    if (auto Earlier = GlobalAccesses.access(R, Shared.Before, *Current, How, Address, Size))
      reportRace(*Earlier, How, Address, Size, &R);
}

// --- the kernel's own malloc -------------------------------------------------

void *Machine::allocate(size_t Size, uintptr_t Place) {
  point(Place);
  if (!ChecksMemory)
    return malloc(Size);
  return simt::allocate(Size, Memory::Device, {"malloc in a kernel", Place});
}

// Memory of the kernel's heap is not cudaFree's, and cudaMalloc's not this one's (CUDA guide,
// dynamic global memory allocation); the names of kinds do not tell them apart.
void Machine::release(void *Pointer, uintptr_t Place) {
  point(Place);
  if (!ChecksMemory && !TheArena.contains(reinterpret_cast<uintptr_t>(Pointer)))
    return free(Pointer);
  auto Wrong = simt::release(Pointer, Memory::Device, {"free in a kernel", Place});
  if (!Wrong)
    return;
  Wrong->Places[0].Who = who(Current->Id, blockNumber()) + " frees";
  report(Wrong->What, std::move(Wrong->Text), std::move(Wrong->Places));
}
