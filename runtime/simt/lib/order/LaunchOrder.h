//===- LaunchOrder.h - which launch comes before which -----------*- C++ -*-===//
//
// Of a whole program whose streams are interleaved: what streams, events and the host's waits
// order. All other launches come one after the other.
//
//===----------------------------------------------------------------------===//
#ifndef COOPIFY_SIMT_LAUNCHORDER_H
#define COOPIFY_SIMT_LAUNCHORDER_H

#include <cstdint>
#include <map>
#include <memory>
#include <vector>

namespace simt {

/// Of each stream, so many jobs.
using StreamClock = std::map<uint64_t, uint64_t>;

void join(StreamClock &To, const StreamClock &From);

struct LaunchClock {
  uint64_t Number = 0;
  uint64_t Stream = 0, Count = 0; ///< It is this job of that stream.
  std::shared_ptr<const StreamClock> Before;

  bool isAfter(const LaunchClock &Other) const;
};

class LaunchOrder {
public:
  /// What runs from here on is of that launch.
  void next(LaunchClock Launch);
  /// A grid of it, whose phases (GridOrder.h) begin with this one.
  void begin(uint32_t Phase);
  /// Whether what was in that phase of an earlier grid comes before the launch.
  bool isBefore(uint32_t Phase) {
    if (!Now || Phase == 0)
      return true;
    return Phase - First < End - First ? Was : ask(Phase);
  }
  uint64_t numberOf(uint32_t Phase) const;

private:
  struct Grid {
    uint32_t First;
    std::shared_ptr<const LaunchClock> Launch;
  };
  size_t find(uint32_t Phase) const;
  bool ask(uint32_t Phase);

  std::shared_ptr<const LaunchClock> Now; ///< Null: all are ordered.
  std::vector<Grid> Grids;
  /// What was asked last; phase 0 is none, and before all.
  uint32_t First = 0, End = 1;
  bool Was = true;
};

extern LaunchOrder TheLaunches;

} // namespace simt

#endif
