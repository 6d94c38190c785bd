//===- Machine.h - the block that runs ---------------------------*- C++ -*-===//
#ifndef COOPIFY_SIMT_MACHINE_STATE_H
#define COOPIFY_SIMT_MACHINE_STATE_H

#include "Divisor.h"
#include "Fiber.h"
#include "NamedBarrier.h"
#include "Thread.h"
#include "memory/GlobalRaces.h"
#include "memory/Habits.h"
#include "memory/Shared.h"
#include "memory/SharedBounds.h"
#include "order/LateStores.h"

#include <functional>
#include <map>
#include <set>

namespace simt {

struct Warp {
  Thread *First = nullptr;
  uint64_t Live = 0;         ///< Lanes that have not exited.
  uint64_t Exited = 0;       ///< Those that have.
  uint64_t Moving = 0;       ///< Lockstep: lanes that are still to make the current step.
  bool Stopped = false;      ///< Lockstep: at a block barrier that counts warps,
  uint64_t StoppedLanes = 0; ///< with these lanes.
};

/// What a block is, has and does. That of the block that runs is the machine's own (Blocks.cpp).
struct BlockState {
  Thread *Current = nullptr;
  Dim3 BlockIndex;
  Thread *Threads = nullptr;
  unsigned LiveCount = 0, WaitingAtBarrier = 0;
  struct {
    const Thread *First = nullptr; ///< That came to it.
    bool Differ = false;           ///< Threads stand at different calls or in other iterations.
    bool Reduce = false;           ///< What they ask for is not a mere 0.
    uint64_t Result = 0;           ///< Of the last one that opened.
  } AtBarrier;
  std::vector<Warp> Warps;
  NamedBarrier Named[NamedBarriers];
  uint64_t Ready[MaxThreads / 64] = {};
  unsigned CurrentWarp = 0, WarpSteps = 0, WarpTurnNow = 0; ///< Of lockstep.
  unsigned RunLeft = 0;                                     ///< Of an adversarial thread.
  SharedMemory Shared;
  std::vector<char> SharedContents; ///< While another block runs.
  LateStores Late;
};

/// On the calling thread; one block after the other, or in turns if the launch is cooperative.
/// Kernels reach it through hooks (Hooks.cpp) and calls (Calls.cpp); a hook may not return for a
/// long time, because other threads run in between.
class Machine : BlockState {
public:
  using BlockState::BlockIndex;
  using BlockState::Current;

  Report run(const Config &C, Dim3 Grid, Dim3 Block, size_t Dynamic, void (*Body)(void *),
             void *Context);

  // --- what running threads do ---
  void point(uintptr_t Place);
  void access(uintptr_t Address, size_t Size, Access How, uintptr_t Place,
              int MemoryOrder = __ATOMIC_RELAXED);
  void fence(uintptr_t Place, FenceFor For);
  long long clock(uintptr_t Place);
  void sleep(unsigned Nanoseconds, uintptr_t Place);
  void misaligned(uintptr_t Address, size_t Size, Access How, uintptr_t Place);
  void *allocate(size_t Size, uintptr_t Place);
  void release(void *Pointer, uintptr_t Place);
  /// A round of a loop: no scheduling point, but a step.
  void countRound() {
    if (++Steps > C.MaxSteps) [[unlikely]]
      endAtBound();
  }
  uint64_t legacy(const Collective &C, uintptr_t Place);
  uint64_t sync(const Collective &C, uintptr_t Place);
  uint64_t barrier(simt_op Operation, uint64_t Predicate, uintptr_t Place);
  uint64_t namedBarrier(Call Which, unsigned Id, unsigned Count, simt_op Operation,
                        uint64_t Predicate, uintptr_t Place);
  bool isCooperative() const { return C.Cooperative; }
  bool isShared(uintptr_t Address) const { return Shared.contains(Address); }
  /// In words, if no other grid may access it; else null.
  const char *ownMemoryAt(uintptr_t Address) const;
  unsigned blockNumber() const;
  unsigned arriveAtGrid();
  bool isGridOpen(unsigned Ticket, uintptr_t Place);
  void addParameter(uintptr_t Object);
  /// Done by the host's side, while the launch stands still: launches of others too, which run as
  /// if they were alone.
  void outside(const std::function<void()> &Do);
  [[noreturn]] void exitThread();
  [[noreturn]] void abandon(); ///< Ends the launch; what is on the stacks is lost.
  uint64_t poison(unsigned Lane) const;
  void report(Kind What, std::string Text, std::vector<Finding::Place> Places,
              uintptr_t Memory = 0);
  void reportHere(Kind What, std::string Text);

