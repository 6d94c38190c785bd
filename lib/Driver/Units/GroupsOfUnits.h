//===- GroupsOfUnits.h - which groups the units can compile ------*- C++ -*-===//
#ifndef COOPIFY_DRIVER_UNITS_GROUPSOFUNITS_H
#define COOPIFY_DRIVER_UNITS_GROUPSOFUNITS_H

#include "Driver/RunOptions.h"
#include "Driver/Units/ParsedProgram.h"
#include "Edit/Outcome.h"
#include "Frontend/ParseUnit.h"
#include "Model/Output/UnitGroups.h"

namespace coopify {

/// The toolkit that compiles the output, as CUDA_VERSION: --toolkit=, else the one whose headers
/// are parsed; 0: not known.
unsigned toolkitOfOutput(const RunOptions &Options, const ParsedProgram &Units);

/// --groups=auto becomes the bundled groups where a unit with a rewrite is compiled as a language
/// that they support and that CUDA's groups of \p Toolkit do not.
GroupsChoice groupsThatCompile(GroupsChoice Asked, const ParsedProgram &Units,
                               llvm::ArrayRef<Finding> Findings, unsigned Toolkit);

/// Of each selected unit that reads one of \p NewTexts with a header of groups.
std::vector<UnitGroups> groupsOfUnits(const ParsedProgram &Units, const FileOverlay &NewTexts,
                                      unsigned Toolkit);

} // namespace coopify

#endif // COOPIFY_DRIVER_UNITS_GROUPSOFUNITS_H
