//===- Settings.h - what the environment says --------------------*- C++ -*-===//
#ifndef COOPIFY_SIMT_HOST_SETTINGS_H
#define COOPIFY_SIMT_HOST_SETTINGS_H

#include "simt/machine.h"

#include <string>

namespace simt::host {

/// Exit statuses of a program that the machine ends.
constexpr int HasFindings = 99, HasBadSettings = 98;

struct Settings {
  /// SIMT_POLICY, SIMT_SEED, SIMT_SHUFFLE_WARPS, SIMT_MAX_STEPS, SIMT_CHECK
  Config Machine;
  uint64_t MemorySeed = 1; ///< SIMT_MEMORY_SEED: what new memory holds; else the seed.
  std::string TraceFile;   ///< SIMT_TRACE: a line of JSON for each launch (Trace.h); empty: none.
  std::string ReportFile;  ///< SIMT_REPORT: findings as lines of JSON; empty: none.
  bool StreamsInOrder = true; ///< SIMT_STREAMS: jobs are done as soon as they are there.
  bool KeepsGoing = false;    ///< SIMT_KEEP_GOING: after a launch with findings.
};

/// Read at the first use; ends the program where one cannot be read.
const Settings &settings();

const char *name(Policy P);

} // namespace simt::host

#endif
