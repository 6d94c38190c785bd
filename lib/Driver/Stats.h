//===- Stats.h - --stats: what a run cost ------------------------*- C++ -*-===//
#ifndef COOPIFY_DRIVER_STATS_H
#define COOPIFY_DRIVER_STATS_H

#include "Driver/Units/ParsedProgram.h"

#include "llvm/Support/raw_ostream.h"

namespace coopify {

/// CPU seconds of all threads, by stage; and what was parsed.
struct ProgramCost {
  double Read = 0;   ///< of the units that were asked for: parse and analysis
  double Others = 0; ///< of other units that may have a say
  double Link = 0, Decide = 0;
  double Edit = 0;   ///< planned, without Verify
  double Verify = 0; ///< parses of the edited text
  unsigned VerifyParses = 0;
  unsigned Kept = 0; ///< passes that are as an earlier run found them
};

/// A line for each pass and one for all, on a stream of its own kind: the times are
/// those of one run side by side, so that the ratio does not depend on the machine.
void printStats(llvm::raw_ostream &OS, llvm::ArrayRef<ParsedPass> Passes, const ProgramCost &Cost);

} // namespace coopify

#endif // COOPIFY_DRIVER_STATS_H
