//===- Machine.cpp - launches, threads' beginnings and ends ---------------===//
#include "Machine.h"

#include "Crash.h"

#include <algorithm>
#include <cfenv>
#include <cstdio>
#include <memory>

using namespace simt;

// Each object that simtcc makes says here for which warp size it was compiled.
extern "C" {
extern const unsigned __start_simt_warp_size[] __attribute__((weak, visibility("hidden")));
extern const unsigned __stop_simt_warp_size[] __attribute__((weak, visibility("hidden")));
}

Machine simt::TheMachine;

// Those of the first level; of others they are made on first use and kept.
static Thread TheThreads[MaxThreads];

static Thread *threadsOfLevel(unsigned Level) {
  static std::vector<std::unique_ptr<Thread[]>> Made;
  while (Made.size() < Level)
    Made.push_back(std::make_unique<Thread[]>(MaxThreads));
  return Level ? Made[Level - 1].get() : TheThreads;
}

namespace {

/// A kernel rounds as a GPU does and keeps small numbers, whatever the host has set for itself.
class OwnArithmetic {
public:
  OwnArithmetic() { fegetenv(&Hosts), fesetenv(FE_DFL_ENV); }
  ~OwnArithmetic() { fesetenv(&Hosts); }

private:
  fenv_t Hosts;
};

} // namespace

Report simt::run(const Config &C, Dim3 Grid, Dim3 Block, size_t DynamicShared, void (*Body)(void *),
                 void *Context) {
  const OwnArithmetic Its;
  return TheMachine.run(C, Grid, Block, DynamicShared, Body, Context);
}

Report Machine::run(const Config &Wanted, Dim3 GridSize, Dim3 BlockSize, size_t Dynamic,
                    void (*Kernel)(void *), void *Context) {
  C = Wanted;
  Grid = GridSize, Block = BlockSize;
  Body = Kernel, BodyContext = Context;
  Result = Report();
  Reported.clear();
  Races.clear(), ReadTooEarly.clear(), Meant.begin();
  Written.Of = nullptr;
  TimeBase += Steps, ReadAt = ~uint64_t(0);
  Steps = 0;
  Abandoned = false;
  RandomState = mix(C.Seed);
  readSeed();
  ChecksMemory = C.CheckMemory;
  IsLate = storesAreLate(), TracksOrder = C.CheckRaces || IsLate;
  ChecksAccesses = TracksOrder || C.CheckMemory || C.CheckUninitialised;
  explainCrashes();
  const bool IsPrepared = prepare(Dynamic);
  TheGrid.begin(Grid.count());
  GlobalAccesses.begin(WarpSize);
  Bounds.begin();
  Threads = threadsOfLevel(Level);
  if (IsPrepared && C.Cooperative)
    runTogether();
  else if (IsPrepared)
    for (unsigned I = 0; I < Grid.count() && !Abandoned; ++I) {
      BlockIndex = {I % Grid.X, I / Grid.X % Grid.Y, I / Grid.X / Grid.Y};
      runBlock();
    }
  dropMeantRaces();
  Result.Steps = Steps;
  Result.Completed = !Abandoned;
  Current = nullptr;
  fflush(stdout);
  return std::move(Result);
}

static unsigned compiledWarpSize(bool &Agree) {
  unsigned Size = 0;
  for (const unsigned *I = __start_simt_warp_size; I != __stop_simt_warp_size; ++I) {
    Agree &= Size == 0 || Size == *I;
    Size = *I;
  }
  return Size ? Size : 32;
}

// What makes the launch itself wrong.
bool Machine::prepare(size_t Dynamic) {
  bool Agree = true;
  unsigned Compiled = compiledWarpSize(Agree);
  WarpSize = C.WarpSize ? C.WarpSize : Compiled;
  ThreadCount = Block.count();
  DynamicSize = Dynamic;
  std::string Wrong;
  if (!Agree || WarpSize != Compiled)
    Wrong = "the kernels were compiled for another warp size";
  else if (ThreadCount == 0 || ThreadCount > MaxThreads)
    Wrong = "a block has 1 to 1024 threads, not " + std::to_string(ThreadCount);
  else if (Dynamic > Shared.dynamicCapacity())
    Wrong = "too much dynamic shared memory";
  else if (C.Cooperative && Grid.count() > MaxBlocks)
    Wrong = "a cooperative launch has at most " + std::to_string(MaxBlocks) + " blocks";
  if (Wrong.empty()) {
    DivisorOfThreads = Divisor(ThreadCount), Next.At = 0;
    return true;
  }
  report(Kind::Misuse, Wrong, {});
  Abandoned = true;
  return false;
}

