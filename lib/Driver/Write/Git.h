//===- Git.h - can the user take the edits back? -----------------*- C++ -*-===//
#ifndef COOPIFY_DRIVER_WRITE_GIT_H
#define COOPIFY_DRIVER_WRITE_GIT_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"

#include <string>
#include <vector>

namespace coopify {

struct GitState {
  std::vector<std::string> Uncommitted; ///< changed since, or never added
  std::vector<std::string> Untracked;   ///< in no repository, or ignored by it
};

/// What git says of \p Files (absolute paths). Without git on PATH no file is
/// in a repository. An error when git fails for any other reason than that.
llvm::Expected<GitState> gitState(llvm::ArrayRef<std::string> Files);

/// What git prints in \p Folder, or the first line of what it says is wrong.
llvm::Expected<std::string> askGit(llvm::StringRef Folder, llvm::ArrayRef<llvm::StringRef> Words);

} // namespace coopify

#endif // COOPIFY_DRIVER_WRITE_GIT_H
