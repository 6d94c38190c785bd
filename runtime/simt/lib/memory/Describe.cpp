//===- Describe.cpp - accesses to global memory in words ------------------===//
#include "Describe.h"

#include "Arena.h"
#include "Fiber.h"
#include "Thread.h"

#include <sys/mman.h>

using namespace simt;

namespace {

constexpr uintptr_t Page = 4096;

bool isMapped(uintptr_t Address) {
  unsigned char Unused;
  return !mincore(reinterpret_cast<void *>(Address & ~(Page - 1)), Page, &Unused);
}

// So much farther than a red zone is wide, it is chance that some memory is there.
bool isNear(const Region &R, uintptr_t Address) {
  const uintptr_t Far = TheArena.contains(Address) ? std::max<uintptr_t>(R.Size, Page) : 256;
  return Address < R.Address ? R.Address - Address <= Far : Address - R.Address - R.Size < Far;
}

Finding unknown(uintptr_t Address) {
  if (Address < Page)
    return {Kind::OutOfBounds, "a null pointer, or near to it: address " + address(Address), {}};
  if (isStack(Address))
    return {Kind::OutOfBounds, "a local variable of another thread", {}};
  if (TheArena.contains(Address) || !isMapped(Address))
    return {Kind::OutOfBounds, "no memory is near address " + address(Address), {}};
  return {Kind::HostPointer,
          "address " + address(Address) + " is the host's memory, not the device's",
          {}};
}

} // namespace

std::string simt::bytes(size_t Count) {
  return std::to_string(Count) + (Count == 1 ? " byte" : " bytes");
}

std::string simt::nearby(const std::string &Name, uintptr_t Low, size_t Size, uintptr_t Address,
                         size_t Count) {
  const std::string Of = Name + ", which has " + bytes(Size);
  if (Address < Low)
    return bytes(Low - Address) + " before " + Of;
  const std::string First = std::to_string(Address - Low);
  const std::string Last = std::to_string(Address - Low + Count - 1);
  return (Count == 1 ? "byte " + First : "bytes " + First + "-" + Last) + " of " + Of;
}

std::string simt::address(uintptr_t Address) {
  char Text[32];
  snprintf(Text, sizeof Text, "0x%llx", static_cast<unsigned long long>(Address));
  return Text;
}

std::string simt::placeIn(const Region &R, uintptr_t Address) {
  return R.IsSegment ? "" : nameOf(R) + "+" + std::to_string(Address - R.Address) + ": ";
}

Finding simt::describeBadAccess(uintptr_t Address, size_t Size) {
  const Region *R = TheRegions.find(Address);
  if (!R)
    R = TheRegions.nearest(Address);
  if (!R || !(R->holds(Address) || isNear(*R, Address)))
    return unknown(Address);
  Finding Found{R->Freed ? Kind::UseAfterFree : Kind::OutOfBounds,
                nearby(nameOf(*R), R->Address, R->Size, Address, Size),
                {}};
  addOrigin(Found.Places, *R);
  return Found;
}
