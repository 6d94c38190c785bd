//===- Schedule.cpp - who goes next ---------------------------------------===//
#include "Machine.h"

using namespace simt;

void Machine::point(uintptr_t Place) {
  Current->Place = Place;
  yield();
}

void Machine::endAtBound() {
  reportHere(Kind::StepBound, "not finished after " + std::to_string(C.MaxSteps) + " steps");
  abandon();
}

inline Thread &Machine::pickNext() {
  if (C.Cooperative && BlockTurn-- == 0) [[unlikely]]
    nextBlock();
  Thread &Next = C.Schedule == Policy::Lockstep ? pickLockstep()
                 : C.Schedule == Policy::Fair   ? pickFair()
                                                : pickAdversarial();
  Result.Trace = (Result.Trace ^ Next.Id) * 0x100000001b3;
  return Next;
}

Thread &Machine::pick() { return pickNext(); }

void Machine::yield() {
  settle();
  countRound();
  Thread &Before = *Current;
  Thread &Next = pickNext();
  if (&Next == &Before)
    return;
  Current = &Next;
  simt_switch(Next.Context, &Before.Context);
}

// --- lockstep ----------------------------------------------------------------

inline Thread &Machine::pickLockstep() {
  while (!Warps[CurrentWarp].Moving)
    startNextStep();
  Warp &W = Warps[CurrentWarp];
  const unsigned Lane = nextLane(W.Moving);
  W.Moving &= ~(uint64_t(1) << Lane);
  return W.First[Lane];
}

void Machine::startNextStep() {
  const Warp &W = Warps[CurrentWarp];
  if (++WarpSteps >= WarpTurnNow || W.Stopped || !readyLanes(W))
    if (!nextWarp())
      deadlock();
  startStep(Warps[CurrentWarp]);
}

// Of the lanes of one step none is promised to be first: every second seed begins with the last.
unsigned Machine::nextLane(uint64_t Lanes) const {
  const bool FromLast = C.ShuffleWarps && C.Seed % 2 == 0;
  return FromLast ? 63 - __builtin_clzll(Lanes) : __builtin_ctzll(Lanes);
}

Warp *Machine::nextWarp() {
  WarpSteps = 0;
  WarpTurnNow = C.ShuffleWarps ? random() % (mix(C.Seed) % 2 ? 4 : 64) : WarpTurn;
  const unsigned From = C.ShuffleWarps ? random() % Warps.size() : CurrentWarp + 1;
  for (unsigned I = 0; I < Warps.size(); ++I) {
    unsigned Candidate = (From + I) % Warps.size();
    if (Warps[Candidate].Stopped || !readyLanes(Warps[Candidate]))
      continue;
    CurrentWarp = Candidate;
    return &Warps[Candidate];
  }
  return nullptr;
}

uint64_t Machine::readyLanes(const Warp &W) const {
  unsigned First = W.First->Id;
  uint64_t Word = Ready[First / 64] >> First % 64;
  return WarpSize == 64 ? Word : Word & 0xffffffff;
}

// The lanes at the first point of the program: all reads of one step happen
// before anything that follows, because each lane stops before its next access.
uint64_t Machine::frontLanes(const Warp &W) const {
  uint64_t Rest = readyLanes(W), Front = Rest & -Rest;
  const Thread *Best = &W.First[__builtin_ctzll(Rest)];
  for (Rest &= Rest - 1; Rest; Rest &= Rest - 1) {
    const Thread &T = W.First[__builtin_ctzll(Rest)];
    uint64_t Bit = Rest & -Rest;
    if (T.movesWith(*Best))
      Front |= Bit;
    else if (compare(T, *Best) < 0)
      Best = &T, Front = Bit;
  }
  return Front;
}

// False where the lanes do not move: they have come to a barrier.
bool Machine::startStep(Warp &W) {
  uint64_t Front = frontLanes(W);
  Thread &T = W.First[__builtin_ctzll(Front)];
  if (T.Pending.Which == Call::Barrier || T.Pending.Which == Call::NamedBarrier) {
    stopWarp(W, Front);
    return false;
  }
  if (T.Pending.Which == Call::NamedArrive)
    arrive(W, Front);
  W.Moving = Front;
  ++Moves;
  if (C.CheckLanes)
    Shared.Before.syncWarp(W.First, Front);
  if (T.Pending.Which != Call::None)
    evaluate(W.First, Front, *this);
  return true;
}

// --- independent threads -----------------------------------------------------

