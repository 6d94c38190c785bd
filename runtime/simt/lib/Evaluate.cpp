//===- Evaluate.cpp - what a collective gives to each lane ----------------===//
#include "Machine.h"

using namespace simt;

namespace {

bool isMember(uint64_t Members, int Lane) { return Members >> Lane & 1; }

// PTX ISA, shfl: where lane and operands point; -1 out of range.
int sourceLane(const Thread &T, unsigned WarpSize) {
  int Low = WarpSize - 1, Lane = T.Lane, B = T.Pending.B & Low;
  int Segment = T.Pending.Segment & Low, Clamp = T.Pending.Clamp & Low;
  int MinLane = Lane & Segment, MaxLane = MinLane | (Clamp & ~Segment);
  switch (T.Pending.Operation) {
  case simt_up:
    return Lane - B >= MaxLane ? Lane - B : -1;
  case simt_down:
    return Lane + B <= MaxLane ? Lane + B : -1;
  case simt_bfly:
    return (Lane ^ B) <= MaxLane ? Lane ^ B : -1;
  default: {
    int Source = MinLane | (B & ~Segment);
    return Source <= MaxLane ? Source : -1;
  }
  }
}

void shuffle(Thread &T, Thread *First, uint64_t Members, const Machine &M) {
  int Source = sourceLane(T, M.WarpSize);
  T.Predicate = Source >= 0;
  Source = T.Predicate ? Source : int(T.Lane);
  // What an absent lane's register holds: garbage, but the same for all that read it in one step.
  T.Result = isMember(Members, Source) ? First[Source].Pending.Value : M.poison(Source);
}

uint64_t vote(const Collective &C, uint64_t Ballot, uint64_t Members) {
  switch (C.Operation) {
  case simt_any:
    return Ballot != 0;
  case simt_all:
    return Ballot == Members;
  case simt_uni:
    return Ballot == 0 || Ballot == Members;
  case simt_active:
    return Members;
  default:
    return Ballot;
  }
}

template <class Function> void each(uint64_t Members, Function Do) {
  for (; Members; Members &= Members - 1)
    Do(__builtin_ctzll(Members));
}

uint64_t lanesWith(uint64_t Value, Thread *First, uint64_t Members) {
  uint64_t Peers = 0;
  each(Members,
       [&](unsigned Lane) { Peers |= uint64_t(First[Lane].Pending.Value == Value) << Lane; });
  return Peers;
}

void match(Thread &T, Thread *First, uint64_t Members) {
  T.Result = lanesWith(T.Pending.Value, First, Members);
  T.Predicate = T.Result == Members;
  if (T.Pending.Operation == simt_match_all && !T.Predicate)
    T.Result = 0;
}

uint64_t reduce(Thread *First, uint64_t Members) {
  const Collective &C = First[__builtin_ctzll(Members)].Pending;
  uint64_t Total = C.Value;
  each(Members & (Members - 1), [&](unsigned Lane) {
    Total = apply(simt_op(C.Operation), simt_type(C.Type), Total, First[Lane].Pending.Value);
  });
  return Total;
}

} // namespace

void simt::evaluate(Thread *First, uint64_t Members, const Machine &M) {
  const Call Which = First[__builtin_ctzll(Members)].Pending.Which;
  auto EachGets = [&](auto Give) { each(Members, [&](unsigned Lane) { Give(First[Lane]); }); };
  if (Which == Call::LegacyShuffle || Which == Call::SyncShuffle) {
    EachGets([&](Thread &T) { shuffle(T, First, Members, M); });
  } else if (Which == Call::SyncMatch) {
    EachGets([&](Thread &T) { match(T, First, Members); });
  } else if (Which == Call::SyncReduce) {
    const uint64_t Total = reduce(First, Members);
    EachGets([&](Thread &T) { T.Result = Total; });
  } else {
    const uint64_t Ballot = Members & ~lanesWith(0, First, Members);
    EachGets([&](Thread &T) { T.Result = vote(T.Pending, Ballot, Members); });
  }
  EachGets([](Thread &T) { T.Pending.Which = Call::None; });
}
