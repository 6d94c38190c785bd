//===- Help.h - --help -------------------------------------------*- C++ -*-===//
#ifndef COOPIFY_TOOL_HELP_HELP_H
#define COOPIFY_TOOL_HELP_HELP_H

#include "OptionTable.h"

namespace coopify {

/// The options by what they are about, for a terminal of 80 columns.
void printHelp(llvm::raw_ostream &OS, llvm::ArrayRef<llvm::cl::OptionCategory *> Topics);

} // namespace coopify

#endif // COOPIFY_TOOL_HELP_HELP_H
