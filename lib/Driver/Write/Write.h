//===- Write.h - all files or none -------------------------------*- C++ -*-===//
#ifndef COOPIFY_DRIVER_WRITE_WRITE_H
#define COOPIFY_DRIVER_WRITE_WRITE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <optional>
#include <string>

namespace coopify {

struct FileChange {
  std::string Path; ///< absolute
  std::string Old;
  std::string New;
  bool Fresh = false; ///< there is no such file yet
};

/// Why the user may not write \p Path; nullopt: it is writable. Not if all its write bits are off,
/// even where root's rights or the folder's would let a rename through.
std::optional<std::string> whyNotWritable(llvm::StringRef Path);

/// An error if files cannot be made in \p Folder, which may still have to be made.
llvm::Error checkFolderForOutput(llvm::StringRef Folder);

/// Writes all files or, on an error, none. Readers see the old or the new
/// text, never a part; permissions and owner stay. An interrupt is held back
/// until the last file is in place. A run that is killed leaves a journal in the first of
/// \p JournalFolders that is writable, by which recover() finishes it.
llvm::Error replaceFiles(llvm::ArrayRef<FileChange> Changes,
                         llvm::ArrayRef<std::string> JournalFolders = {});

/// Makes the folders that \p Changes need and that are not there.
llvm::Error makeFolders(llvm::ArrayRef<FileChange> Changes);

/// Writes the new texts under \p Folder, by their path below \p Root; none, if one would come to
/// stand where \p IsSource says that a file of the program is.
llvm::Error writeCopies(llvm::ArrayRef<FileChange> Changes, llvm::StringRef Folder,
                        llvm::StringRef Root,
                        llvm::function_ref<bool(llvm::StringRef RealPath)> IsSource);

/// \p Root if all changes are below it, else the deepest folder that has all.
std::string commonRoot(llvm::ArrayRef<FileChange> Changes, llvm::StringRef Root);

} // namespace coopify

#endif // COOPIFY_DRIVER_WRITE_WRITE_H
