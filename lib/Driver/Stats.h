//===- Stats.h - --stats: what a run cost ------------------------*- C++ -*-===//
#ifndef COOPIFY_DRIVER_STATS_H
#define COOPIFY_DRIVER_STATS_H

#include "Driver/Units/ParsedProgram.h"

#include "llvm/Support/raw_ostream.h"

namespace coopify {

/// CPU seconds of what is decided over the whole program, without any parse.
struct ProgramCost {
  double Link = 0, Decide = 0, Edit = 0;
};

/// A line for each pass and one for all, on a stream of its own kind: the times are
/// those of one run side by side, so that the ratio does not depend on the machine.
void printStats(llvm::raw_ostream &OS, llvm::ArrayRef<ParsedPass> Passes, const ProgramCost &Cost);

} // namespace coopify

#endif // COOPIFY_DRIVER_STATS_H