  Dim3 Grid, Block;
  unsigned WarpSize = 32;
  uint64_t Steps = 0;
  Habits Meant; ///< What of the races is.

private:
  // Machine.cpp
  bool prepare(size_t Dynamic);
  void runBlock();
  void beginBlock(unsigned Number = 0);
  void wait(Thread &T) {
    T.Now = State::Waiting;
    Ready[T.Id / 64] &= ~(1ull << T.Id % 64);
  }
  void wake(Thread &T) {
    T.Now = State::Ready;
    Ready[T.Id / 64] |= 1ull << T.Id % 64;
  }
  void wakeLanes(Warp &W, uint64_t Lanes) {
    for (uint64_t Rest = Lanes; Rest; Rest &= Rest - 1)
      W.First[__builtin_ctzll(Rest)].Now = State::Ready;
    Ready[W.First->Id / 64] |= Lanes << W.First->Id % 64;
  }
  static void enter();

  // Nested.cpp
  void resume();
  void doOutside();
  void standAside(const std::function<void()> &Do);

  // Blocks.cpp
  void runTogether();
  void exchange(unsigned Number);
  bool nextBlock();
  bool blocksAreOrdered() const;
  unsigned blockTurn();

  // memory/Memory.cpp
  bool storesAreLate() const;
  void accessStrongly(uintptr_t Address, Access How, bool IsShared, bool FindsOld);
  void orderAccess(uintptr_t Address, size_t Size, Access How, int MemoryOrder, bool IsShared);
  bool accessLate(uintptr_t Address, size_t Size, Access How);
  void accessShared(uintptr_t Address, size_t Size, Access How);
  void checkWritten(const WrittenBytes &Written, size_t Offset, uintptr_t Address, size_t Size,
                    Access How, const Region *In);
  std::string who(unsigned Id, unsigned Block) const;
  Finding::Place whoDoes(Access How, size_t Size) const;

  // memory/Global.cpp
  [[noreturn]] void refuse(Finding Found, Access How, size_t Size);
  void checkVariable(const Region &R, uintptr_t Address, size_t Size, Access How);
  bool isInParameter(uintptr_t Address) const;
  Region *checkBounds(uintptr_t Address, size_t Size, Access How);
  void accessGlobal(Region &R, uintptr_t Address, size_t Size, Access How);

  // memory/Races.cpp
  struct Race {
    size_t Number;                        ///< Of the finding.
    std::string In;                       ///< Which memory.
    bool IsSame = false, Differs = false; ///< What both wrote.
    bool MayBeHint = true, MayBeBound = true, MayBeWait = true;
    bool IsSum = false;    ///< The update.
    bool AreStrong = true; ///< Both accesses: then it is none to PTX.
    uintptr_t Reader = 0;  ///< The place of the read that may be one.
  };
  void reportRace(const Conflict &Earlier, Access How, uintptr_t Address, size_t Size,
                  const Region *In);
  std::vector<Finding::Place> whoRaces(const Conflict &Earlier, Access How, const Region *In) const;
  void awaitWrite(Race &R, uintptr_t Address, size_t Size);
  void compareWritten();
  void setSame(Race &R, bool IsSame);
  void seeWhetherMeant(Race &R, const Conflict &Earlier, Access How, const Region *In) const;
  bool isMeant(const Race &R) const;
  void dropMeantRaces();
  /// Before anybody else may look at memory.
  void settle() {
    Late.restore();
    if (Written.Of)
      compareWritten();
  }

  // Schedule.cpp
  void yield();
  [[gnu::cold, noreturn]] void endAtBound();
  Thread &pick();
  Thread &pickNext();
  Thread &pickLockstep();
  Thread &pickFair();
  Thread &pickAdversarial();
  Thread &pickAnother();
  void startRun();
  void startNextStep();
  void foresee();
  unsigned anyThread(uint64_t Random) const { return uint32_t(Random) % DivisorOfThreads; }
  Thread &pickReady();
  Thread &pickUnfavoured();
  Thread &pickAny(uint64_t Random, unsigned Id);
  bool isPatient();
  Thread &latecomer(Thread &T);
  uint64_t random() { return mix(RandomState++); }
  void readSeed();
  int nextReady(unsigned From) const;
  int lastReady() const;
  uint64_t readyLanes(const Warp &W) const;
  uint64_t frontLanes(const Warp &W) const;
  bool startStep(Warp &W);
  Warp *nextWarp();
  unsigned nextLane(uint64_t Lanes) const;

