//===- Allocations.cpp - simt/memory.h ------------------------------------===//
#include "Arena.h"
#include "Describe.h"
#include "Thread.h"

using namespace simt;

// Not addresses, which differ from run to run: the seed replays it.
static uint64_t Seed = 1, MadeSince = 0;

void simt::seedAllocations(uint64_t NewSeed) { Seed = NewSeed, MadeSince = 0; }

void *simt::allocate(size_t Size, Memory What, Caller By) {
  void *Made = Size ? TheArena.allocate(Size, mix(Seed ^ mix(MadeSince++))) : nullptr;
  if (Made)
    TheRegions.add({reinterpret_cast<uintptr_t>(Made), Size, What, 0, "", By});
  return Made;
}

void simt::registerMemory(void *Address, size_t Size, Memory What, std::string Name, Caller By) {
  TheRegions.add({reinterpret_cast<uintptr_t>(Address), Size, What, 0, std::move(Name), By});
}

// --- free --------------------------------------------------------------------

static const char *kindName(Memory What) {
  static const char *const Names[] = {"device memory", "managed memory", "page-locked host memory",
                                      "a variable"};
  return Names[size_t(What)];
}

static std::string whatIsWrong(const Region *R, uintptr_t Address, Memory What, Caller By) {
  if (!R)
    return address(Address) + " is no allocation";
  if (R->Freed)
    return nameOf(*R) + " is free already";
  if (R->Address != Address)
    return address(Address) + " is byte " + std::to_string(Address - R->Address) + " of " +
           nameOf(*R) + ", not its start";
  if (R->What != What)
    return nameOf(*R) + " is " + kindName(R->What) + ", which " + By.Name + " does not free";
  return "";
}

std::optional<Finding> simt::release(void *Pointer, Memory What, Caller By) {
  if (!Pointer)
    return std::nullopt;
  const uintptr_t Address = reinterpret_cast<uintptr_t>(Pointer);
  Region *R = TheRegions.find(Address);
  if (std::string Wrong = whatIsWrong(R, Address, What, By); !Wrong.empty()) {
    Finding Found{Kind::BadFree, Wrong, {{By.Name, By.Place}}};
    if (R)
      addOrigin(Found.Places, *R);
    return Found;
  }
  const size_t Size = R->Size;
  TheRegions.remove(*R, By);
  if (TheArena.contains(Address))
    TheArena.release(Address, Size, mix(~Seed));
  return std::nullopt;
}

// --- the host's accesses -----------------------------------------------------

std::optional<Finding> simt::checkRange(const void *Pointer, size_t Size, bool Writes, Caller By) {
  const uintptr_t Address = reinterpret_cast<uintptr_t>(Pointer);
  const Region *R = TheRegions.find(Address);
  const bool IsFine = R ? !R->Freed && R->holds(Address, Size) : !TheArena.contains(Address);
  if (IsFine || Size == 0)
    return std::nullopt;
  Finding Found = describeBadAccess(Address, Size);
  Found.Places.insert(
      Found.Places.begin(),
      {By.Name + std::string(Writes ? " writes " : " reads ") + bytes(Size), By.Place});
  return Found;
}

std::optional<Finding> simt::checkWritten(const void *Pointer, size_t Size, Caller By) {
  const uintptr_t Address = reinterpret_cast<uintptr_t>(Pointer);
  const Region *R = TheRegions.find(Address);
  if (!R || R->Freed || !R->tracksWrites() || !R->holds(Address, Size) ||
      (R->Written && R->Written.holdsAll(Address - R->Address, Size)))
    return std::nullopt;
  Finding Found{Kind::Uninitialised,
                placeIn(*R, Address) + "nobody wrote all of these " + bytes(Size) + " before",
                {{By.Name + std::string(" reads them"), By.Place}}};
  addOrigin(Found.Places, *R);
  return Found;
}

void simt::markWritten(void *Address, size_t Size) {
  const uintptr_t A = reinterpret_cast<uintptr_t>(Address);
  if (Region *R = TheRegions.find(A); R && !R->Freed && R->holds(A, Size))
    R->markWritten(A, Size);
}

// What was not written before is not by being copied.
void simt::markCopied(void *To, const void *From, size_t Size) {
  const uintptr_t A = reinterpret_cast<uintptr_t>(To), B = reinterpret_cast<uintptr_t>(From);
  Region *Source = TheRegions.find(B), *Target = TheRegions.find(A);
  if (!Source || !Source->tracksWrites() || !Source->holds(B, Size))
    return markWritten(To, Size);
  if (!Target || !Target->tracksWrites() || !Target->holds(A, Size) || !Source->Written)
    return;
  if (Target->Written || Target->Written.make(Target->Size))
    Target->Written.copy(A - Target->Address, Source->Written, B - Source->Address, Size);
}

// --- what there is -----------------------------------------------------------

std::optional<Allocation> simt::allocationAt(const void *Address) {
  const Region *R = TheRegions.find(reinterpret_cast<uintptr_t>(Address));
  return R && !R->Freed ? std::optional<Allocation>(*R) : std::nullopt;
}

std::vector<Allocation> simt::liveAllocations() {
  std::vector<Allocation> Live;
  TheRegions.each([&](const Region &R) {
    if (!R.Freed && R.What != Memory::Symbol)
      Live.push_back(R);
  });
  return Live;
}
