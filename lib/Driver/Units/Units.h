//===- Units.h - from the command line to compile commands -------*- C++ -*-===//
#ifndef COOPIFY_DRIVER_UNITS_UNITS_H
#define COOPIFY_DRIVER_UNITS_UNITS_H

#include "Driver/RunOptions.h"

#include "llvm/Support/Error.h"

#include <string>
#include <vector>

namespace coopify {

/// A source of one command of the compile database, which may name several.
struct UnitCommand {
  std::string File; ///< absolute, real path
  std::string Directory;
  std::vector<std::string> CommandLine; ///< compiler first
  bool Selected = true;                 ///< asked for; others only matter for shared headers
  /// Not empty: of all that it reads, these were asked for.
  std::vector<std::string> OnlyHeaders = {};
  bool NoFlags = false;   ///< named without a database and without flags
  std::string Named = {}; ///< absolute, links kept: "config.h" is looked for beside it
  bool operator==(const UnitCommand &) const = default;
};

/// In each command of a database that --export-clang-database wrote.
inline constexpr llvm::StringLiteral ExportedMark = "-DCOOPIFY_EXPORTED";

struct FoundUnits {
  std::vector<UnitCommand> Commands;
  std::string Database; ///< the file that they are all of; empty: sources were named without one
  std::vector<std::string> Headers; ///< asked for, and no unit: see selectReaders()
};

/// The units in the order of the database (or of the sources, without one).
/// An error when there is nothing to read, or when a named source cannot be a
/// unit: it is missing, a folder, not text, or not in the database.
llvm::Expected<FoundUnits> findUnits(const InputOptions &Input);

/// An absolute path without symbolic links; just absolute if nothing is there.
std::string realPath(llvm::StringRef Path, llvm::StringRef Base = "");

/// "'x' does not exist", "'x' is a folder"...; success if it can be a source.
llvm::Error checkReadableText(llvm::StringRef Path);

} // namespace coopify

#endif // COOPIFY_DRIVER_UNITS_UNITS_H
