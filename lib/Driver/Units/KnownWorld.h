//===- KnownWorld.h - whether code that was not read counts -------*- C++ -*-===//
#ifndef COOPIFY_DRIVER_UNITS_KNOWNWORLD_H
#define COOPIFY_DRIVER_UNITS_KNOWNWORLD_H

#include "Driver/Units/ParsedProgram.h"
#include "Edit/Plan.h"

namespace coopify {

struct KnownWorld {
  World Outside = World::Open;
  std::string Text; ///< for the summary: "closed: 12 of 12 units of compile_commands.json"
  /// Where the units are a whole compile database: sources for a GPU that no command of it
  /// compiles.
  std::vector<std::string> NotCompiled = {};
};

/// Closed is what a compile database tells, where each of its units was read, or is known to
/// include none of the files that were (addDependentUnits).
KnownWorld knownWorld(const InputOptions &Input, const ParsedProgram &Program);

/// A line for the summary about the files in Known.NotCompiled of this project: somebody may have
/// forgotten to add them to the build. nullopt if there are none.
std::optional<std::string> remarkOnNotCompiled(const KnownWorld &Known, const PlanOptions &Plan);

} // namespace coopify

#endif // COOPIFY_DRIVER_UNITS_KNOWNWORLD_H
