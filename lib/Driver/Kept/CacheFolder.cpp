#include "Driver/Kept/CacheFolder.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CachePruning.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Support/xxhash.h"

#include <chrono>

using namespace llvm;

namespace coopify {
namespace {

constexpr uint64_t MostBytes = 1 << 30;

/// pruneCache touches only what is called so.
std::string pathOf(StringRef Folder, StringRef Key) {
  SmallString<128> Path(Folder);
  sys::path::append(Path, "llvmcache-" + Key);
  return std::string(Path);
}

/// Behind the bytes, so that they stay aligned.
std::string sumOf(StringRef Bytes) { return utohexstr(xxh3_64bits(Bytes), /*LowerCase=*/true, 16); }

/// The first bytes of what has been looked at: another run may put another file there.
class FrontOf : public MemoryBuffer {
public:
  FrontOf(std::unique_ptr<MemoryBuffer> Of, size_t Size) : Whole(std::move(Of)) {
    init(Whole->getBufferStart(), Whole->getBufferStart() + Size, /*RequiresNullTerminator=*/false);
  }
  BufferKind getBufferKind() const override { return Whole->getBufferKind(); }

private:
  const std::unique_ptr<MemoryBuffer> Whole;
};

/// What a full disk or another program has left there is none: it is made anew. clang would crash
/// on it.
std::unique_ptr<MemoryBuffer> load(StringRef Path) {
  auto Whole = MemoryBuffer::getFile(Path, /*IsText=*/false, /*RequiresNullTerminator=*/false);
  const StringRef Text = Whole ? (*Whole)->getBuffer() : StringRef();
  const size_t Sum = sumOf("").size();
  if (Text.size() <= Sum || sumOf(Text.drop_back(Sum)) != Text.take_back(Sum))
    return nullptr;
  return std::make_unique<FrontOf>(std::move(*Whole), Text.size() - Sum);
}

/// A stream that ends with an error, as on a full disk, would end the program.
Error writeWhole(StringRef Path, StringRef Bytes) {
  Expected<sys::fs::TempFile> Temp = sys::fs::TempFile::create(Path + ".%%%%%%%%.tmp");
  if (!Temp)
    return Temp.takeError();
  std::error_code Failed;
  {
    raw_fd_ostream OS(Temp->FD, /*shouldClose=*/false);
    OS << Bytes << sumOf(Bytes);
    OS.flush();
    Failed = OS.error();
    OS.clear_error();
  }
  if (Failed)
    return joinErrors(errorCodeToError(Failed), Temp->discard());
  return Temp->keep(Path);
}

/// Whole or not at all: other runs read at the same time.
void save(StringRef Folder, StringRef Path, StringRef Bytes) {
  if (Bytes.empty()) {
    sys::fs::remove(Path);
    return;
  }
  if (sys::fs::create_directories(Folder))
    return;
  consumeError(writeWhole(Path, Bytes));
  CachePruningPolicy Policy;
  Policy.MaxSizeBytes = MostBytes;
  pruneCache(Folder, Policy);
}

} // namespace

std::string usualCacheFolder() {
  SmallString<128> Folder;
  if (!sys::path::cache_directory(Folder))
    return "";
  sys::path::append(Folder, "coopify");
  return std::string(Folder);
}

/// Calls \p Use with each file of ours, and what it is called behind the common prefix.
static void forEachFile(const std::string &Folder, function_ref<void(StringRef, StringRef)> Use) {
  std::error_code Gone;
  for (sys::fs::directory_iterator It(Folder, Gone), End; !Gone && It != End; It.increment(Gone)) {
    StringRef Name = sys::path::filename(It->path());
    if (Name.consume_front("llvmcache-"))
      Use(It->path(), Name);
  }
}

CacheContent contentOf(const std::string &Folder) {
  CacheContent Out;
  forEachFile(Folder, [&](StringRef Path, StringRef Name) {
    uint64_t Size = 0;
    if (!sys::fs::file_size(Path, Size))
      Out.Bytes += Size;
    Out.Passes += Name.starts_with("pass-");
    Out.Preludes += Name.ends_with("-about");
  });
  return Out;
}

Error clearCache(const std::string &Folder) {
  Error Failed = Error::success();
  forEachFile(Folder, [&](StringRef Path, StringRef) {
    if (std::error_code E = sys::fs::remove(Path))
      Failed = joinErrors(std::move(Failed), createFileError(Path, E));
  });
  return Failed;
}

CacheStore storeIn(const std::string &Folder) {
  if (Folder.empty())
    return {};
  return CacheStore{
      [Folder](StringRef Key) { return load(pathOf(Folder, Key)); },
      [Folder](StringRef Key, StringRef Bytes) { save(Folder, pathOf(Folder, Key), Bytes); }};
}

} // namespace coopify
