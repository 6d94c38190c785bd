//===- Sources.h - the text that reports speak of ----------------*- C++ -*-===//
#ifndef COOPIFY_REPORT_SOURCES_H
#define COOPIFY_REPORT_SOURCES_H

#include "Support/TextRange.h"

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace coopify {

/// Gives the text of a file, for the line quoted under a finding and for diffs.
using FileTextFn = llvm::function_ref<std::optional<std::string>(llvm::StringRef)>;

/// Where a byte is, for readers that count characters.
struct CharPlace {
  unsigned Line = 1, Column = 1;
};

struct SourceFile {
  std::string Text;
  std::vector<llvm::StringRef> Lines; ///< with what ends them

  /// Without what ends it; empty: there is no such line.
  llvm::StringRef line(unsigned Number) const;
  CharPlace placeOf(unsigned Offset) const;
};

/// Each file is read once.
class Sources {
public:
  explicit Sources(FileTextFn Text) : Text(Text) {}
  /// Empty if it cannot be read.
  const SourceFile &of(llvm::StringRef Path) const;

private:
  FileTextFn Text;
  mutable std::map<std::string, SourceFile, std::less<>> Files;
};

} // namespace coopify

#endif // COOPIFY_REPORT_SOURCES_H
