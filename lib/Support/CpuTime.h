//===- CpuTime.h - what a stage costs ----------------------------*- C++ -*-===//
#ifndef COOPIFY_SUPPORT_CPUTIME_H
#define COOPIFY_SUPPORT_CPUTIME_H

#include <cstdint>
#include <ctime>
#include <string>

namespace coopify {

/// CPU seconds: the machine may be busy with other things.
inline double cpuSeconds(clockid_t Of = CLOCK_THREAD_CPUTIME_ID) {
  timespec Now{};
  clock_gettime(Of, &Now);
  return double(Now.tv_sec) + 1e-9 * double(Now.tv_nsec);
}

/// Each call gives the time since the last one.
template <clockid_t Of> class StopwatchOf {
public:
  double operator()() {
    const double Now = cpuSeconds(Of), Last = Since;
    Since = Now;
    return Now - Last;
  }

private:
  double Since = cpuSeconds(Of);
};

/// Of this thread: units are parsed side by side.
using Stopwatch = StopwatchOf<CLOCK_THREAD_CPUTIME_ID>;
/// Of all threads of this process: of a stage, whose work is done side by side.
using ProcessStopwatch = StopwatchOf<CLOCK_PROCESS_CPUTIME_ID>;

/// Of one pass over a unit: the parse, and in the same run what comes on top.
struct PassCost {
  double Parse = 0, Analysis = 0;
  unsigned Functions = 0;
  std::string Slowest; ///< of these functions
  double SlowestSeconds = 0;
  uint64_t MostSteps = 0; ///< of one function; bounded (ConvergenceAnalysis)
};

} // namespace coopify

#endif // COOPIFY_SUPPORT_CPUTIME_H
