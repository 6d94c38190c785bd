//===- ChangedLines.h - which lines a run is about ---------------*- C++ -*-===//
#ifndef COOPIFY_DRIVER_SCOPE_CHANGEDLINES_H
#define COOPIFY_DRIVER_SCOPE_CHANGEDLINES_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <map>
#include <string>
#include <vector>

namespace coopify {

/// From 1, both ends included.
struct LineRange {
  unsigned First = 1, Last = 1;
  bool meets(const LineRange &Other) const { return First <= Other.Last && Other.First <= Last; }
  bool operator==(const LineRange &) const = default;
};

/// --line-filter=, in clang-tidy's format and with its meaning.
class LineFilter {
public:
  /// [{"name": "a.cu", "lines": [[1, 3], [7, 7]]}, {"name": "b.cuh"}]
  static llvm::Expected<LineFilter> parse(llvm::StringRef JSON);

  /// \p Path ends with the name of an entry that has a line of \p Lines, or no lines at all.
  bool holds(llvm::StringRef Path, llvm::ArrayRef<LineRange> Lines) const;

private:
  struct Entry {
    std::string Name;
    std::vector<LineRange> Lines; ///< empty: all
  };
  std::vector<Entry> Entries;
};

/// --since=
class ChangedLines {
public:
  /// What is in the work tree and was not in commit \p Rev of the git repository that has all of
  /// \p Sources (absolute paths).
  static llvm::Expected<ChangedLines> since(llvm::StringRef Rev,
                                            llvm::ArrayRef<std::string> Sources);

  /// \p Path is absolute.
  bool holds(llvm::StringRef Path, llvm::ArrayRef<LineRange> Lines) const;

private:
  std::map<std::string, std::vector<LineRange>, std::less<>> Files; ///< by real path
};

/// Of a diff without context: the lines that each file, as named after "+++ b/", has and the old
/// one had not.
std::map<std::string, std::vector<LineRange>> addedLines(llvm::StringRef Diff);

} // namespace coopify

#endif // COOPIFY_DRIVER_SCOPE_CHANGEDLINES_H
