//===- Quote.h - a source line under a message -------------------*- C++ -*-===//
#ifndef COOPIFY_REPORT_QUOTE_H
#define COOPIFY_REPORT_QUOTE_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/raw_ostream.h"

namespace coopify {

/// As clang does: the line with its number, and a caret under byte \p Column
/// (from 1) with a tilde under each of the \p Length - 1 columns after it.
void printQuote(llvm::raw_ostream &OS, llvm::StringRef Line, unsigned Number, unsigned Column,
                unsigned Length);

/// The line that it becomes, below.
void printNewLine(llvm::raw_ostream &OS, llvm::StringRef Line);

/// \p Line as a terminal can show it: tabs expanded, bytes that are not text
/// escaped.
std::string printable(llvm::StringRef Line);

} // namespace coopify

#endif // COOPIFY_REPORT_QUOTE_H
