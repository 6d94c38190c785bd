//===- Driver.h - all stages, in order ---------------------------*- C++ -*-===//
#ifndef COOPIFY_DRIVER_DRIVER_H
#define COOPIFY_DRIVER_DRIVER_H

#include "Driver/RunOptions.h"

namespace coopify {

/// Does what was asked for; findings and diffs go to stdout, everything about
/// the run itself to stderr.
ExitCode run(const RunOptions &Options);

} // namespace coopify

#endif // COOPIFY_DRIVER_DRIVER_H
