//===- Journal.h - what a run was about to replace ----------------*- C++ -*-===//
//
// A run that is killed while it replaces files leaves some of them old and some new. So it lists
// them first, in a file that a later run finds: in a folder that holds all of them.
//
//   create  ->  write the new texts beside the files  ->  markStaged  ->  rename  ->  remove
//
// Until markStaged() all files are old, and the new texts are of no use. After it all of the new
// texts are there, and each of the files is old or new. The journal is locked as long as its run
// is alive.
//
//===----------------------------------------------------------------------===//
#ifndef COOPIFY_DRIVER_WRITE_JOURNAL_H
#define COOPIFY_DRIVER_WRITE_JOURNAL_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace coopify {

inline constexpr llvm::StringLiteral JournalName = ".coopify-journal";

/// One file that is to be replaced.
struct JournalEntry {
  std::string Path; ///< absolute
  std::string Temp; ///< where its new text is until it is renamed
  std::string Old;  ///< digest of its text before; empty: there was no such file
  std::string New;  ///< digest of its text after
  bool operator==(const JournalEntry &) const = default;
};

/// Tells texts apart.
std::string digestOf(llvm::StringRef Text);

/// The text of a journal, without the mark of markStaged().
std::string journalText(llvm::ArrayRef<JournalEntry> Entries);

/// What the text of a journal says.
struct JournalState {
  std::vector<JournalEntry> Entries; ///< empty: it was not written to its end
  bool Staged = false;
};
JournalState parseJournal(llvm::StringRef Text);

/// A journal file that this process has locked.
class Journal {
public:
  /// Makes a journal in \p Folder. An error if there is one already.
  static llvm::Expected<Journal> create(llvm::StringRef Folder,
                                        llvm::ArrayRef<JournalEntry> Entries);
  /// Opens the one in \p Folder; nullopt: there is none. An error if its run is alive.
  static llvm::Expected<std::optional<Journal>> open(llvm::StringRef Folder);

  Journal(Journal &&Other) : Path(std::move(Other.Path)), FD(std::exchange(Other.FD, -1)) {}
  Journal &operator=(Journal &&) = delete;
  ~Journal();

  const std::string &path() const { return Path; }
  llvm::Expected<JournalState> read() const;
  llvm::Error markStaged();
  llvm::Error remove();

private:
  Journal(std::string Path, int FD) : Path(std::move(Path)), FD(FD) {}

  std::string Path;
  int FD;
};

} // namespace coopify

#endif // COOPIFY_DRIVER_WRITE_JOURNAL_H
