//===- Thread.cpp - the order of program points ---------------------------===//
#include "Thread.h"

using namespace simt;

namespace {

struct Level {
  const Loop *Loops;
  unsigned LoopCount;
  uintptr_t Place;
};

// What thread T does in its frame F: level 0 is the kernel.
Level level(const Thread &T, unsigned F) {
  unsigned Begin = T.Frames[F].Loops;
  bool Innermost = F + 1 == T.Depth;
  unsigned End = Innermost ? T.LoopDepth : T.Frames[F + 1].Loops;
  return {T.Loops + Begin, End - Begin, Innermost ? T.Place : T.Frames[F + 1].Return};
}

template <class T> int order(T A, T B) { return A < B ? -1 : A > B; }

// Rounds of loops that both are in come first. Loops that only one is in do not
// matter: they are ranges of code, so the places differ.
int compareLevels(const Level &A, const Level &B) {
  for (unsigned I = 0; I < A.LoopCount && I < B.LoopCount; ++I) {
    if (A.Loops[I].Number != B.Loops[I].Number)
      break;
    if (int Order = order(A.Loops[I].Round, B.Loops[I].Round))
      return Order;
  }
  return order(A.Place, B.Place);
}

void dropScopes(Thread &T, unsigned Count) {
  if (T.ScopeDepth > Count)
    T.Path = T.Scopes[T.ScopeDepth = Count].Path;
}

} // namespace

int simt::compare(const Thread &A, const Thread &B) {
  for (unsigned F = 0; F < A.Depth && F < B.Depth; ++F)
    if (int Order = compareLevels(level(A, F), level(B, F)))
      return Order;
  if (A.Depth && B.Depth)
    return order(A.Depth, B.Depth);
  return A.Depth == B.Depth ? order(A.Place, B.Place) : order(A.Depth, B.Depth);
}

void simt::enterFrame(Thread &T, uintptr_t Return) {
  T.Frames[T.Depth++] = {Return, T.LoopDepth, T.ScopeDepth, T.CallHash};
  T.CallHash = mix(T.CallHash ^ Return);
  T.LoopBase = T.LoopDepth, T.ScopeBase = T.ScopeDepth;
}

void simt::leaveFrame(Thread &T) {
  const Frame &Left = T.Frames[--T.Depth];
  dropLoops(T, Left.Loops);
  dropScopes(T, Left.Scopes);
  T.CallHash = Left.Outer;
  T.LoopBase = T.Depth ? T.Frames[T.Depth - 1].Loops : 0;
  T.ScopeBase = T.Depth ? T.Frames[T.Depth - 1].Scopes : 0;
}

// Different for each loop, so that sums of rounds are. A round then costs no more than an addition.
static Loop firstRound(const Thread &T, uint32_t Number) {
  const uint64_t Hash = mix(Number ^ mix(T.LoopDepth ^ T.CallHash));
  return {Number, 0, Hash | 1, Hash};
}

void simt::enterLoop(Thread &T, unsigned Index, uint32_t Number) {
  dropLoops(T, Index);
  if (T.LoopDepth == MaxLoops)
    return;
  Loop &L = T.Loops[T.LoopDepth] = firstRound(T, Number);
  ++T.LoopDepth;
  T.LoopHash += L.Hash;
}

// Branches with one join share a scope, so that the rounds of a loop need no more of them.
void simt::branch(Thread &T, uint32_t Join) {
  T.Branches = true;
  const bool IsOpen = T.ScopeDepth > T.ScopeBase && T.Scopes[T.ScopeDepth - 1].Join == Join;
  if (!IsOpen && T.ScopeDepth < MaxScopes)
    T.Scopes[T.ScopeDepth++] = {Join, T.Path};
}

void simt::enterBlock(Thread &T, uint32_t Number) {
  if (T.Branches)
    T.Path = mix(T.Path ^ Number);
  T.Branches = false;
  for (unsigned I = T.ScopeBase; I < T.ScopeDepth; ++I)
    if (T.Scopes[I].Join == Number)
      return dropScopes(T, I);
}

void simt::leaveLoops(Thread &T, unsigned Depth) { dropLoops(T, T.LoopBase + Depth); }

// The pass puts coopify's runtime there; absent without any.
extern "C" {
extern const char __start_simt_runtime[] __attribute__((weak, visibility("hidden")));
extern const char __stop_simt_runtime[] __attribute__((weak, visibility("hidden")));
}

uintptr_t Thread::programsPlace() const {
  const auto Low = reinterpret_cast<uintptr_t>(__start_simt_runtime);
  const size_t Size = __stop_simt_runtime - __start_simt_runtime;
  uintptr_t At = Place;
  for (unsigned I = Depth; I > 0 && At - Low < Size; --I)
    At = Frames[I - 1].Return;
  return At;
}
