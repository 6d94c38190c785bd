//===- DependentUnits.h - units that were not asked for -----------------*- C++ -*-===//
#ifndef COOPIFY_DRIVER_UNITS_DEPENDENTUNITS_H
#define COOPIFY_DRIVER_UNITS_DEPENDENTUNITS_H

#include "Driver/Units/ParsedProgram.h"

namespace coopify {

/// A header's function may be called from any unit that reads the header, and
/// with -rdc from any unit at all: what was asked for is proven only with
/// those. Moves them from \p Units.Others to \p Units.Passes and parses them; and those of which
/// nobody knows what they read, unless it is \p Declared that they are not of the program.
void addDependentUnits(ParsedProgram &Units, const ParseOptions &Options, SourceTexts &Texts,
                       bool Declared);

} // namespace coopify

#endif // COOPIFY_DRIVER_UNITS_DEPENDENTUNITS_H
