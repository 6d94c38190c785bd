//===- Wrap.h - text of so many columns --------------------------*- C++ -*-===//
#ifndef COOPIFY_REPORT_TERMINAL_WRAP_H
#define COOPIFY_REPORT_TERMINAL_WRAP_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/raw_ostream.h"

namespace coopify {

struct Margins {
  unsigned Width;      ///< 0: lines of any length
  unsigned Indent = 0; ///< of all lines but the first
  unsigned Column = 0; ///< where the first one begins
};

/// The columns that \p Text takes on a terminal. Sequences that only change colors take none.
unsigned columnsOf(llvm::StringRef Text);

/// The words of \p Text, and the end of the last line. A word that is longer than a line has one of
/// its own.
void printWrapped(llvm::raw_ostream &OS, llvm::StringRef Text, const Margins &M);

} // namespace coopify

#endif // COOPIFY_REPORT_TERMINAL_WRAP_H
