//===- TextFinding.h - the lines of a finding before they are printed -*- C++ -*-===//
//
//   TextFinding...  --foldNotes(), shortenNames()-->  the same in fewer words
//
// For readers of a terminal or a log: other programs get all of it.
//
//===----------------------------------------------------------------------===//
#ifndef COOPIFY_REPORT_TERMINAL_TEXTFINDING_H
#define COOPIFY_REPORT_TERMINAL_TEXTFINDING_H

#include "Model/Site.h"

#include "llvm/ADT/ArrayRef.h"

#include <string>
#include <vector>

namespace coopify {

struct TextNote {
  Location Where; ///< valid
  std::string Text;
  bool Quoted = false; ///< with the line that it is about
  bool operator==(const TextNote &) const = default;
};

struct TextFinding {
  Location Where;
  std::string Headline;
  std::vector<TextNote> Notes;
};

/// A note that findings of one file share is told with the first of them, which says where else it
/// holds. Few findings that stand far apart keep theirs. Returns the number of notes that went.
/// \p All are in the order of the text.
size_t foldNotes(llvm::MutableArrayRef<TextFinding> All);

/// Cuts long template arguments in the names that are quoted, as far as they stay apart:
/// "'blockSum<int, ...>'". Returns the number of names that were cut.
size_t shortenNames(llvm::MutableArrayRef<TextFinding> All);

/// A line for the summary that says how to read all of it; empty if nothing was left out.
std::string remarkOnFolding(size_t Notes, size_t Names);

} // namespace coopify

#endif // COOPIFY_REPORT_TERMINAL_TEXTFINDING_H
