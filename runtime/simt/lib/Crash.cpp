//===- Crash.cpp - a kernel that takes the program down ------------------===//
#include "Crash.h"

#include "Fiber.h"
#include "Machine.h"
#include "Symbols.h"

#include <csignal>
#include <cstdio>

using namespace simt;

void (*simt::OnCrash)(Finding F) = nullptr;

namespace {

bool isOverflow(const Thread &T, uintptr_t Address) {
  auto Low = reinterpret_cast<uintptr_t>(T.StackLow);
  return Address < Low && Low - Address <= StackGuard;
}

// The default action is back, so the instruction fails again and ends it.
void explain(int Signal, siginfo_t *Info, void *) {
  const Thread *T = TheMachine.Current;
  if (!T)
    return;
  bool Overflow = isOverflow(*T, reinterpret_cast<uintptr_t>(Info->si_addr));
  const char *What = Overflow ? "stack overflow" : Signal == SIGFPE ? "bad division" : "bad access";
  if (OnCrash)
    OnCrash({Kind::Crash,
             std::string(What) + ", after this step of the thread",
             {{"thread " + std::to_string(T->Id), T->Place}}});
  fprintf(stderr, "simt: %s in thread %u, after %s\n", What, T->Id, sourceLine(T->Place).c_str());
}

} // namespace

void simt::explainCrashes() {
  constexpr size_t Size = 256 * 1024;
  thread_local char *Stack = nullptr; // the thread's own may be the one that is full
  if (Stack)
    return;
  Stack = new char[Size]; // there until the program ends
  stack_t Alternative = {};
  Alternative.ss_sp = Stack;
  Alternative.ss_size = Size;
  sigaltstack(&Alternative, nullptr);
  struct sigaction Action = {};
  Action.sa_sigaction = explain;
  Action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_RESETHAND;
  for (int Signal : {SIGSEGV, SIGBUS, SIGFPE})
    sigaction(Signal, &Action, nullptr);
}
