//===- Completion.h - scripts that complete the command line -----*- C++ -*-===//
#ifndef COOPIFY_TOOL_COMPLETION_H
#define COOPIFY_TOOL_COMPLETION_H

#include "OptionTable.h"

namespace coopify {

enum class Shell { None, Bash, Zsh, Fish };

/// For \p For, which is a shell.
void printCompletion(llvm::raw_ostream &OS, const ShownOptions &Options, Shell For);

void printBashCompletion(llvm::raw_ostream &OS, const ShownOptions &Options);
void printZshCompletion(llvm::raw_ostream &OS, const ShownOptions &Options);
void printFishCompletion(llvm::raw_ostream &OS, const ShownOptions &Options);

} // namespace coopify

#endif // COOPIFY_TOOL_COMPLETION_H