int Machine::nextReady(unsigned From) const {
  const unsigned Words = (ThreadCount + 63) / 64;
  uint64_t Above = ~0ull << From % 64;
  for (unsigned Word = From / 64; Word < Words; ++Word, Above = ~0ull)
    if (const uint64_t Bits = Ready[Word] & Above)
      return Word * 64 + __builtin_ctzll(Bits);
  return -1;
}

int Machine::lastReady() const {
  for (int Word = (ThreadCount - 1) / 64; Word >= 0; --Word)
    if (Ready[Word])
      return Word * 64 + 63 - __builtin_clzll(Ready[Word]);
  return -1;
}

inline Thread &Machine::pickFair() {
  int Next = Current ? nextReady(Current->Id + 1) : 0;
  if (Next < 0)
    Next = nextReady(0);
  if (Next < 0)
    deadlock();
  if (Threads[Next].Pending.Which != Call::None)
    performLegacy(Threads[Next]);
  return Threads[Next];
}

inline Thread &Machine::pickAdversarial() {
  if (RunLeft && Current->Now == State::Ready && Current->Pending.Which == Call::None) {
    --RunLeft;
    return *Current;
  }
  return pickAnother();
}

Thread &Machine::pickAnother() {
  Thread *Next = &pickReady();
  startRun();
  if (Next->Pending.Which != Call::None && isPatient())
    Next = &latecomer(*Next);
  if (Next->Pending.Which != Call::None)
    performLegacy(*Next);
  if (OfSeed.Favour > 1)
    foresee();
  return *Next;
}

// Under half of the seeds a thread mostly waits at a legacy intrinsic, so that
// other lanes come to it and the groups that do form are not all small.
bool Machine::isPatient() { return OfSeed.IsPatient && random() % 16; }

/// A lane of the warp that is still on its way to somewhere, or else \p T.
Thread &Machine::latecomer(Thread &T) {
  uint64_t Lanes = readyLanes(*T.Home);
  uint64_t Turn = random() % WarpSize;
  for (uint64_t Rest : {Lanes & ~uint64_t(0) << Turn, Lanes})
    for (; Rest; Rest &= Rest - 1)
      if (Thread &Other = T.Home->First[__builtin_ctzll(Rest)]; Other.Pending.Which == Call::None)
        return Other;
  return T;
}

// The seed says how long threads usually run: one step, some, or very many.
inline void Machine::startRun() {
  RunLeft = OfSeed.LongestRun == 1 ? 0 : random() & (OfSeed.LongestRun - 1);
}

// What is the same for each step.
void Machine::readSeed() {
  static const unsigned Longest[] = {1, 4, 64, 1024};
  OfSeed.LongestRun = Longest[mix(C.Seed) % 4];
  OfSeed.IsPatient = mix(C.Seed + 1) % 2;
  OfSeed.Favour = mix(~C.Seed) % 4;
}

// It also says whether the first or the last threads are ahead, or none. One
// pick in eight is free of that, so that whoever is waited for comes at last.
inline Thread &Machine::pickReady() {
  if (OfSeed.Favour > 1)
    return pickUnfavoured();
  const uint64_t Random = random();
  if (Random >> 61 == 0)
    return pickAny(Random, anyThread(Random));
  const int Ahead = OfSeed.Favour == 0 ? nextReady(0) : lastReady();
  return Ahead < 0 ? deadlock() : Threads[Ahead];
}

inline Thread &Machine::pickUnfavoured() {
  if (Next.At != RandomState)
    foresee();
  ++RandomState;
  return pickAny(Next.Random, Next.Id);
}

inline Thread &Machine::pickAny(uint64_t Random, unsigned Id) {
  for (unsigned Try = 0; Try < 4; ++Try) {
    if (Ready[Id / 64] >> Id % 64 & 1)
      return Threads[Id];
    Random = random(), Id = anyThread(Random);
  }
  int After = nextReady(Id);
  if (After < 0)
    After = nextReady(0);
  return After < 0 ? deadlock() : Threads[After];
}

// Whom the next choice tries first is known already: what that thread needs is brought near.
inline void Machine::foresee() {
  const uint64_t Random = mix(RandomState);
  Next = {RandomState, Random, anyThread(Random)};
  const Thread &T = Threads[Next.Id];
  __builtin_prefetch(&T.Pending.Mask);
  const char *Stack = static_cast<const char *>(T.Context);
  for (unsigned Line = 0; Line < 4; ++Line)
    __builtin_prefetch(Stack + 64 * Line);
}
