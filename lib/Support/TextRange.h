//===- TextRange.h - places in files, as plain data --------------*- C++ -*-===//
//
// Every stage after Extract speaks of source text by file and byte offset; no
// SourceLocation leaves the parser. Files are absolute, real paths.
//
//===----------------------------------------------------------------------===//
#ifndef COOPIFY_SUPPORT_TEXTRANGE_H
#define COOPIFY_SUPPORT_TEXTRANGE_H

#include "Support/PathName.h"

#include <compare>

namespace coopify {

/// A point in a file. Line and Column count from 1 (Column in bytes); a
/// default-made Location means "nowhere".
struct Location {
  PathName File;
  unsigned Offset = 0;
  unsigned Line = 0;
  unsigned Column = 0;

  bool valid() const { return Line != 0; }
  auto operator<=>(const Location &) const = default;
};

/// The bytes [Begin, End) of a file. An empty range is a place to insert at.
struct TextRange {
  PathName File;
  unsigned Begin = 0;
  unsigned End = 0;

  bool valid() const { return !File.empty(); }
  unsigned length() const { return End - Begin; }
  /// They have bytes in common; an empty range is in what it stands within.
  bool meets(const TextRange &Other) const {
    return File == Other.File && Begin < Other.End && Other.Begin < End;
  }
  auto operator<=>(const TextRange &) const = default;
};

} // namespace coopify

#endif // COOPIFY_SUPPORT_TEXTRANGE_H
