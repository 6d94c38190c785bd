//===- LaunchOrder.cpp - which launch comes before which ------------------===//
#include "LaunchOrder.h"

#include <algorithm>

using namespace simt;

LaunchOrder simt::TheLaunches;

void simt::join(StreamClock &To, const StreamClock &From) {
  for (const auto &[Stream, Count] : From)
    To[Stream] = std::max(To[Stream], Count);
}

bool LaunchClock::isAfter(const LaunchClock &Other) const {
  auto Found = Before->find(Other.Stream);
  return Found != Before->end() && Found->second >= Other.Count;
}

void LaunchOrder::next(LaunchClock Launch) {
  Now = std::make_shared<const LaunchClock>(std::move(Launch));
}

void LaunchOrder::begin(uint32_t Phase) {
  First = 0, End = 1, Was = true;
  if (Now)
    Grids.push_back({Phase, Now});
}

/// The number of the grid's successor; 0: of none that is known.
size_t LaunchOrder::find(uint32_t Phase) const {
  return size_t(std::upper_bound(Grids.begin(), Grids.end(), Phase,
                                 [](uint32_t P, const Grid &G) { return P < G.First; }) -
                Grids.begin());
}

// Most questions are of the grid of the one before.
bool LaunchOrder::ask(uint32_t Phase) {
  const size_t Next = find(Phase);
  if (Phase == 0 || Next == 0)
    return true;
  const Grid &G = Grids[Next - 1];
  First = G.First, End = Next < Grids.size() ? Grids[Next].First : ~uint32_t(0);
  return Was = G.Launch == Now || Now->isAfter(*G.Launch);
}

uint64_t LaunchOrder::numberOf(uint32_t Phase) const {
  const size_t Next = find(Phase);
  return Next ? Grids[Next - 1].Launch->Number : 0;
}
