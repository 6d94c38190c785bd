//===- KnownWorld.h - whether code that was not read counts -------*- C++ -*-===//
#ifndef COOPIFY_DRIVER_UNITS_KNOWNWORLD_H
#define COOPIFY_DRIVER_UNITS_KNOWNWORLD_H

#include "Driver/Units/ParsedProgram.h"

namespace coopify {

struct KnownWorld {
  World Outside = World::Open;
  std::string Text; ///< for the summary: "closed: 12 of 12 units of compile_commands.json"
};

/// Closed is what a compile database tells, where each of its units was read, or is known to
/// include none of the files that were (addDependentUnits).
KnownWorld knownWorld(const InputOptions &Input, const ParsedProgram &Program);

} // namespace coopify

#endif // COOPIFY_DRIVER_UNITS_KNOWNWORLD_H
