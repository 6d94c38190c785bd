//===- Preludes.h - what comes before a unit, parsed once --------*- C++ -*-===//
//
// The CUDA headers that every unit begins with are most of a small unit's parse.
// They are precompiled once for each set of flags, as clangd does with a preamble,
// and every pass of a run begins where they end.
//
//===----------------------------------------------------------------------===//
#ifndef COOPIFY_FRONTEND_PRELUDES_PRELUDES_H
#define COOPIFY_FRONTEND_PRELUDES_PRELUDES_H

#include "Frontend/Preludes/EarlyHeaders.h"
#include "Frontend/Preludes/ReadFiles.h"

#include "llvm/ADT/IntrusiveRefCntPtr.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/VirtualFileSystem.h"

#include <functional>
#include <list>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

namespace clang {
class CompilerInvocation;
}

namespace coopify {

struct Pass;

/// Where things outlive the process, by a key that fits in a file's name; without functions they do
/// not.
struct CacheStore {
  std::function<std::unique_ptr<llvm::MemoryBuffer>(llvm::StringRef Key)> Load;
  std::function<void(llvm::StringRef Key, llvm::StringRef Bytes)> Save;
};

/// Thread-safe. What it gives is only ever quicker: a prelude with an error of its own,
/// or whose headers have changed since, is not used.
class Preludes {
public:
  using Bytes = std::shared_ptr<llvm::MemoryBuffer>;
  struct Prelude {
    Bytes Code;                                       ///< nullptr: there is none
    std::shared_ptr<const EarlyWords> Words;          ///< of Pass::Early, if it has such
    std::shared_ptr<const llvm::StringSet<>> Missing; ///< what it looked for in vain
    std::string Key, Path;
    std::shared_ptr<const Prelude> Below; ///< what it is made behind (Pass::Below)
    std::optional<uint64_t> Digest;       ///< of Code, when one was made behind it
  };

  explicit Preludes(CacheStore Store = {});
  ~Preludes();

  /// The precompiled prelude of \p P, whose \p Invocation still includes the headers;
  /// none: parse them. Where nobody stores them, it is made when they come a third time.
  Prelude get(const Pass &P, const clang::CompilerInvocation &Invocation,
              llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> FS);

  /// clang did not take it: its headers are others now.
  void forget(const Prelude &Stale);

private:
  struct Entry;
  std::optional<Prelude> below(const Pass &P, const clang::CompilerInvocation &Invocation,
                               llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> FS);
  bool isWorthIt(const Pass &P, const Entry &E);
  std::shared_ptr<Entry> entry(const std::string &Key);

  CacheStore Store;
  FilesNow Disk;
  std::mutex Lock;
  std::list<std::shared_ptr<Entry>> Recent; ///< the last used first, a few
};

/// \p Invocation begins with \p Precompiled, which is read from \p Memory, and no
/// longer with the headers.
void beginWith(clang::CompilerInvocation &Invocation, const Pass &P,
               const Preludes::Prelude &Precompiled, llvm::vfs::InMemoryFileSystem &Memory);

/// \p Invocation without the last header of the prelude of \p P: as of Pass::Below.
void dropLast(clang::CompilerInvocation &Invocation, const Pass &P);

} // namespace coopify

#endif // COOPIFY_FRONTEND_PRELUDES_PRELUDES_H