  // Collectives.cpp
  void performLegacy(Thread &T);
  void tryComplete(Thread &T);
  void recheck(Warp &W);
  void completeIfTogether(Thread &T, uint64_t Expected);
  [[gnu::cold]] void reportMask(const Thread &T);

  // Barriers.cpp
  bool barriersCountWarps() const {
    return C.Schedule == Policy::Lockstep && C.BlockBarrier != Barrier::PerThread;
  }
  void stopWarp(Warp &W, uint64_t Lanes);
  void arriveAtBarrier(const Thread &T);
  void tryRelease() {
    if (barriersCountWarps() ? WaitingAtBarrier && allWarpsWait() : WaitingAtBarrier == LiveCount)
      openBarrier();
  }
  bool allWarpsWait() const;
  void openBarrier();
  void release(Warp &W);
  void checkSameBarrier();
  uint64_t reduceBarrier(Call Which, unsigned Id) const;
  [[gnu::cold, noreturn]] Thread &deadlock(); ///< Of no use as a thread.
  void findCrossWaits();

  // NamedBarriers.cpp
  bool isBarrierValid(Call Which, unsigned Id, unsigned Count);
  void arrive(Warp &W, uint64_t Lanes);
  bool isComplete(const NamedBarrier &B) const;
  void tryOpen(unsigned Id);

  std::vector<uintptr_t> Parameters; ///< Objects of the host's that the kernel is given.
  Config C;
  Report Result;
  std::set<std::string> Reported;
  void (*Body)(void *) = nullptr;
  void *BodyContext = nullptr;
  Context Main = nullptr;
  bool Abandoned = false;
  const std::function<void()> *Outside = nullptr; ///< What a thread waits for.
  unsigned Level = 0;                             ///< How many launches stand still meanwhile.

  bool IsLate = false, TracksOrder = true, ChecksMemory = false;
  bool ChecksAccesses = true; ///< For more than the bounds of dynamic shared memory.
  size_t DynamicSize = 0;
  unsigned ThreadCount = 0;
  Divisor DivisorOfThreads; ///< That many.

  // Blocks.cpp's
  std::vector<BlockState> Blocks; ///< Of a cooperative launch; the one that runs is not there.
  unsigned RunningBlock = 0, BlockTurn = 0;
  unsigned GridArrivals = 0, GridRound = 0;

  // Schedule.cpp's
  // A warp of a lockstep run lets the others go on after so many steps, so that a
  // warp that waits for another warp's flag does not wait for ever.
  static constexpr unsigned WarpTurn = 1000;
  uint64_t RandomState = 0;
  struct {
    uint64_t At = 0, Random = 0;
    unsigned Id = 0;
  } Next; ///< Where the state is that, what random() says, and which thread that means.
  struct {
    unsigned LongestRun = 1; ///< In steps; a power of two.
    bool IsPatient = false;
    unsigned Favour = 0; ///< The first threads, the last, or none.
  } OfSeed;

  // Clock.cpp's
  uint64_t TimeBase = 0;          ///< What the clock shows beside steps.
  uint64_t Moves = 0;             ///< Lockstep: steps of warps.
  uint64_t ReadAt = ~uint64_t(0); ///< The step in which the clock was read last,
  long long ReadThen = 0;         ///< and what it showed.

  // Of memory/
  SharedBounds Bounds;
  GlobalRaces GlobalAccesses;
  std::map<std::pair<uintptr_t, uintptr_t>, Race> Races; ///< By the two places.
  std::set<uintptr_t> ReadTooEarly;
  /// A write that races with one before, and what was there.
  struct {
    Race *Of = nullptr;
    uintptr_t Address = 0;
    size_t Size = 0;
    char Before[16];
  } Written;
};

extern Machine TheMachine;

/// The operation on values of that type, as 64 bits each.
uint64_t apply(simt_op Operation, simt_type Type, uint64_t A, uint64_t B);

/// Gives each member of \p Members the result of the collective at which they all stand.
void evaluate(Thread *First, uint64_t Members, const Machine &M);

const char *nameOf(const Collective &C);

} // namespace simt

#endif
