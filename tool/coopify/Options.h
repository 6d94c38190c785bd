//===- Options.h - the command line ------------------------------*- C++ -*-===//
#ifndef COOPIFY_TOOL_OPTIONS_H
#define COOPIFY_TOOL_OPTIONS_H

#include "Driver/RunOptions.h"

#include <variant>

namespace coopify {

/// What the command line asked for: a run; or it is answered already (a list,
/// a page, an error message), and this is the exit code.
std::variant<RunOptions, ExitCode> parseCommandLine(int Argc, const char *const *Argv);

} // namespace coopify

#endif // COOPIFY_TOOL_OPTIONS_H
