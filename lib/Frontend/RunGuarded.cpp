#include "Frontend/RunGuarded.h"

#include "Model/Warps/WarpWidth.h"

#include "llvm/Support/CrashRecoveryContext.h"

#include <csignal>
#include <memory>
#include <mutex>

using namespace llvm;

namespace coopify {
namespace {

/// clang takes 7 KiB for a pair of parentheses, and has a bound of 2048 of them; extraction stops
/// at a bound of its own (NestingDepth.h). Only what is touched is ever there.
constexpr unsigned StackSize = 128u << 20;
constexpr size_t SignalStackSize = 64u << 10;

/// LLVM's handlers run on the thread's stack. One that is full has no room for them, and the
/// kernel then ends the program.
void runOnSignalStack(int Signal) {
  struct sigaction Action;
  if (sigaction(Signal, nullptr, &Action) != 0)
    return;
  Action.sa_flags |= SA_ONSTACK;
  sigaction(Signal, &Action, nullptr);
}

void enableCrashRecovery() {
  static std::once_flag Once;
  std::call_once(Once, [] {
    CrashRecoveryContext::Enable();
    runOnSignalStack(SIGSEGV);
    runOnSignalStack(SIGBUS);
  });
}

/// For the signals of this thread. After a crash nobody destroys it.
class SignalStack {
public:
  SignalStack() : Memory(std::make_unique<char[]>(SignalStackSize)) {
    stack_t New = {};
    New.ss_sp = Memory.get();
    New.ss_size = SignalStackSize;
    sigaltstack(&New, &Before);
  }
  ~SignalStack() { sigaltstack(&Before, nullptr); }

private:
  std::unique_ptr<char[]> Memory;
  stack_t Before = {};
};

} // namespace

bool runGuarded(function_ref<void()> Work) {
  enableCrashRecovery();
  CrashRecoveryContext Recovery;
  return Recovery.RunSafelyOnThread(
      [&, Lanes = warpLanes()] {
        WarpWidthScope Warp(Lanes);
        SignalStack Signals;
        Work();
      },
      StackSize);
}

void leaveGuarded() { CrashRecoveryContext::GetCurrent()->HandleExit(1); }

} // namespace coopify
