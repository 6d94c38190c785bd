//===- ReadOnlyFiles.h - files that a run does not edit ----------*- C++ -*-===//
#ifndef COOPIFY_DRIVER_WRITE_READONLYFILES_H
#define COOPIFY_DRIVER_WRITE_READONLYFILES_H

#include "Driver/Units/ParsedProgram.h"
#include "Link/ProgramFacts.h"

#include "llvm/ADT/StringSet.h"

namespace coopify {

/// Adds files of units that were not asked for, and where the result goes over the file itself
/// (\p InPlace) files outside the project that cannot be written. A file of the project that cannot
/// be written is an error when it is to be edited, see replaceFiles().
void addReadOnlyFiles(llvm::StringSet<> &Roots, const ParsedProgram &Units,
                      const ProgramFacts &Facts, bool InPlace);

} // namespace coopify

#endif // COOPIFY_DRIVER_WRITE_READONLYFILES_H
