//===- CommandWords.h - words of command lines --------------------*- C++ -*-===//
#ifndef COOPIFY_FRONTEND_COMMAND_COMMANDWORDS_H
#define COOPIFY_FRONTEND_COMMAND_COMMANDWORDS_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"

#include <string>
#include <vector>

namespace coopify {

/// As a shell splits and unquotes.
std::vector<std::string> splitWords(llvm::StringRef Text);

/// Splits at commas that no quote or (where \p Parens) parenthesis holds.
llvm::SmallVector<std::string> splitList(llvm::StringRef Text, bool Parens = false);

/// nvcc hands a list to a shell, which splits and unquotes once more.
llvm::SmallVector<std::string> splitHostOptions(llvm::StringRef Text);

} // namespace coopify

#endif // COOPIFY_FRONTEND_COMMAND_COMMANDWORDS_H
