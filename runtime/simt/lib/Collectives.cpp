//===- Collectives.cpp - who takes part in a warp's collective -----------===//
#include "Machine.h"

#include <cstdio>

using namespace simt;

namespace {

bool isSync(Call Which) { return Which >= Call::SyncShuffle && Which <= Call::SyncWarp; }

std::string hex(uint64_t Value) {
  char Text[32];
  snprintf(Text, sizeof Text, "0x%llx", static_cast<unsigned long long>(Value));
  return Text;
}

} // namespace

const char *simt::nameOf(const Collective &C) {
  static const char *const Shuffles[] = {"__shfl", "__shfl_up", "__shfl_down", "__shfl_xor"};
  static const char *const SyncShuffles[] = {"__shfl_sync", "__shfl_up_sync", "__shfl_down_sync",
                                             "__shfl_xor_sync"};
  static const char *const Votes[] = {"__ballot", "__any", "__all", "__uni", "__activemask"};
  static const char *const SyncVotes[] = {"__ballot_sync", "__any_sync", "__all_sync",
                                          "__uni_sync"};
  switch (C.Which) {
  case Call::None:
    return "nothing";
  case Call::LegacyShuffle:
    return Shuffles[C.Operation];
  case Call::LegacyVote:
    return Votes[C.Operation];
  case Call::SyncShuffle:
    return SyncShuffles[C.Operation];
  case Call::SyncVote:
    return SyncVotes[C.Operation];
  case Call::SyncMatch:
    return C.Operation == simt_match_any ? "__match_any_sync" : "__match_all_sync";
  case Call::SyncReduce:
    return "__reduce_*_sync";
  case Call::SyncWarp:
    return "__syncwarp";
  case Call::Barrier:
    return "__syncthreads";
  case Call::NamedBarrier:
  case Call::NamedArrive:
    return "barrier";
  }
  return "";
}

// --- legacy: whoever stands here ---------------------------------------------

uint64_t Machine::legacy(const Collective &Wanted, uintptr_t Place) {
  Thread &T = *Current;
  T.Pending = Wanted;
  T.Place = Place;
  if (Wanted.Which != Call::LegacyVote || Wanted.Operation != simt_active)
    ++Result.LegacyCalls;
  yield(); // whoever picks this thread performs the collective
  return T.Result;
}

// Independent threads need not come together at a legacy intrinsic: any of the
// lanes that stand at the same call may take part.
void Machine::performLegacy(Thread &T) {
  uint64_t Members = 1ull << T.Lane;
  bool All = C.Schedule == Policy::Fair;
  uint64_t Chosen = All ? ~0ull : random();
  if (!All && random() % 4 == 0)
    Chosen = random() % 2 ? ~0ull : 0;
  for (uint64_t Rest = readyLanes(*T.Home) & Chosen; Rest; Rest &= Rest - 1) {
    unsigned Lane = __builtin_ctzll(Rest);
    const Thread &Other = T.Home->First[Lane];
    if (Other.Pending.Which == T.Pending.Which && Other.standsWith(T))
      Members |= 1ull << Lane;
  }
  evaluate(T.Home->First, Members, *this);
}

// --- _sync: whoever the mask names -------------------------------------------

uint64_t Machine::sync(const Collective &Wanted, uintptr_t Place) {
  Thread &T = *Current;
  T.Pending = Wanted;
  T.Place = Place;
  if (T.Pending.Mask >> T.Lane & 1) [[likely]] {
    wait(T);
    tryComplete(T);
  } else {
    reportMask(T);
    T.Result = poison(T.Lane);
    T.Pending.Which = simt::Call::None;
  }
  yield();
  return T.Result;
}

void Machine::reportMask(const Thread &T) {
  reportHere(Kind::BadMask, std::string(nameOf(T.Pending)) + " with mask " + hex(T.Pending.Mask) +
                                ", which does not name the calling lane " + std::to_string(T.Lane));
}

// Exited and absent lanes are not waited for (sm_70 and later).
inline void Machine::tryComplete(Thread &T) {
  const uint64_t Expected = T.Pending.Mask & T.Home->Live;
  if (!(Expected & readyLanes(*T.Home))) // or else somebody is still on the way
    completeIfTogether(T, Expected);
}

void Machine::completeIfTogether(Thread &T, uint64_t Expected) {
  Warp &W = *T.Home;
  for (uint64_t Rest = Expected; Rest; Rest &= Rest - 1) {
    const Thread &Other = W.First[__builtin_ctzll(Rest)];
    if (Other.Now != State::Waiting || Other.Pending.Which != T.Pending.Which ||
        Other.Pending.Mask != T.Pending.Mask || !Other.standsWith(T))
      return;
  }
  // A lane that is waited for and exits has done all that it does before the sync is complete
  // (docs/trusted.md).
  if (T.Pending.Which == Call::SyncWarp && TracksOrder)
    Shared.Before.syncWarp(W.First, Expected | (T.Pending.Mask & W.Exited));
  evaluate(W.First, Expected, *this);
  wakeLanes(W, Expected);
}

void Machine::recheck(Warp &W) {
  for (uint64_t Rest = W.Live & ~readyLanes(W); Rest; Rest &= Rest - 1) {
    Thread &T = W.First[__builtin_ctzll(Rest)];
    if (T.Now == State::Waiting && isSync(T.Pending.Which))
      tryComplete(T);
  }
}
