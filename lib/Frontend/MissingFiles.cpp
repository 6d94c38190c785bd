#include "Frontend/MissingFiles.h"

#include "llvm/ADT/SmallString.h"

using namespace llvm;

namespace coopify {
namespace {

class MissingRecorder : public vfs::ProxyFileSystem {
public:
  MissingRecorder(IntrusiveRefCntPtr<vfs::FileSystem> FS, StringSet<> &Missing)
      : ProxyFileSystem(std::move(FS)), Missing(Missing) {}

  ErrorOr<vfs::Status> status(const Twine &Path) override {
    return taken(Path, ProxyFileSystem::status(Path));
  }
  ErrorOr<std::unique_ptr<vfs::File>> openFileForRead(const Twine &Path) override {
    return taken(Path, ProxyFileSystem::openFileForRead(Path));
  }
  bool exists(const Twine &Path) override { return bool(status(Path)); }

private:
  template <typename T> ErrorOr<T> taken(const Twine &Path, ErrorOr<T> Found) {
    if (Found)
      return Found;
    SmallString<256> Absolute;
    Path.toVector(Absolute);
    if (!makeAbsolute(Absolute))
      Missing.insert(Absolute);
    return Found;
  }

  StringSet<> &Missing;
};

} // namespace

IntrusiveRefCntPtr<vfs::FileSystem> recordMissing(IntrusiveRefCntPtr<vfs::FileSystem> FS,
                                                  StringSet<> &Missing) {
  return makeIntrusiveRefCnt<MissingRecorder>(std::move(FS), Missing);
}

} // namespace coopify
