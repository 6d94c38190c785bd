//===- GridOrder.cpp - what happened before what, between blocks ----------===//
#include "GridOrder.h"

#include <algorithm>

using namespace simt;

Grid simt::TheGrid;

// --- knowledge ---------------------------------------------------------------

bool Knowledge::add(const Publications *Place, uint32_t Count) {
  for (auto &[Known, KnownCount] : Seen)
    if (Known == Place) {
      const bool IsMore = Count > KnownCount;
      KnownCount = std::max(KnownCount, Count);
      return IsMore;
    }
  Seen.push_back({Place, Count});
  return true;
}

void Knowledge::add(const Knowledge &Other) {
  for (const auto &[Place, Count] : Other.Seen)
    add(Place, Count);
}

bool Knowledge::knows(unsigned Block, Phase When, unsigned Owner, uint32_t Clock) const {
  for (const auto &[Place, Count] : Seen)
    if (Place->knows(Count, Block, When, Owner, Clock))
      return true;
  return false;
}

// --- publications ------------------------------------------------------------

static BlockView joined(const BlockView &A, const BlockView &B) {
  if (A.Row == B.Row || *A.Row == *B.Row)
    return {std::max(A.Until, B.Until), A.Row};
  auto Row = std::make_shared<ClockRow>(*A.Row);
  for (size_t I = 0; I < Row->size(); ++I)
    (*Row)[I] = std::max((*Row)[I], (*B.Row)[I]);
  return {std::max(A.Until, B.Until), std::move(Row)};
}

// An atomic continues the release sequence of those that it follows (PTX ISA); for a volatile
// write this is generous.
void Publications::publish(unsigned Block, BlockView View, const Knowledge &OfOthers) {
  std::vector<Entry> &Mine = ByBlock[Block];
  if (!Mine.empty())
    View = joined(Mine.back().View, View);
  Mine.push_back({Count++, std::move(View)});
  Others.add(OfOthers);
}

bool Publications::knows(uint32_t Seen, unsigned Block, Phase When, unsigned Owner,
                         uint32_t Clock) const {
  auto Found = ByBlock.find(Block);
  if (Found == ByBlock.end())
    return false;
  const std::vector<Entry> &Entries = Found->second;
  auto After = std::partition_point(Entries.begin(), Entries.end(),
                                    [&](const Entry &E) { return E.Number < Seen; });
  if (After == Entries.begin())
    return false;
  const BlockView &View = std::prev(After)->View;
  return When < View.Until || (When == View.Until && (*View.Row)[Owner] > Clock);
}

// --- the grid ----------------------------------------------------------------

void Grid::begin(unsigned NewBlocks) {
  Blocks = NewBlocks;
  orderAll();
  Kept = 0;
  Runs.clear(), Places.clear();
  LastKept.reset();
}

Phase Grid::newPhase(unsigned Block) {
  ++LastPhase;
  if (!Runs.empty() && Runs.back().Block == Block)
    ++Runs.back().Count;
  else
    Runs.push_back({LastPhase, 1, Block});
  return LastPhase;
}

unsigned Grid::findBlock(Phase When) const {
  auto After =
      std::partition_point(Runs.begin(), Runs.end(), [&](const Run &R) { return R.First <= When; });
  return std::prev(After)->Block;
}

std::shared_ptr<const ClockRow> Grid::keep(const ClockRow &Done) {
  if (!LastKept || *LastKept != Done)
    LastKept = std::make_shared<ClockRow>(Done), Kept += Done.size();
  return LastKept;
}

Publications *Grid::at(uintptr_t Address, bool Make) {
  if (Make)
    return &Places[Address];
  auto Found = Places.find(Address);
  return Found == Places.end() ? nullptr : &Found->second;
}

// --- a block -----------------------------------------------------------------

void OtherBlocks::begin(unsigned NewBlock, unsigned Threads) {
  Block = NewBlock, ThreadCount = Threads;
  Now = TheGrid.newPhase(Block);
  OfAll = Knowledge();
  Views.clear();
}

OtherBlocks::ThreadView &OtherBlocks::view(unsigned Owner) {
  if (Views.empty())
    Views.resize(ThreadCount);
  return Views[Owner];
}

bool OtherBlocks::knows(unsigned Owner, unsigned OfBlock, Phase When, unsigned Other,
                        uint32_t Clock) const {
  if (TheGrid.isFull())
    return true;
  return OfAll.knows(OfBlock, When, Other, Clock) ||
         (!Views.empty() && Views[Owner].Known.knows(OfBlock, When, Other, Clock));
}

// As a fence on the reading side: what one thread saw all know.
void OtherBlocks::blockBarrier() {
  Now = TheGrid.newPhase(Block);
  for (ThreadView &V : Views) {
    OfAll.add(V.Known), OfAll.add(V.Seen);
    V.Known = V.Seen = Knowledge();
  }
}

void OtherBlocks::fence(unsigned Owner) {
  ThreadView &V = view(Owner);
  V.Known.add(V.Seen);
  V.AtFence = OfAll;
  V.AtFence.add(V.Known);
  V.Fenced = Now, V.LastPlace = nullptr;
}

void OtherBlocks::observe(unsigned Owner, uintptr_t Address) {
  const Publications *Place = TheGrid.at(Address, false);
  if (!Place)
    return;
  ThreadView &V = view(Owner);
  if (V.Seen.add(Place, Place->count()))
    V.Seen.add(Place->others());
}

void OtherBlocks::publish(unsigned Owner, uintptr_t Address, const ClockRow &Done) {
  if (Views.empty() || !Views[Owner].Fenced || TheGrid.isFull())
    return;
  ThreadView &V = Views[Owner];
  Publications *Place = TheGrid.at(Address, true);
  if (V.LastPlace == Place)
    return;
  Place->publish(Block, {V.Fenced, TheGrid.keep(Done)}, V.AtFence);
  V.LastPlace = Place;
}

void OtherBlocks::share(unsigned From, unsigned To) {
  if (Views.empty())
    return;
  Views[To].Known.add(Views[From].Known);
  Views[To].Known.add(Views[From].Seen);
}

void OtherBlocks::shareWithAll(unsigned From) {
  if (!Views.empty())
    OfAll.add(Views[From].Known), OfAll.add(Views[From].Seen);
}
