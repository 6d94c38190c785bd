//===- Blocks.cpp - blocks that run together ------------------------------===//
//
// The blocks of a cooperative launch. They take turns, so that one may wait for what another one
// does in global memory. What a block has is the machine's own while it runs.
//
//===----------------------------------------------------------------------===//
#include "Machine.h"

#include <algorithm>

using namespace simt;

namespace {

// The first block's are the machine's; those of the others are made on first use and kept.
Thread *threadsOf(unsigned Block, unsigned Count) {
  static std::vector<Thread> Made[MaxBlocks];
  if (Made[Block].size() < Count)
    Made[Block] = std::vector<Thread>(Count);
  return Made[Block].data();
}

constexpr unsigned Turn = 500; ///< In steps; of what the seed says, the mean, or a short one.
constexpr unsigned ShortTurn = 32;

} // namespace

void Machine::runTogether() {
  Blocks.resize(std::max<size_t>(Blocks.size(), Grid.count()));
  GridArrivals = GridRound = 0;
  RunningBlock = 0, BlockTurn = Turn;
  for (unsigned I = Grid.count(); I-- > 0;) {
    exchange(I);
    if (I != 0)
      Threads = threadsOf(I, ThreadCount);
    BlockIndex = {I % Grid.X, I / Grid.X % Grid.Y, I / Grid.X / Grid.Y};
    beginBlock(I);
    Current = nullptr;
  }
  if (!blocksAreOrdered()) // any may be first
    exchange(random() % Grid.count()), BlockTurn = blockTurn();
  Current = &pick();
  resume();
}

bool Machine::blocksAreOrdered() const {
  return C.Schedule != Policy::Adversarial && !C.ShuffleWarps;
}

unsigned Machine::blockTurn() {
  if (blocksAreOrdered())
    return Turn;
  return random() % (2 * (mix(C.Seed + 5) % 2 ? Turn : ShortTurn));
}

/// That block runs from here on, and the machine keeps what the running one has.
void Machine::exchange(unsigned Number) {
  if (Number == RunningBlock)
    return;
  BlockState &Running = *this;
  Shared.keep(SharedContents);
  std::swap(Running, Blocks[RunningBlock]);
  std::swap(Running, Blocks[Number]);
  if (!SharedContents.empty())
    Shared.restore(SharedContents);
  RunningBlock = Number;
}

/// The turn of another block that has not ended; false if there is none.
bool Machine::nextBlock() {
  if (!C.Cooperative)
    return false;
  BlockTurn = blockTurn();
  const unsigned Count = Grid.count(), First = blocksAreOrdered() ? 1 : 1 + random() % Count;
  for (unsigned I = 0; I < Count; ++I) {
    const unsigned Number = (RunningBlock + First + I) % Count;
    if (Number == RunningBlock || Blocks[Number].LiveCount == 0)
      continue;
    exchange(Number);
    return true;
  }
  return false;
}

unsigned Machine::arriveAtGrid() {
  const unsigned Ticket = GridRound;
  if (++GridArrivals == Grid.count()) {
    GridArrivals = 0, ++GridRound;
    TheGrid.orderAll();
  }
  return Ticket;
}

bool Machine::isGridOpen(unsigned Ticket, uintptr_t Place) {
  const bool IsOpen = GridRound != Ticket;
  if (!IsOpen)
    BlockTurn = 0;
  point(Place);
  return IsOpen;
}
