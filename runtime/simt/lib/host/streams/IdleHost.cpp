//===- IdleHost.cpp - jobs for which the host waits without a call --------===//
#include "host/Errors.h"
#include "host/streams/Queues.h"

#include <chrono>
#include <ctime>
#include <thread>

using namespace simt::host;
using namespace std::chrono_literals;

namespace {

using Seconds = std::chrono::duration<double>;
using Clock = std::chrono::steady_clock;

Seconds processorTime() {
  timespec Time;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &Time);
  return Seconds(double(Time.tv_sec) + double(Time.tv_nsec) * 1e-9);
}

/// Since the host called the API last.
struct Silence {
  uint64_t Calls = callCount();
  Clock::time_point Since = Clock::now();
  Seconds Before = processorTime();

  // A host that computes will come back; one that sleeps, or asks memory again and again, may not.
  bool isLong() const {
    const Seconds Length = Clock::now() - Since;
    return Length > 5s || (Length > 200ms && processorTime() - Before < Length / 10);
  }
};

void watch() {
  for (Silence S;;) {
    std::this_thread::sleep_for(50ms);
    auto Guard = queues().hold();
    if (queues().isIdle() || queues().isRunning() || S.Calls != callCount()) {
      S = Silence();
    } else if (S.isLong()) {
      queues().waitFor(queues().given(), Guard);
      S = Silence();
    }
  }
}

} // namespace

void simt::host::watchIdleHost() {
  static const bool Watches = (std::thread(watch).detach(), true);
  (void)Watches;
}
