//===- TimeLimit.h - an end to what takes too long ----------------*- C++ -*-===//
#ifndef COOPIFY_SUPPORT_TIMELIMIT_H
#define COOPIFY_SUPPORT_TIMELIMIT_H

#include "Support/CpuTime.h"

#include "llvm/ADT/STLFunctionalExtras.h"

namespace coopify {

/// What this thread does until the scope ends may take \p Seconds of CPU time (0: any). Who is
/// asked to go on after that calls \p Leave, which does not return.
class TimeLimitScope {
public:
  TimeLimitScope(double Seconds, llvm::function_ref<void()> Leave)
      : EndBefore(End), LeaveBefore(WhenOver) {
    if (Seconds > 0) {
      End = cpuSeconds() + Seconds;
      WhenOver = Leave;
    }
  }
  ~TimeLimitScope() {
    End = EndBefore;
    WhenOver = LeaveBefore;
  }
  TimeLimitScope(const TimeLimitScope &) = delete;
  TimeLimitScope &operator=(const TimeLimitScope &) = delete;

  /// At places where nothing is held that others wait for.
  static void check() {
    if (End > 0 && cpuSeconds() > End)
      WhenOver();
  }

private:
  static inline thread_local double End = 0;
  static inline thread_local llvm::function_ref<void()> WhenOver = nullptr;
  const double EndBefore;
  const llvm::function_ref<void()> LeaveBefore;
};

} // namespace coopify

#endif // COOPIFY_SUPPORT_TIMELIMIT_H
