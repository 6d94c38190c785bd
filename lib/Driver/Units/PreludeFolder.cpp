#include "Driver/Units/PreludeFolder.h"

#include "llvm/Support/CachePruning.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

#include <chrono>

using namespace llvm;

namespace coopify {
namespace {

constexpr uint64_t MostBytes = 256 << 20;

/// pruneCache touches only what is called so.
std::string pathOf(StringRef Folder, StringRef Key) {
  SmallString<128> Path(Folder);
  sys::path::append(Path, "llvmcache-" + Key);
  return std::string(Path);
}

std::unique_ptr<MemoryBuffer> load(StringRef Path) {
  auto Buffer = MemoryBuffer::getFile(Path, /*IsText=*/false, /*RequiresNullTerminator=*/false);
  if (!Buffer || (*Buffer)->getBufferSize() == 0)
    return nullptr;
  return std::move(*Buffer);
}

/// Whole or not at all: other runs read at the same time.
void save(StringRef Folder, StringRef Path, StringRef Bytes) {
  if (Bytes.empty()) {
    sys::fs::remove(Path);
    return;
  }
  if (sys::fs::create_directories(Folder))
    return;
  consumeError(writeToOutput(Path, [&](raw_ostream &OS) {
    OS << Bytes;
    return Error::success();
  }));
  CachePruningPolicy Policy;
  Policy.MaxSizeBytes = MostBytes;
  pruneCache(Folder, Policy);
}

} // namespace

std::string usualPreludeFolder() {
  SmallString<128> Folder;
  if (!sys::path::cache_directory(Folder))
    return "";
  sys::path::append(Folder, "coopify");
  return std::string(Folder);
}

std::shared_ptr<Preludes> preludesIn(const std::string &Folder) {
  if (Folder.empty())
    return std::make_shared<Preludes>();
  return std::make_shared<Preludes>(PreludeStore{
      [Folder](StringRef Key) { return load(pathOf(Folder, Key)); },
      [Folder](StringRef Key, StringRef Bytes) { save(Folder, pathOf(Folder, Key), Bytes); }});
}

} // namespace coopify
