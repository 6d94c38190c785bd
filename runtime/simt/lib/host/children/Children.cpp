//===- Children.cpp - the grids that a grid launches ----------------------===//
#include "host/children/Children.h"

#include <algorithm>
#include <utility>

using namespace simt;
using namespace simt::host;

static Children *Running = nullptr;

Children::Children(const Launch &Of) : Of(Of), Root(this) {}

Children::Children(const Launch &Of, Children &Parent)
    : Of(Of), Root(Parent.Root), Depth(Parent.Depth + 1) {}

Children &Children::ofRunning() { return *Running; }

Report Children::ofGrid(const std::function<Report()> &Run) {
  Children *const Before = std::exchange(Running, this);
  Report R = Run();
  Running = Before;
  return R;
}

void Children::finish() {
  std::vector<Point> All;
  for (const auto &[Block, Points] : Launched)
    All.insert(All.end(), Points.begin(), Points.end());
  waitFor(All);
  for (const Job &Tail : Tails)
    Tail();
}

uint64_t Children::nextOrder() { return Of.Number + (++Root->Orders << 32); }

void Children::addName(const std::string &Kernel) { Root->Names.insert(Kernel); }

cudaStream_t Children::openStream() {
  auto Handle = std::make_unique<CUstream_st>();
  Handle->State = std::make_shared<StreamState>();
  Handle->State->Id = ++LastId;
  const cudaStream_t Stream = Handle.get();
  Handles[Stream] = std::move(Handle);
  return Stream;
}

bool Children::closeStream(cudaStream_t Stream) { return Handles.erase(Stream); }

// What is fired and forgotten has an order with nothing.
std::shared_ptr<StreamState> Children::find(cudaStream_t Stream, unsigned Block) {
  const bool IsImplicit = !Stream || Stream == cudaStreamLegacy || Stream == cudaStreamPerThread;
  if (!IsImplicit && Stream != cudaStreamFireAndForget) {
    auto Found = Handles.find(Stream);
    return Found == Handles.end() ? nullptr : Found->second->State;
  }
  auto Made = std::make_shared<StreamState>();
  Made->Id = ++LastId;
  return IsImplicit ? Implicit.emplace(Block, Made).first->second : Made;
}

Point Children::push(const std::shared_ptr<StreamState> &To, QueuedJob What, unsigned Block) {
  To->Queue.push_back(std::move(What));
  const Point P = {To, ++To->Given};
  std::vector<Point> &All = Launched[Block];
  std::erase_if(All, [&](const Point &Old) { return Old.Stream == To || isReached(Old); });
  All.push_back(P);
  return P;
}

bool Children::isAtOnce() { return areStreamsInterleaved() && Choice.random() % 2; }

std::vector<Point> Children::launchedBy(unsigned Block) const {
  auto Found = Launched.find(Block);
  std::vector<Point> All = Found == Launched.end() ? std::vector<Point>() : Found->second;
  std::erase_if(All, isReached);
  return All;
}

void Children::waitFor(std::vector<Point> For) {
  for (;;) {
    std::erase_if(For, isReached);
    if (For.empty())
      return;
    StreamState &S = *Choice.towards(For);
    QueuedJob Next = std::move(S.Queue.front());
    S.Queue.pop_front();
    Next.Do();
    ++S.Done;
  }
}
