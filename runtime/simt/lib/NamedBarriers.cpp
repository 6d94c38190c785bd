//===- NamedBarriers.cpp - bar.sync, bar.arrive and bar.red with a number --===//
//
// __syncthreads() is in Barriers.cpp: all threads, and nobody who only arrives.
//
//===----------------------------------------------------------------------===//
#include "Machine.h"

using namespace simt;

uint64_t Machine::namedBarrier(Call Which, unsigned Id, unsigned Count, simt_op Operation,
                               uint64_t Predicate, uintptr_t Place) {
  if (Which == Call::NamedBarrier && Id == 0 && Count == 0)
    return barrier(Operation, Predicate, Place);
  Thread &T = *Current;
  T.Place = Place;
  if (C.CheckRaces)
    Meant.blockBarrier(T);
  T.Result = 0;
  if (!isBarrierValid(Which, Id, Count)) {
    yield();
    return 0;
  }
  T.Pending = Collective();
  T.Pending.Which = Which;
  T.Pending.Operation = Operation;
  T.Pending.Value = Predicate;
  T.Pending.B = Id;
  T.Pending.Count = Count;
  if (!barriersCountWarps()) { // else the warp arrives when these lanes' turn comes
    if (Which == Call::NamedBarrier)
      wait(T);
    arrive(*T.Home, 1ull << T.Lane);
  }
  yield();
  return T.Result;
}

bool Machine::isBarrierValid(Call Which, unsigned Id, unsigned Count) {
  std::string Wrong;
  if (Id >= NamedBarriers)
    Wrong = "a barrier's number is 0 to 15, not " + std::to_string(Id);
  else if (Count % WarpSize)
    Wrong = "a barrier is for a multiple of " + std::to_string(WarpSize) + " threads, not " +
            std::to_string(Count);
  else if (Which == Call::NamedArrive && Count == 0)
    Wrong = "who only arrives at a barrier must say for how many threads it is";
  if (!Wrong.empty())
    reportHere(Kind::BadBarrier, Wrong);
  return Wrong.empty();
}

/// These lanes of a warp stand at one call. Those that only arrive go on.
void Machine::arrive(Warp &W, uint64_t Lanes) {
  Thread &T = W.First[__builtin_ctzll(Lanes)];
  const Collective Wanted = T.Pending;
  NamedBarrier &B = Named[Wanted.B];
  if (B.Lanes.empty())
    B.Count = Wanted.Count, B.Lanes.assign(Warps.size(), 0);
  else if (B.Count != Wanted.Count)
    report(Kind::BadBarrier, "threads say different numbers of threads for a barrier",
           {{"thread " + std::to_string(T.Id), T.programsPlace()}});
  uint64_t &Here = B.Lanes[&W - Warps.data()];
  if (const uint64_t Twice = Here & Lanes)
    B.Again += barriersCountWarps() ? WarpSize : __builtin_popcountll(Twice);
  Here |= Lanes;
  for (uint64_t Rest = Lanes; Rest; Rest &= Rest - 1) {
    Thread &Lane = W.First[__builtin_ctzll(Rest)];
    if (TracksOrder)
      Shared.Before.bring(B.Brought, Lane);
    if (Wanted.Which == Call::NamedArrive)
      Lane.Pending.Which = Call::None;
  }
  tryOpen(Wanted.B);
}

// A warp that is here counts as a whole (PTX ISA, bar: the count is incremented by the warp size):
// before sm_70 where some lane of it is, later where all that have not exited are.
bool Machine::isComplete(const NamedBarrier &B) const {
  unsigned Arrived = B.Again;
  bool AllAreHere = true;
  for (size_t I = 0; I < Warps.size(); ++I) {
    const uint64_t Here = B.Lanes[I], Missing = Warps[I].Live & ~Here;
    const bool IsHere = barriersCountWarps() ? Here || !Warps[I].Live : !Missing;
    AllAreHere &= IsHere;
    Arrived += !Here ? 0 : IsHere ? WarpSize : __builtin_popcountll(Here);
  }
  return B.Count ? Arrived >= B.Count : AllAreHere;
}

void Machine::tryOpen(unsigned Id) {
  if (Named[Id].Lanes.empty() || !isComplete(Named[Id]))
    return;
  const uint64_t Total = reduceBarrier(Call::NamedBarrier, Id);
  const NamedBarrier B = std::move(Named[Id]);
  Named[Id] = NamedBarrier();
  for (Warp &W : Warps)
    if (W.Stopped && W.First[__builtin_ctzll(W.StoppedLanes)].waitsAt(Call::NamedBarrier, Id))
      W.Stopped = false;
  for (unsigned I = 0; I < ThreadCount; ++I) {
    Thread &T = Threads[I];
    if (!T.waitsAt(Call::NamedBarrier, Id))
      continue;
    if (TracksOrder)
      Shared.Before.learn(T, B.Brought);
    T.Result = Total;
    T.Pending.Which = Call::None;
    wake(T);
  }
}
