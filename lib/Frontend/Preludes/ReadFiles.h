//===- ReadFiles.h - what a parse asks of the disk ---------------*- C++ -*-===//
//
// Who has parsed something would parse the same again as long as what was found is as it was, and
// what was looked for in vain is not there.
//
//===----------------------------------------------------------------------===//
#ifndef COOPIFY_FRONTEND_PRELUDES_READFILES_H
#define COOPIFY_FRONTEND_PRELUDES_READFILES_H

#include "llvm/ADT/IntrusiveRefCntPtr.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/VirtualFileSystem.h"

#include <optional>

namespace coopify {

/// A file as it was found.
struct FileStamp {
  bool Directory = false;
  uint64_t Size = 0;
  int64_t Modified = 0; ///< nanoseconds
  uint64_t Device = 0, Inode = 0;
  std::optional<uint64_t> Hash = {}; ///< of what was read of it

  static FileStamp of(const llvm::vfs::Status &Found);
  /// The same file with nothing done to it, as far as the disk says. A folder is one whatever it
  /// holds.
  bool isSameAs(const FileStamp &Other) const;
};

/// By absolute path.
struct ReadFiles {
  llvm::StringMap<FileStamp> Found;
  llvm::StringSet<> Missing;

  void add(const ReadFiles &Others);
};

uint64_t hashOfText(llvm::StringRef Text);

/// \p FS; what is asked for is added to \p Out, which outlives it.
llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem>
recordReads(llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> FS, ReadFiles &Out);

} // namespace coopify

#endif // COOPIFY_FRONTEND_PRELUDES_READFILES_H
