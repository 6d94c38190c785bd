//===- CpuTime.h - what a stage costs ----------------------------*- C++ -*-===//
#ifndef COOPIFY_SUPPORT_CPUTIME_H
#define COOPIFY_SUPPORT_CPUTIME_H

#include <cstdint>
#include <ctime>
#include <string>

namespace coopify {

/// CPU seconds of this thread: units are parsed side by side, and the machine may
/// be busy with other things.
inline double cpuSeconds() {
  timespec Now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &Now);
  return double(Now.tv_sec) + 1e-9 * double(Now.tv_nsec);
}

/// Each call gives the time since the last one.
class Stopwatch {
public:
  double operator()() {
    const double Now = cpuSeconds(), Last = Since;
    Since = Now;
    return Now - Last;
  }

private:
  double Since = cpuSeconds();
};

/// The same of all threads of this process: what stages cost that work side by side.
class ProcessStopwatch {
public:
  double operator()() {
    const double Now = seconds(), Last = Since;
    Since = Now;
    return Now - Last;
  }
  static double seconds() {
    timespec Now{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &Now);
    return double(Now.tv_sec) + 1e-9 * double(Now.tv_nsec);
  }

private:
  double Since = seconds();
};

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
