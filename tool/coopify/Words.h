//===- Words.h - the words of the command line for other commands -*- C++ -*-===//
#ifndef COOPIFY_TOOL_WORDS_H
#define COOPIFY_TOOL_WORDS_H

#include "Config/Config.h"

#include "Driver/RunOptions.h"

#include "llvm/ADT/ArrayRef.h"

namespace coopify {

/// "--json=x", or "--json" and "x"; a source has no name.
struct WrittenOption {
  llvm::StringRef Name, Value;
  std::vector<std::string> Words;
};

/// The first one of \p Rest, which is what follows then. The options have been registered.
WrittenOption writtenOption(llvm::ArrayRef<const char *> &Rest);

/// What --emit-ninja writes to \p File of a command line: of \p Words, which stand before "--",
/// each command gets those that it is for. The options have been registered. \p From is what is
/// read, wherever the commands are run. \p ChecksDecide: the value of --checks decides what is
/// looked for in each unit.
NinjaOptions ninjaOptions(llvm::StringRef File, llvm::ArrayRef<const char *> Words,
                          const std::optional<std::vector<std::string>> &FixedFlags,
                          const Config &From, bool ChecksDecide);

/// \p Words, which stand before "--", without the options that say what is done with the findings,
/// and \p FixedFlags. The options have been registered.
CommandAgain commandAgain(llvm::ArrayRef<const char *> Words,
                          const std::optional<std::vector<std::string>> &FixedFlags);

} // namespace coopify

#endif // COOPIFY_TOOL_WORDS_H
