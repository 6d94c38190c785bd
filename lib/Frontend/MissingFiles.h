//===- MissingFiles.h - what was looked for and is not there -----*- C++ -*-===//
#ifndef COOPIFY_FRONTEND_MISSINGFILES_H
#define COOPIFY_FRONTEND_MISSINGFILES_H

#include "llvm/ADT/IntrusiveRefCntPtr.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/VirtualFileSystem.h"

namespace coopify {

/// \p FS; adds to \p Missing, which outlives it, the absolute paths that are asked for in vain. Who
/// has read something this way would read the same again as long as they are not there, and what
/// was read has not changed.
llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem>
recordMissing(llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> FS, llvm::StringSet<> &Missing);

} // namespace coopify

#endif // COOPIFY_FRONTEND_MISSINGFILES_H
