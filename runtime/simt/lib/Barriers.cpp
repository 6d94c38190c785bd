//===- Barriers.cpp - block barriers, and threads that wait for ever ------===//
#include "Machine.h"

using namespace simt;

uint64_t Machine::barrier(simt_op Operation, uint64_t Predicate, uintptr_t Place) {
  Thread &T = *Current;
  T.Pending = Collective();
  T.Pending.Which = Call::Barrier;
  T.Pending.Operation = Operation;
  T.Pending.Value = Predicate;
  T.Place = Place;
  if (C.CheckRaces)
    Meant.blockBarrier(T);
  if (!barriersCountWarps()) { // else the warp arrives when these lanes' turn comes
    wait(T);
    arriveAtBarrier(T);
    tryRelease();
  }
  yield();
  return T.Result;
}

void Machine::arriveAtBarrier(const Thread &T) {
  if (WaitingAtBarrier++ == 0)
    AtBarrier.First = &T, AtBarrier.Differ = AtBarrier.Reduce = false;
  AtBarrier.Differ |= !T.sharesBarrierWith(*AtBarrier.First);
  AtBarrier.Reduce |= T.Pending.Operation != simt_add || T.Pending.Value;
}

// Before sm_70 a barrier counts warps: the lanes that are here speak for all, wherever the others
// are, and those do not move until it opens (PTX ISA, bar, sm_6x and below). Such a barrier is
// legal.
void Machine::stopWarp(Warp &W, uint64_t Lanes) {
  Result.BarriersDiverged |= Lanes != W.Live;
  W.Stopped = true, W.StoppedLanes = Lanes;
  for (uint64_t Rest = Lanes; Rest; Rest &= Rest - 1)
    wait(W.First[__builtin_ctzll(Rest)]);
  if (W.First[__builtin_ctzll(Lanes)].Pending.Which == Call::NamedBarrier)
    return arrive(W, Lanes);
  for (uint64_t Rest = Lanes; Rest; Rest &= Rest - 1)
    arriveAtBarrier(W.First[__builtin_ctzll(Rest)]);
  tryRelease();
}

bool Machine::allWarpsWait() const {
  for (const Warp &W : Warps)
    if (W.Live &&
        !(W.Stopped && W.First[__builtin_ctzll(W.StoppedLanes)].waitsAt(Call::Barrier, 0)))
      return false;
  return true;
}

void Machine::openBarrier() {
  Result.BarriersDiverged |= AtBarrier.Differ;
  if (AtBarrier.Differ && C.CheckDivergentBarriers && !barriersCountWarps())
    checkSameBarrier();
  AtBarrier.Result = AtBarrier.Reduce ? reduceBarrier(Call::Barrier, 0) : 0;
  Shared.blockBarrier();
  Late.forget();
  WaitingAtBarrier = 0;
  for (Warp &W : Warps)
    release(W);
}

void Machine::release(Warp &W) {
  uint64_t Lanes = 0;
  for (uint64_t Rest = W.Live; Rest; Rest &= Rest - 1)
    if (Thread &T = W.First[__builtin_ctzll(Rest)]; T.waitsAt(Call::Barrier, 0)) {
      T.Pending.Which = Call::None;
      T.Result = AtBarrier.Result; // another barrier may open before the thread moves
      Lanes |= Rest & -Rest;
    }
  wakeLanes(W, Lanes);
  W.Stopped = false;
}

uint64_t Machine::reduceBarrier(Call Which, unsigned Id) const {
  uint64_t Count = 0, True = 0;
  simt_op Operation = simt_add;
  for (unsigned I = 0; I < ThreadCount; ++I)
    if (const Thread &T = Threads[I]; T.waitsAt(Which, Id)) {
      ++Count;
      True += T.Pending.Value != 0;
      Operation = simt_op(T.Pending.Operation);
    }
  return Operation == simt_and ? True == Count : Operation == simt_or ? True != 0 : True;
}

void Machine::checkSameBarrier() {
  const Thread *First = nullptr;
  for (unsigned I = 0; I < ThreadCount; ++I) {
    const Thread &T = Threads[I];
    if (T.Now != State::Waiting || T.Pending.Which != Call::Barrier)
      continue;
    if (!First)
      First = &T;
    else if (!T.sharesBarrierWith(*First))
      return report(Kind::DivergentCollective,
                    T.standsWith(*First)
                        ? "threads of a block meet at a barrier in different iterations"
                        : "threads of a block meet at different barriers",
                    {{"thread " + std::to_string(First->Id), First->programsPlace()},
                     {"thread " + std::to_string(T.Id), T.programsPlace()}});
  }
}

// --- deadlock ----------------------------------------------------------------

static std::string waitsFor(const Thread &T) {
  std::string Text = nameOf(T.Pending);
  if (T.Pending.Which == Call::Barrier)
    return Text;
  if (T.Pending.Which == Call::NamedBarrier)
    return Text + " " + std::to_string(T.Pending.B) +
           (T.Pending.Count ? " of " + std::to_string(T.Pending.Count) + " threads" : "");
  char Mask[32];
  snprintf(Mask, sizeof Mask, " with mask 0x%llx", (unsigned long long)T.Pending.Mask);
  return Text + Mask;
}

// "thread 3", "threads 0-15, 20".
static std::string listThreads(const std::vector<unsigned> &Ids) {
  std::string Text;
  for (size_t I = 0; I < Ids.size(); ++I) {
    size_t Last = I;
    while (Last + 1 < Ids.size() && Ids[Last + 1] == Ids[Last] + 1)
      ++Last;
    Text += (Text.empty() ? "" : ", ") + std::to_string(Ids[I]);
    if (Last > I)
      Text += "-" + std::to_string(Ids[Last]);
    I = Last;
  }
  return (Ids.size() == 1 ? "thread " : "threads ") + Text;
}

// One place for threads that wait at one call for one mask.
Thread &Machine::deadlock() {
  findCrossWaits();
  std::map<std::pair<std::string, uintptr_t>, std::vector<unsigned>> Groups;
  for (unsigned I = 0; I < ThreadCount; ++I)
    if (const Thread &T = Threads[I]; T.Now == State::Waiting)
      Groups[{waitsFor(T), T.programsPlace()}].push_back(I);
  std::vector<Finding::Place> Places;
  for (const auto &[Where, Who] : Groups)
    Places.push_back({Where.first + ", " + listThreads(Who), Where.second});
  report(Kind::Deadlock, "threads wait for ever", std::move(Places));
  abandon();
}

// Lanes of a warp that name each other, and wait at different calls.
void Machine::findCrossWaits() {
  for (const Warp &W : Warps)
    for (uint64_t As = W.Live; As; As &= As - 1)
      for (uint64_t Bs = As & (As - 1); Bs; Bs &= Bs - 1) {
        const Thread &A = W.First[__builtin_ctzll(As)], &B = W.First[__builtin_ctzll(Bs)];
        auto Names = [](const Thread &T, const Thread &Other) {
          return T.Pending.Which == Call::Barrier || T.Pending.Mask >> Other.Lane & 1;
        };
        if (A.standsWith(B) || !Names(A, B) || !Names(B, A))
          continue;
        report(Kind::DivergentCollective, "lanes wait for each other at different calls",
               {{waitsFor(A) + ", thread " + std::to_string(A.Id), A.programsPlace()},
                {waitsFor(B) + ", thread " + std::to_string(B.Id), B.programsPlace()}});
        return;
      }
}
