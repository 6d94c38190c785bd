//===- Recover.h - what an earlier run left half done -------------*- C++ -*-===//
#ifndef COOPIFY_DRIVER_WRITE_RECOVER_H
#define COOPIFY_DRIVER_WRITE_RECOVER_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <string>
#include <vector>

namespace coopify {

/// Those of \p Folders, and of all above them, that hold a journal.
std::vector<std::string> foldersWithJournal(llvm::ArrayRef<std::string> Folders);

/// Finishes what the run began whose journal is in \p Folder, or removes its temporary files where
/// it had not begun to replace files. Returns a clause that says what was done. An error if
/// its run is alive, or if a file has changed since: then nothing is done.
llvm::Expected<std::string> recover(llvm::StringRef Folder);

/// Says what recover() would do. An error: files are not what one run wrote, so they must not be
/// analyzed.
llvm::Expected<std::string> explainInterrupted(llvm::StringRef Folder);

} // namespace coopify

#endif // COOPIFY_DRIVER_WRITE_RECOVER_H
