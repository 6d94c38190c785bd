//===- SourceTexts.h - the files as they were when analysed ------*- C++ -*-===//
#ifndef COOPIFY_DRIVER_UNITS_SOURCETEXTS_H
#define COOPIFY_DRIVER_UNITS_SOURCETEXTS_H

#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Chrono.h"

#include <mutex>
#include <optional>
#include <string>

namespace coopify {

/// Reads each file once and keeps the text, so that findings, diffs and edits
/// speak of one version of it even while an editor saves another. May be used
/// from several threads.
class SourceTexts {
public:
  std::optional<std::string> get(llvm::StringRef Path);

  /// Keeps the text of \p Path that a parse begun at \p Since has just used. A
  /// file that was written since then may have been parsed in another version:
  /// it is remembered as unsafe to edit.
  void remember(llvm::StringRef Path, llvm::sys::TimePoint<> Since);

  /// For summaries that come from a file: the text that was analysed had this hash. False: there
  /// is another text now. The text is not kept, but read again when somebody wants it.
  bool expect(llvm::StringRef Path, uint64_t Hash);

  /// Whether what expect() found was that text.
  bool isAsExpected(llvm::StringRef Path);

  /// Whether what is on disk now is what was analysed.
  bool unchanged(llvm::StringRef Path);

  static uint64_t hash(llvm::StringRef Text);

private:
  struct Entry {
    std::optional<std::string> Text;
    bool Read = false;            ///< else nobody has wanted Text yet
    std::optional<uint64_t> Hash; ///< that Text is to have
    bool Stale = false;
  };
  Entry &load(llvm::StringRef Path);

  std::mutex Lock;
  llvm::StringMap<Entry> Files;
};

} // namespace coopify

#endif // COOPIFY_DRIVER_UNITS_SOURCETEXTS_H
