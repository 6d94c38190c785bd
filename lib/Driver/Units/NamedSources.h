//===- NamedSources.h - what the command line names --------------*- C++ -*-===//
//
// A source is named as a file, by the folder that it is in, or by a pattern.
//
//===----------------------------------------------------------------------===//
#ifndef COOPIFY_DRIVER_UNITS_NAMEDSOURCES_H
#define COOPIFY_DRIVER_UNITS_NAMEDSOURCES_H

#include "Driver/Units/Units.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"

#include <string>
#include <vector>

namespace coopify {

/// By its name: a compiler makes a unit for a GPU of it.
bool isForGPU(llvm::StringRef Path);

/// A folder, or a pattern with no file of that name.
bool namesSeveral(llvm::StringRef Source);

/// The files for a GPU that \p Source, a folder or a pattern, names on the disk, sorted; what is in
/// hidden folders is none. An error if there are none.
llvm::Expected<std::vector<std::string>> filesNamed(llvm::StringRef Source);

/// Marks the units of \p Found that \p Sources name as selected, and no others. Files that no
/// command names are headers, which become Found.Headers.
llvm::Error select(FoundUnits &Found, llvm::ArrayRef<std::string> Sources);

/// An error if there are any: \p Option is about units.
llvm::Error refuseHeaders(const FoundUnits &Found, llvm::StringRef Option);

/// Selects, for each of Found.Headers, the first unit for a GPU that includes it.
llvm::Error selectReaders(FoundUnits &Found, const ParseOptions &Options);

} // namespace coopify

#endif // COOPIFY_DRIVER_UNITS_NAMEDSOURCES_H