void Machine::runBlock() {
  beginBlock();
  Current = &pick();
  resume();
}

void Machine::beginBlock(unsigned Number) {
  Shared.begin(DynamicSize, mix(C.Seed ^ mix(Steps + Number)), WarpSize);
  Late.begin(mix(C.Seed ^ mix(Steps + Number)));
  Shared.trackWrites(C.CheckUninitialised);
  if (TracksOrder)
    Shared.Before.begin(ThreadCount,
                        C.Schedule == Policy::Lockstep && !C.CheckLanes ? WarpSize : 1);
  if (ChecksMemory && C.CheckRaces)
    Shared.Before.Others.begin(blockNumber(), ThreadCount);
  else
    Shared.Before.Others.end();
  std::fill(std::begin(Ready), std::end(Ready), 0); // a launch that was abandoned left some
  LiveCount = ThreadCount;
  WaitingAtBarrier = CurrentWarp = WarpSteps = RunLeft = 0;
  WarpTurnNow = C.ShuffleWarps ? 0 : WarpTurn;
  for (NamedBarrier &B : Named)
    B = NamedBarrier();
  Warps.assign((ThreadCount + WarpSize - 1) / WarpSize, Warp());
  for (unsigned I = 0; I < ThreadCount; ++I) {
    Thread &T = Threads[I];
    T.Id = I, T.Lane = I % WarpSize;
    T.Index = {I % Block.X, I / Block.X % Block.Y, I / Block.X / Block.Y};
    T.Home = &Warps[I / WarpSize];
    T.Place = 0, T.Depth = T.LoopDepth = 0, T.LoopHash = T.CallHash = 0;
    T.LoopBase = T.ScopeBase = 0;
    T.ScopeDepth = 0, T.Branches = false, T.Path = 0;
    T.Pending = Collective();
    T.Last.begin(), T.ReadVolatile = false;
    T.ClockPlace = 0;
    T.StackLow = stackLow(Level, Number * ThreadCount + I);
    T.Context = makeFiber(Level, Number * ThreadCount + I, enter);
    T.Home->First = &Threads[I - T.Lane];
    T.Home->Live |= 1ull << T.Lane;
    wake(T);
  }
}

void Machine::enter() {
  TheMachine.Body(TheMachine.BodyContext);
  TheMachine.exitThread();
}

// Exits are what a collective or a barrier may have been waiting for.
void Machine::exitThread() {
  settle();
  Thread &T = *Current;
  wait(T);
  T.Now = State::Exited;
  T.Home->Live &= ~(1ull << T.Lane);
  T.Home->Exited |= 1ull << T.Lane;
  if (--LiveCount == 0) {
    if (!nextBlock()) {
      Context Unused;
      simt_switch(Main, &Unused);
    }
  } else {
    recheck(*T.Home);
    tryRelease();
    for (unsigned Id = 0; Id < NamedBarriers; ++Id)
      tryOpen(Id);
  }
  Current = &pick();
  simt_switch(Current->Context, &T.Context);
  __builtin_unreachable();
}

void Machine::abandon() {
  settle();
  Abandoned = true;
  for (uint64_t &Word : Ready)
    Word = 0;
  Context Unused;
  simt_switch(Main, &Unused);
  __builtin_unreachable();
}

uint64_t Machine::poison(unsigned Lane) const { return mix(C.Seed ^ mix(Steps * MaxLanes + Lane)); }

void Machine::report(Kind What, std::string Text, std::vector<Finding::Place> Places,
                     uintptr_t Memory) {
  std::string Key = std::to_string(int(What)) + Text;
  for (const Finding::Place &Place : Places)
    Key += " " + std::to_string(Place.Address);
  // Of races some may turn out to be meant.
  if (Result.Findings.size() < 8 * C.MaxFindings && Reported.insert(Key).second)
    Result.Findings.push_back({What, std::move(Text), std::move(Places), Memory});
}

void Machine::reportHere(Kind What, std::string Text) {
  report(What, std::move(Text),
         {{"thread " + std::to_string(Current->Id), Current->programsPlace()}});
}
