//===- Words.h - the words of the command line for other commands -*- C++ -*-===//
#ifndef COOPIFY_TOOL_WORDS_H
#define COOPIFY_TOOL_WORDS_H

#include "Driver/RunOptions.h"

#include "llvm/ADT/ArrayRef.h"

namespace coopify {

/// What --emit-ninja writes to \p File of a command line: of \p Words, which stand before "--",
/// each command gets those that it is for. The options have been registered.
NinjaOptions ninjaOptions(llvm::StringRef File, llvm::ArrayRef<const char *> Words,
                          const std::optional<std::vector<std::string>> &FixedFlags);

} // namespace coopify

#endif // COOPIFY_TOOL_WORDS_H
