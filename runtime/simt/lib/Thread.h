//===- Thread.h - a CUDA thread: a fiber and where it stands -----*- C++ -*-===//
#ifndef COOPIFY_SIMT_THREAD_H
#define COOPIFY_SIMT_THREAD_H

#include "simt/machine.h"
#include "simt/prelude/machine_calls.h"

#include <cstdint>

namespace simt {

constexpr unsigned MaxThreads = 1024; ///< Of a block.
constexpr unsigned MaxBlocks = 8;     ///< Of a cooperative launch.
constexpr unsigned MaxLanes = 64;
constexpr unsigned MaxFrames = 256; ///< A kernel that calls deeper overflows its stack too.
constexpr unsigned MaxLoops = 128;
constexpr unsigned MaxScopes = 256;

struct Warp;

inline uint64_t mix(uint64_t Value) { // the finaliser of SplitMix64
  Value += 0x9e3779b97f4a7c15;
  Value = (Value ^ (Value >> 30)) * 0xbf58476d1ce4e5b9;
  Value = (Value ^ (Value >> 27)) * 0x94d049bb133111eb;
  return Value ^ (Value >> 31);
}

enum class State : uint8_t { Ready, Waiting, Exited };

enum class Call : uint8_t {
  None,
  LegacyShuffle,
  LegacyVote,
  SyncShuffle,
  SyncVote,
  SyncMatch,
  SyncReduce,
  SyncWarp,
  Barrier,      ///< Of the whole block.
  NamedBarrier, ///< With a number.
  NamedArrive,  ///< The same, without waiting.
};

/// A collective that a thread stands at, with its arguments.
struct Collective {
  Call Which = Call::None;
  uint8_t Operation = 0;          ///< simt_shuffle, simt_vote, simt_match or simt_op.
  uint8_t Type = 0;               ///< simt_type of a reduction.
  uint8_t Segment = 0, Clamp = 0; ///< The two parts of a shuffle's c operand (PTX ISA, shfl).
  unsigned B = 0;                 ///< A shuffle's lane, delta or lane mask; a barrier's number.
  unsigned Count = 0;             ///< Of threads that a barrier is for; 0: all.
  uint64_t Mask = 0;
  uint64_t Value = 0; ///< A vote's predicate too.
};

/// One call in a thread's call stack.
struct Frame {
  uintptr_t Return; ///< Where it returns to, which is where its caller stands.
  unsigned Loops;   ///< How many loops of outer frames are below this frame's,
  unsigned Scopes;  ///< and how many scopes.
  uint64_t Outer;   ///< The hash of all outer return addresses.
};

/// A loop that a thread is in, and the round.
struct Loop {
  uint32_t Number, Round;
  uint64_t Step; ///< Of the hash, from round to round.
  uint64_t Hash;
};

/// What stands between a branch and the place where its lanes join. Only in objects that were
/// compiled with --joins=post-dominator.
struct Scope {
  uint32_t Join; ///< The number of its block; 0: where the function returns.
  uint64_t Path; ///< That was taken up to the branch.
};

/// What a thread did last: see memory/Habits.h.
struct RecentAccesses {
  static constexpr unsigned Kept = 8;
  unsigned Reads = 0;                ///< Since a barrier of the block.
  unsigned Updates = 0, Settled = 0; ///< Atomic ones; so many before the barrier.
  struct {
    uintptr_t Address;
    uint64_t Place : 63, IsVolatile : 1;
  } Read[Kept];
  uintptr_t Updated[Kept];

  void begin() { Reads = Updates = Settled = 0; }
  void blockBarrier() { Reads = 0, Settled = Updates; }
};

/// What each step looks at comes first, up to Pending.Which, and the innermost frame's is copied
/// there: with its stack a thread has few lines of the cache.
struct alignas(64) Thread {
  void *Context = nullptr;
  char *StackLow = nullptr;
  uintptr_t Place = 0; ///< The program point: a return address in the kernel.
  Warp *Home = nullptr;
  unsigned Id = 0, Lane = 0;
  State Now = State::Exited;
  bool Predicate = false;
  bool Branches = false;     ///< The next block says which way was taken.
  bool ReadVolatile = false; ///< Its last access was a volatile read.
  unsigned Depth = 0;

  Collective Pending; ///< Which != None: to be done before the thread goes on.
  uint64_t Result = 0;
  uint64_t CallHash = 0; ///< Of all return addresses.
  uint64_t LoopHash = 0; ///< Sum of the loops' hashes.
  uint64_t Path = 0;     ///< Ways taken at branches whose lanes have not joined yet.
  unsigned LoopDepth = 0, ScopeDepth = 0;
  unsigned LoopBase = 0, ScopeBase = 0; ///< Where those of the innermost frame begin.
  Dim3 Index;
  RecentAccesses Last;
  uintptr_t ClockPlace = 0; ///< Where it read the clock last,
  unsigned ClockReads = 0;  ///< and how often in a row.

  Loop Loops[MaxLoops];
  Frame Frames[MaxFrames];
  Scope Scopes[MaxScopes];

  /// For reports: where the program's own code stands, if the thread is in a function of coopify's
  /// runtime.
  uintptr_t programsPlace() const;
  bool waitsAt(Call Which, unsigned Barrier) const {
    return Now == State::Waiting && Pending.Which == Which && Pending.B == Barrier;
  }
  bool standsWith(const Thread &Other) const {
    return Place == Other.Place && CallHash == Other.CallHash;
  }
  /// At the same call, and in the same iteration of the loops around it.
  bool sharesBarrierWith(const Thread &Other) const {
    return standsWith(Other) && LoopHash == Other.LoopHash;
  }
  /// The same round of the same loops, and no join in between, too.
  bool movesWith(const Thread &Other) const {
    return standsWith(Other) && LoopHash == Other.LoopHash && Path == Other.Path;
  }
};

/// Less than 0 when \p A comes first in the order of the program: an earlier
/// round of a loop, an earlier statement, the inside of a call before what
/// follows it. Running the first point first is what reconverges lanes where
/// the source does.
int compare(const Thread &A, const Thread &B);

void enterFrame(Thread &T, uintptr_t Return);
void leaveFrame(Thread &T);
void enterLoop(Thread &T, unsigned Index, uint32_t Number);
void leaveLoops(Thread &T, unsigned Depth);
void branch(Thread &T, uint32_t Join);
void enterBlock(Thread &T, uint32_t Number);

inline void dropLoops(Thread &T, unsigned Count) {
  while (T.LoopDepth > Count)
    T.LoopHash -= T.Loops[--T.LoopDepth].Hash;
}

inline void enterRound(Thread &T, unsigned Depth, uint32_t Number) {
  unsigned Index = T.LoopBase + Depth - 1;
  if (T.LoopDepth <= Index || T.Loops[Index].Number != Number)
    return enterLoop(T, Index, Number);
  dropLoops(T, Index + 1);
  Loop &L = T.Loops[Index];
  ++L.Round;
  L.Hash += L.Step;
  T.LoopHash += L.Step;
}

} // namespace simt

#endif
