//===- HeaderUsers.h - who else uses the program's headers ---------*- C++ -*-===//
//
// Before a signature in a header changes: a host compiler may read it, and
// files that are in no compile database may call it.
//
//===----------------------------------------------------------------------===//
#ifndef COOPIFY_DRIVER_UNITS_HEADERUSERS_H
#define COOPIFY_DRIVER_UNITS_HEADERUSERS_H

#include "Driver/Units/ParsedProgram.h"

namespace coopify {

/// Describes the host-only units that read headers with device functions, and the
/// source files beside those of the program that no unit reads, in
/// \p Units.HeaderUsers. Sources for the host among those join \p Units.Others, with the flags that
/// they may have, if they include a file of the program.
/// \p Declared: the user says that nothing else includes them. Then no rewrite is refused for such
/// a source, but what is written is still checked with it.
void addHeaderUsers(ParsedProgram &Units, const ParseOptions &Options, bool Declared);

/// The text of headers that the preprocessor of the host-only unit \p P keeps.
std::vector<TextRange> hostText(const Pass &P);

/// What a file that nobody parses may mean.
struct FileNames {
  std::vector<NameUse> Uses; ///< one place each, the first; sorted
  bool IncludesHeader = false;
};

/// The identifiers of \p Text that somebody else may have declared: all, if it includes one of
/// \p Headers (absolute paths) or starts kernels, and its own prototypes of device functions. Where
/// it looks kernels up by name, strings that may be one too.
FileNames namesIn(llvm::StringRef Text, const std::string &File,
                  llvm::ArrayRef<std::string> Headers);

} // namespace coopify

#endif // COOPIFY_DRIVER_UNITS_HEADERUSERS_H
