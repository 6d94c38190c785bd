#include "Frontend/Preludes/ReadFiles.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/Chrono.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/xxhash.h"

#include <tuple>

using namespace llvm;

namespace coopify {

uint64_t hashOfText(StringRef Text) { return xxh3_64bits(Text); }

FileStamp FileStamp::of(const vfs::Status &Found) {
  FileStamp Out;
  Out.Directory = Found.isDirectory();
  Out.Size = Found.getSize();
  Out.Modified = Found.getLastModificationTime().time_since_epoch().count();
  Out.Device = Found.getUniqueID().getDevice();
  Out.Inode = Found.getUniqueID().getFile();
  return Out;
}

bool FileStamp::isSameAs(const FileStamp &Other) const {
  if (Directory || Other.Directory)
    return Directory == Other.Directory;
  return std::tie(Size, Modified, Device, Inode) ==
         std::tie(Other.Size, Other.Modified, Other.Device, Other.Inode);
}

void ReadFiles::add(const ReadFiles &Others) {
  for (const auto &Entry : Others.Found)
    Found.try_emplace(Entry.first(), Entry.second);
  for (StringRef Path : Others.Missing.keys())
    Missing.insert(Path);
}

namespace {

/// Tells what was read.
class HashedFile : public vfs::File {
public:
  HashedFile(std::unique_ptr<vfs::File> Of, FileStamp &Out) : Of(std::move(Of)), Out(Out) {}

  ErrorOr<vfs::Status> status() override { return Of->status(); }
  ErrorOr<std::string> getName() override { return Of->getName(); }
  ErrorOr<std::unique_ptr<MemoryBuffer>> getBuffer(const Twine &Name, int64_t Size,
                                                   bool RequiresNullTerminator,
                                                   bool IsVolatile) override {
    auto Buffer = Of->getBuffer(Name, Size, RequiresNullTerminator, IsVolatile);
    if (Buffer)
      Out.Hash = hashOfText((*Buffer)->getBuffer());
    return Buffer;
  }
  std::error_code close() override { return Of->close(); }

private:
  std::unique_ptr<vfs::File> Of;
  FileStamp &Out; ///< StringMap's values stay where they are
};

class Recorder : public vfs::ProxyFileSystem {
public:
  Recorder(IntrusiveRefCntPtr<vfs::FileSystem> FS, ReadFiles &Out)
      : ProxyFileSystem(std::move(FS)), Out(Out) {}

  ErrorOr<vfs::Status> status(const Twine &Path) override {
    ErrorOr<vfs::Status> Found = ProxyFileSystem::status(Path);
    if (Found)
      Out.Found.try_emplace(absolute(Path), FileStamp::of(*Found));
    else
      Out.Missing.insert(absolute(Path));
    return Found;
  }

  ErrorOr<std::unique_ptr<vfs::File>> openFileForRead(const Twine &Path) override {
    auto Opened = ProxyFileSystem::openFileForRead(Path);
    ErrorOr<vfs::Status> Found =
        Opened ? (*Opened)->status() : ErrorOr<vfs::Status>(Opened.getError());
    if (!Found) {
      Out.Missing.insert(absolute(Path));
      return Opened;
    }
    auto It = Out.Found.try_emplace(absolute(Path), FileStamp::of(*Found)).first;
    return std::make_unique<HashedFile>(std::move(*Opened), It->second);
  }

  bool exists(const Twine &Path) override { return bool(status(Path)); }

private:
  std::string absolute(const Twine &Path) const {
    SmallString<256> Absolute;
    Path.toVector(Absolute);
    (void)makeAbsolute(Absolute); // else there is no working directory to speak of
    return std::string(Absolute);
  }

  ReadFiles &Out;
};

} // namespace

IntrusiveRefCntPtr<vfs::FileSystem> recordReads(IntrusiveRefCntPtr<vfs::FileSystem> FS,
                                                ReadFiles &Out) {
  return makeIntrusiveRefCnt<Recorder>(std::move(FS), Out);
}

} // namespace coopify
