//===- Program.h - what the units around one show ----------------*- C++ -*-===//
#ifndef COOPIFY_TOOL_PROGRAM_H
#define COOPIFY_TOOL_PROGRAM_H

#include "Link/ProgramFacts.h"

#include <optional>

namespace coopify {

/// Of \p Files, written by --extract and named with commas between: as `coopify --link` links them.
/// nullopt, after a warning on stderr: they cannot be linked, or \p Unit is in none of them, or not
/// as it is here.
std::optional<ProgramFacts> linkProgram(llvm::StringRef Files, const TUSummary &Unit,
                                        LinkOptions Link);

} // namespace coopify

#endif // COOPIFY_TOOL_PROGRAM_H
