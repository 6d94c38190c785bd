//===- GroupsOfUnits.h - which groups the units can compile ------*- C++ -*-===//
#ifndef COOPIFY_DRIVER_VERIFY_GROUPSOFUNITS_H
#define COOPIFY_DRIVER_VERIFY_GROUPSOFUNITS_H

#include "Driver/RunOptions.h"
#include "Driver/Units/ParsedProgram.h"
#include "Edit/Outcome.h"
#include "Frontend/ParseUnit.h"
#include "Link/ProgramFacts.h"
#include "Model/Output/UnitGroups.h"

namespace coopify {

/// --groups=, where auto becomes the bundled groups if a unit with a rewrite is compiled as a
/// language that they support and that CUDA's groups of the known toolkit do not. The toolkit is
/// the one of --toolkit=, else the one whose headers are parsed, if one was found.
GroupsChoice groupsThatCompile(const RunOptions &Options, const ParsedProgram &Units,
                               llvm::ArrayRef<Finding> Findings);

/// The verdict on each unit of the program, selected or not, that includes groups once \p NewTexts
/// are written: in an edited file or, if the user names the toolkit, in any file.
std::vector<UnitGroups> groupsOfUnits(const RunOptions &Options, const ParsedProgram &Units,
                                      const ProgramFacts &Facts, const FileOverlay &NewTexts);

} // namespace coopify

#endif // COOPIFY_DRIVER_VERIFY_GROUPSOFUNITS_H
