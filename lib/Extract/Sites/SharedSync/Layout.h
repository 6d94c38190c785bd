//===- Layout.h - how a file lays out its lines ------------------*- C++ -*-===//
//
// What is inserted looks like what is around it: its indentation, its braces.
//
//===----------------------------------------------------------------------===//
#ifndef COOPIFY_EXTRACT_SITES_SHAREDSYNC_LAYOUT_H
#define COOPIFY_EXTRACT_SITES_SHAREDSYNC_LAYOUT_H

#include "llvm/ADT/StringRef.h"

#include <optional>
#include <string>

namespace coopify {

class Layout {
public:
  explicit Layout(llvm::StringRef Code = {}) : Code(Code) {}

  llvm::StringRef code() const { return Code; }
  /// Nothing stands before \p Offset in its line.
  bool ownLine(unsigned Offset) const;
  bool sameLine(unsigned Begin, unsigned End) const;
  /// A new line that begins like that of \p Offset; deeper: by one level more.
  std::string newline(unsigned Offset) const;
  std::string deeper(unsigned Offset) const;
  /// What opens a block behind the head of a statement that begins at \p Offset.
  std::string brace(unsigned Offset) const;
  /// The '{' at \p Offset would stand on a line of its own elsewhere in the file.
  bool isMisplaced(unsigned Offset) const;
  /// Where the next line's text goes: behind the blanks and the comment that end the line of
  /// \p End; \p End itself if more stands there.
  unsigned behind(unsigned End) const;
  /// Only blanks stand there, and no end of a line.
  bool blank(unsigned Begin, unsigned End) const;
  unsigned blanksBefore(unsigned Offset) const; ///< where they begin
  unsigned blanksBehind(unsigned Offset) const; ///< where they end

private:
  llvm::StringRef lineOf(unsigned Offset) const; ///< up to \p Offset
  void observe() const;

  llvm::StringRef Code;
  mutable std::optional<bool> OwnLineBraces;
  mutable std::string Spaces, Any; ///< levels of lines that have no tabs, and of most lines
};

} // namespace coopify

#endif // COOPIFY_EXTRACT_SITES_SHAREDSYNC_LAYOUT_H
