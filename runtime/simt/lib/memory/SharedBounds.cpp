//===- SharedBounds.cpp - the bounds of shared variables ------------------===//
#include "SharedBounds.h"

#include "Describe.h"

#include <set>

using namespace simt;

namespace {

std::set<uintptr_t> Kernels;

// Where the thread stands, and whence it was called.
bool isIn(const Thread &T, const NamedPlace &F) {
  if (F.holds(T.Place - 1, 1))
    return true;
  for (unsigned I = 0; I < T.Depth; ++I)
    if (F.holds(T.Frames[I].Return - 1, 1))
      return true;
  return false;
}

// A kernel is not called by another one. Other functions may have given a pointer to theirs.
bool isAnothers(const Thread &T, const NamedPlace &V) {
  return V.Owner && Kernels.count(V.Owner->Address) && !isIn(T, *V.Owner);
}

} // namespace

void simt::registerKernel(const void *Address) {
  Kernels.insert(reinterpret_cast<uintptr_t>(Address));
}

std::optional<std::string> SharedBounds::find(Entry &E, const Thread &T, uintptr_t Address,
                                              size_t Size) {
  const Variables &All = Variables::ofProgram();
  const NamedPlace *V = All.variable(Address);
  if (!All.areKnown())
    return std::nullopt;
  if (V && V->holds(Address, Size) && !isAnothers(T, *V)) {
    E = {T.Place, V->Address, V->Size};
    return std::nullopt;
  }
  const bool IsAcross = V && V->holds(Address, 1) && !isAnothers(T, *V);
  const NamedPlace *Near = IsAcross ? V : All.nearest(Address, [&](const NamedPlace &N) {
    return N.Owner && isIn(T, *N.Owner);
  });
  if (!Near)
    return "this is no variable of the kernel's";
  return nearby(Near->name(), Near->Address, Near->Size, Address, Size);
}
