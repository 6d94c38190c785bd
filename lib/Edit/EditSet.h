//===- EditSet.h - edits that fit together -----------------------*- C++ -*-===//
#ifndef COOPIFY_EDIT_EDITSET_H
#define COOPIFY_EDIT_EDITSET_H

#include "Rules/Rule.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace coopify {

/// All edits of a run, by file. Equal edits (from passes, units, instances)
/// count once; edits that overlap and differ never get in together.
///
/// Insertions need care: two nested calls may both close with ")" at one
/// offset, and both are needed. So an insertion counts as seen only when the
/// edits that it came with are: all of them, or a replacement among them.
class EditSet {
public:
  /// Adds all of \p Edits or, if one of them cuts into an edit that is already
  /// there (or they cut into each other), none; returns that earlier edit.
  std::optional<Edit> add(llvm::ArrayRef<Edit> Edits);

  /// Sorted by offset; insertions before replacements of the same offset,
  /// insertions of one offset nested as what they are put around (Edit::Around),
  /// else in the order in which they were added.
  const std::map<std::string, std::vector<Edit>> &byFile() const { return Files; }
  bool empty() const { return Files.empty(); }

private:
  std::map<std::string, std::vector<Edit>> Files;
};

/// \p Edits, which are sorted, with those that touch in one file as one: readers take insertions at
/// one place for a conflict, and deletions of lines for several.
std::vector<Edit> joinTouching(llvm::ArrayRef<Edit> Edits);

/// \p Code with \p Edits (of one file, as byFile() gives them) made. Fails if a
/// range lies outside of the text.
llvm::Expected<std::string> applyEdits(llvm::StringRef Code, llvm::ArrayRef<Edit> Edits);

/// The line of \p At, a place of \p Code, in the text that \p Edits (as byFile() gives them) make.
unsigned lineAfter(const Location &At, llvm::ArrayRef<Edit> Edits, llvm::StringRef Code);

} // namespace coopify

#endif // COOPIFY_EDIT_EDITSET_H
