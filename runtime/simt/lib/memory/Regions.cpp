//===- Regions.cpp - the global memory that the machine knows -------------===//
#include "Regions.h"

using namespace simt;

Regions simt::TheRegions;

// What was there before is gone: memory of the host's may come back at the same address.
Region &Regions::add(Allocation New) {
  forgetFound();
  auto First = All.upper_bound(New.Address);
  if (First != All.begin() && std::prev(First)->second->holds(New.Address))
    --First;
  All.erase(First, All.lower_bound(New.Address + std::max<size_t>(New.Size, 1)));
  if (New.What != Memory::Symbol)
    New.Number = ++LastNumber;
  auto Made = std::make_unique<Region>();
  static_cast<Allocation &>(*Made) = std::move(New);
  return *(All[Made->Address] = std::move(Made));
}

// Of what was freed only its place is still of interest.
void Regions::remove(Region &R, Caller By) {
  forgetFound();
  auto Gone = std::make_unique<Region>();
  static_cast<Allocation &>(*Gone) = R;
  Gone->Freed = By;
  All[R.Address] = std::move(Gone);
}

Region *Regions::find(uintptr_t Address) {
  auto After = All.upper_bound(Address);
  if (After == All.begin() || !std::prev(After)->second->holds(Address))
    return nullptr;
  return std::prev(After)->second.get();
}

Region *Regions::nearest(uintptr_t Address) {
  auto After = All.upper_bound(Address);
  Region *Behind = After == All.end() ? nullptr : After->second.get();
  if (After == All.begin())
    return Behind;
  Region *Before = std::prev(After)->second.get();
  const bool IsBehind =
      Behind && Behind->Address - Address < Address - Before->Address - Before->Size;
  return IsBehind ? Behind : Before;
}

void Regions::forgetAccesses() {
  each([](Region &R) { R.Accesses.clear(); });
}

std::string simt::nameOf(const Region &R) {
  if (R.IsSegment)
    return "the program's variables";
  return R.What == Memory::Symbol ? R.Name : "allocation " + std::to_string(R.Number);
}

void simt::addOrigin(std::vector<Finding::Place> &To, const Region &R) {
  if (R.What != Memory::Symbol)
    To.push_back({std::string("allocated by ") + R.By.Name, R.By.Place});
  if (R.Freed)
    To.push_back({std::string("freed by ") + R.Freed->Name, R.Freed->Place});
}
