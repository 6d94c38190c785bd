//===- Vendored.h - code of other projects within a project ------*- C++ -*-===//
#ifndef COOPIFY_DRIVER_WRITE_VENDORED_H
#define COOPIFY_DRIVER_WRITE_VENDORED_H

#include "Driver/RunOptions.h"
#include "Driver/Units/ParsedProgram.h"
#include "Link/ProgramFacts.h"

namespace coopify {

/// The folders of files in \p Facts that hold the code of others: by their name
/// (VendoredFolders.def), or as a git repository of their own that no unit is of. Not one that was
/// asked for: that the working directory, the compile database, a source that was named or all of
/// the units are in.
llvm::StringSet<> vendoredFolders(const InputOptions &Input, const ParsedProgram &Units,
                                  const ProgramFacts &Facts);

} // namespace coopify

#endif // COOPIFY_DRIVER_WRITE_VENDORED_H
