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

bool Knowledge::has(const Publications *Place, uint32_t Count) const {
  return std::find(Seen.begin(), Seen.end(), std::pair(Place, Count)) != Seen.end();
}

bool Knowledge::knows(unsigned Block, Phase When, unsigned Owner, uint32_t Clock) const {
  for (const auto &[Place, Count] : Seen)
    if (Place->knows(Count, Block, When, Owner, Clock))
      return true;
  return false;
}

// --- publications ------------------------------------------------------------

static bool isWithin(const ClockRow &Row, const ClockRow &Other) {
  return std::equal(Row.begin(), Row.end(), Other.begin(), std::less_equal<>());
}

// Clocks do not begin anew with a phase, so rows of two phases can be joined. Threads share rows.
bool BlockView::add(const BlockView &Other) {
  if (!Other.Row)
    return false;
  const bool IsLater = Until < Other.Until;
  Until = std::max(Until, Other.Until);
  if (Row == Other.Row || (Row && isWithin(*Other.Row, *Row)))
    return IsLater;
  if (!Row || isWithin(*Row, *Other.Row)) {
    Row = Other.Row;
    return true;
  }
  if (Row.use_count() > 1)
    Row = std::make_shared<ClockRow>(*Row);
  std::transform(Row->begin(), Row->end(), Other.Row->begin(), Row->begin(),
                 [](uint32_t A, uint32_t B) { return std::max(A, B); });
  return true;
}

// An atomic continues the release sequence of those that it follows (PTX ISA); for a volatile
// write this is generous.
void Publications::publish(unsigned Block, BlockView View) {
  std::vector<Entry> &Mine = ByBlock[Block];
  if (!Mine.empty())
    View.add(Mine.back().View);
  View.Row = TheGrid.keep(View.Row);
  Mine.push_back({Count++, std::move(View)});
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
  FirstOfLaunch = FirstPhase, Kept = 0;
  Runs.clear(), Places.clear();
  LastKept.reset();
  TheLaunches.begin(FirstOfLaunch);
}

Grid Grid::setAside() {
  Grid Aside = std::move(*this);
  *this = Grid();
  LastPhase = Aside.LastPhase;
  return Aside;
}

// The other one's phases are over.
void Grid::takeBack(Grid Aside) {
  const Phase Last = LastPhase;
  *this = std::move(Aside);
  LastPhase = Last;
  orderAll();
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

std::shared_ptr<ClockRow> Grid::keep(const std::shared_ptr<ClockRow> &Done) {
  Kept += SizeOfEntry;
  if (LastKept != Done && (!LastKept || *LastKept != *Done))
    LastKept = Done, Kept += SizeOfRow + Done->size();
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
  OfAll = AtFenceOfAll = Knowledge(), FencedByAll = FencedSoFar = BlockView();
  Views.clear(), InBlock.clear();
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

bool OtherBlocks::hasSeenAll(unsigned Owner, uintptr_t Address) const {
  const Publications *Place = TheGrid.at(Address, false);
  if (!Place)
    return false;
  const uint32_t All = Place->count();
  return OfAll.has(Place, All) || (!Views.empty() && (Views[Owner].Known.has(Place, All) ||
                                                      Views[Owner].Seen.has(Place, All)));
}

// As a fence on the reading side: what one thread saw all know. What one fenced all may publish.
void OtherBlocks::blockBarrier() {
  Now = TheGrid.newPhase(Block);
  const bool HasFenced = std::any_of(Views.begin(), Views.end(),
                                     [](const ThreadView &V) { return bool(V.Fenced.Row); });
  if (HasFenced)
    AtFenceOfAll = OfAll;
  for (unsigned Owner = 0; Owner < Views.size(); ++Owner) {
    shareWithAll(Owner, false);
    Views[Owner] = ThreadView();
  }
  FencedByAll = FencedSoFar;
}

// Who is told in the block by a fence for the block knows what the teller did of others.
void OtherBlocks::fence(unsigned Owner, FenceFor For, const std::shared_ptr<ClockRow> &Done) {
  if (For == FenceFor::Block && Views.empty())
    return;
  ThreadView &V = view(Owner);
  V.Known.add(V.SeenInBlock);
  V.AtAnyFence = V.Known;
  if (For == FenceFor::Block)
    return;
  V.Known.add(V.Seen);
  V.AtAnyFence = V.Known;
  V.AtFence = V.Known;
  V.Fenced = {Now, Done}, V.LastPlace = nullptr;
  FencedSoFar.add(V.Fenced);
}

void OtherBlocks::observe(unsigned Owner, uintptr_t Address) {
  if (auto Found = InBlock.find(Address); Found != InBlock.end())
    view(Owner).SeenInBlock.add(Found->second);
  const Publications *Place = TheGrid.at(Address, false);
  if (!Place)
    return;
  ThreadView &V = view(Owner);
  if (V.Seen.add(Place, Place->count()))
    V.Seen.add(Place->others());
}

void OtherBlocks::publish(unsigned Owner, uintptr_t Address) {
  if (Views.empty() || TheGrid.isFull())
    return;
  ThreadView &V = Views[Owner];
  if (!V.AtAnyFence.empty())
    InBlock[Address].add(V.AtAnyFence);
  if (V.LastPlace && V.LastPlace == TheGrid.at(Address, false))
    return;
  const bool HasFenced = bool(V.Fenced.Row);
  BlockView Fenced = V.Fenced;
  Fenced.add(FencedByAll);
  if (!Fenced.Row)
    return;
  Publications *Place = TheGrid.at(Address, true);
  Place->publish(Block, std::move(Fenced));
  Place->addOthers(HasFenced ? OfAll : AtFenceOfAll), Place->addOthers(V.AtFence);
  V.LastPlace = Place;
}

void OtherBlocks::share(unsigned From, unsigned To) {
  if (Views.empty())
    return;
  const ThreadView &Other = Views[From];
  ThreadView &V = Views[To];
  V.Known.add(Other.Known), V.Seen.add(Other.Seen), V.AtFence.add(Other.AtFence);
  V.SeenInBlock.add(Other.SeenInBlock), V.AtAnyFence.add(Other.AtAnyFence);
  if (V.Fenced.add(Other.Fenced))
    V.LastPlace = nullptr;
}

void OtherBlocks::shareWithAll(unsigned From, bool WithFences) {
  if (Views.empty())
    return;
  const ThreadView &V = Views[From];
  OfAll.add(V.Known), OfAll.add(V.Seen), OfAll.add(V.SeenInBlock), AtFenceOfAll.add(V.AtFence);
  if (WithFences)
    FencedByAll.add(V.Fenced);
}
