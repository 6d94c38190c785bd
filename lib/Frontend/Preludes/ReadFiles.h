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
#include "llvm/Support/Chrono.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/VirtualFileSystem.h"

#include <mutex>
#include <optional>

namespace coopify {

/// A file or a folder as it was found. Which one it is counts (device and inode), and not by what
/// name: links lead elsewhere, and clang takes two names of one file for one.
struct FileStamp {
  bool Directory = false;
  uint64_t Device = 0, Inode = 0;
  uint64_t Size = 0;
  uint64_t RealPath = 0;             ///< of a file: the hash of the name without links
  int64_t Modified = 0, Changed = 0; ///< nanoseconds; the latter by whatever means
  std::optional<uint64_t> Hash = {}; ///< of what was read of it: its text, or its list of names
};

/// Real paths, whose folders are asked for once. Thread-safe.
class RealPaths {
public:
  uint64_t hashOf(llvm::StringRef Path);

private:
  std::mutex Lock;
  llvm::StringMap<std::string> Folders;
};

/// By absolute path.
struct ReadFiles {
  llvm::StringMap<FileStamp> Found;
  llvm::StringSet<> Missing;
  bool Strange = false; ///< among them is what cannot be compared: a pipe, a device

  void add(const ReadFiles &Others);
};

/// \p FS; what is asked for is added to \p Out, which outlives it.
llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem>
recordReads(llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> FS, ReadFiles &Out);

uint64_t hashOfText(llvm::StringRef Text);

/// The attributes "Files" and "Missing" of the object that \p J is in, of a parse that began at
/// \p Since. False, and nothing: what was read cannot be written down.
bool writeReads(llvm::json::OStream &J, const ReadFiles &Read, llvm::sys::TimePoint<> Since);

/// The disk as it is in this run, which is asked once for each name. Thread-safe.
class FilesNow {
public:
  /// All that writeReads() has written is as it was.
  bool isAsRead(const llvm::json::Object &O);

private:
  enum class Asked { Stamp, Hash };
  bool isAsFound(llvm::StringRef Path, const llvm::json::Array &Was);
  bool isMissing(llvm::StringRef Path);
  std::optional<FileStamp> ask(llvm::StringRef Path, Asked What);

  std::mutex Lock;
  llvm::StringMap<std::optional<FileStamp>> Known;
  RealPaths Paths;
};

} // namespace coopify

#endif // COOPIFY_FRONTEND_PRELUDES_READFILES_H
