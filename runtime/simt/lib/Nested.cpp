//===- Nested.cpp - launches while another one stands still ---------------===//
//
// A thread that waits for a grid that it launched stands in the middle of its own. What that one
// has is kept, and the machine runs the other.
//
//===----------------------------------------------------------------------===//
#include "Machine.h"

#include <memory>
#include <utility>

using namespace simt;

/// Runs threads until the block, or all of them, are done.
void Machine::resume() {
  simt_switch(Current->Context, &Main);
  while (Outside) {
    doOutside();
    simt_switch(Current->Context, &Main);
  }
}

// Not on the thread's own small stack.
void Machine::outside(const std::function<void()> &Do) {
  settle();
  Outside = &Do;
  simt_switch(Main, &Current->Context);
}

const char *Machine::ownMemoryAt(uintptr_t Address) const {
  return isStack(Address)           ? "a local variable"
         : Shared.contains(Address) ? "shared memory"
                                    : nullptr;
}

void Machine::doOutside() {
  const std::function<void()> &Do = *std::exchange(Outside, nullptr);
  Late.forget();
  std::vector<char> Contents;
  Shared.keep(Contents);
  class Grid Order = TheGrid.setAside();
  standAside(Do);
  TheGrid.takeBack(std::move(Order));
  Shared.restore(Contents);
  if (Shared.Before.Others.now()) // what is behind it is in another phase than what is before
    Shared.Before.Others.blockBarrier();
}

void Machine::standAside(const std::function<void()> &Do) {
  static std::vector<std::unique_ptr<Machine>> Others; // by level
  const unsigned Own = Level;
  if (Others.size() <= Own)
    Others.push_back(std::make_unique<Machine>());
  Machine &Other = *Others[Own];
  std::swap(*this, Other);
  Level = Own + 1;
  TimeBase = Other.TimeBase + Other.Steps;
  Do();
  Other.TimeBase = std::max(Other.TimeBase, TimeBase + Steps);
  std::swap(*this, Other);
}
