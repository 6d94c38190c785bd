#include "Frontend/Preludes/ReadFiles.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/xxhash.h"

#include <chrono>
#include <sys/stat.h>
#include <vector>

using namespace llvm;

namespace coopify {

uint64_t hashOfText(StringRef Text) { return xxh3_64bits(Text); }

void ReadFiles::add(const ReadFiles &Others) {
  for (const auto &Entry : Others.Found)
    Found.try_emplace(Entry.first(), Entry.second);
  for (StringRef Path : Others.Missing.keys())
    Missing.insert(Path);
  Strange |= Others.Strange;
}

//===-- Asking the disk --------------------------------------------------------===//

namespace {

enum class Is { Missing, Found, Strange };

int64_t nanoseconds(const timespec &T) { return int64_t(T.tv_sec) * 1000000000 + T.tv_nsec; }

/// LLVM's status has no time of change, and that alone tells of a text with the old time.
Is stampOf(const std::string &Path, FileStamp &Out) {
  struct stat S;
  if (::stat(Path.c_str(), &S) != 0)
    return errno == ENOENT || errno == ENOTDIR ? Is::Missing : Is::Strange;
  Out.Directory = S_ISDIR(S.st_mode);
  if (!Out.Directory && !S_ISREG(S.st_mode))
    return Is::Strange;
  Out.Device = S.st_dev;
  Out.Inode = S.st_ino;
  Out.Size = uint64_t(S.st_size);
  Out.Modified = nanoseconds(S.st_mtim);
  Out.Changed = nanoseconds(S.st_ctim);
  return Is::Found;
}

bool isLink(const std::string &Path) {
  struct stat S;
  return ::lstat(Path.c_str(), &S) == 0 && S_ISLNK(S.st_mode);
}

std::string withoutLinks(StringRef Path) {
  SmallString<256> Real;
  return sys::fs::real_path(Path, Real) ? Path.str() : std::string(Real);
}

/// In no order.
uint64_t hashOfNames(StringRef Folder) {
  std::vector<std::string> Names;
  std::error_code Error;
  for (sys::fs::directory_iterator It(Folder, Error), End; !Error && It != End; It.increment(Error))
    Names.push_back(It->path());
  llvm::sort(Names);
  return hashOfText(join(Names, StringRef("\0", 1)));
}

/// nullopt: it cannot be read.
std::optional<uint64_t> hashOfFile(StringRef Path) {
  auto Text = MemoryBuffer::getFile(Path, /*IsText=*/false, /*RequiresNullTerminator=*/false);
  return Text ? std::optional(hashOfText((*Text)->getBuffer())) : std::nullopt;
}

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
    take(absolute(Path)); // before it is read: what is written meanwhile is another time's
    return ProxyFileSystem::status(Path);
  }

  ErrorOr<std::unique_ptr<vfs::File>> openFileForRead(const Twine &Path) override {
    FileStamp *Stamp = take(absolute(Path));
    auto Opened = ProxyFileSystem::openFileForRead(Path);
    if (!Opened || !Stamp)
      return Opened;
    return std::make_unique<HashedFile>(std::move(*Opened), *Stamp);
  }

  bool exists(const Twine &Path) override { return bool(status(Path)); }

  vfs::directory_iterator dir_begin(const Twine &Path, std::error_code &Error) override {
    const std::string Folder = absolute(Path);
    if (FileStamp *Stamp = take(Folder); Stamp && Stamp->Directory)
      Stamp->Hash = hashOfNames(Folder);
    return ProxyFileSystem::dir_begin(Path, Error);
  }

private:
  FileStamp *take(const std::string &Path) {
    if (auto It = Out.Found.find(Path); It != Out.Found.end())
      return &It->second;
    FileStamp Stamp;
    const Is Found = stampOf(Path, Stamp);
    if (Found == Is::Found && !Stamp.Directory)
      Stamp.RealPath = Paths.hashOf(Path);
    if (Found == Is::Missing)
      Out.Missing.insert(Path);
    Out.Strange |= Found == Is::Strange;
    return Found == Is::Found ? &Out.Found.try_emplace(Path, Stamp).first->second : nullptr;
  }

  std::string absolute(const Twine &Path) const {
    SmallString<256> Absolute;
    Path.toVector(Absolute);
    (void)makeAbsolute(Absolute); // else there is no working directory to speak of
    return std::string(Absolute);
  }

  ReadFiles &Out;
  RealPaths Paths;
};

/// What the program itself asks of folders that are called so (isToolkitFile).
void addRuntimeFolders(ReadFiles &Read) {
  RealPaths Paths;
  StringSet<> Folders;
  for (StringRef Path : Read.Found.keys())
    if (const size_t At = Path.rfind("/coopify/"); At != StringRef::npos)
      Folders.insert(Path.take_front(At + StringRef("/coopify").size()));
  for (StringRef Folder : Folders.keys())
    for (StringRef Name : {"/cooperative_groups.h", "/detail/target.h"}) {
      const std::string Path = (Folder + Name).str();
      FileStamp Stamp;
      if (stampOf(Path, Stamp) == Is::Found) {
        Stamp.RealPath = Paths.hashOf(Path);
        Read.Found.try_emplace(Path, Stamp);
      } else
        Read.Missing.insert(Path);
    }
}

} // namespace

uint64_t RealPaths::hashOf(StringRef Path) {
  if (isLink(Path.str()))
    return hashOfText(withoutLinks(Path));
  const std::lock_guard Guard(Lock);
  auto [It, New] = Folders.try_emplace(sys::path::parent_path(Path));
  if (New)
    It->second = withoutLinks(It->first());
  return hashOfText(It->second + "/" + sys::path::filename(Path).str());
}

IntrusiveRefCntPtr<vfs::FileSystem> recordReads(IntrusiveRefCntPtr<vfs::FileSystem> FS,
                                                ReadFiles &Out) {
  return makeIntrusiveRefCnt<Recorder>(std::move(FS), Out);
}

//===-- Written down -----------------------------------------------------------===//

/// What is written within this time of the parse may be written again without another time: what
/// was read of it is compared then, as git does with its index.
static constexpr std::chrono::seconds Racy(2);

static json::Value encode(const FileStamp &S, int64_t Recent) {
  json::Array Out{utohexstr(S.Device), utohexstr(S.Inode)};
  Out.push_back(S.Hash ? json::Value(utohexstr(*S.Hash)) : json::Value(nullptr));
  if (S.Directory)
    return Out;
  Out.push_back(utohexstr(S.RealPath));
  Out.push_back(int64_t(S.Size));
  const bool IsRacy = std::max(S.Modified, S.Changed) >= Recent;
  if (!IsRacy) { // else its times say nothing
    Out.push_back(S.Modified);
    Out.push_back(S.Changed);
  }
  return Out;
}

bool writeReads(json::OStream &J, const ReadFiles &Asked, sys::TimePoint<> Since) {
  ReadFiles Read = Asked;
  addRuntimeFolders(Read);
  const auto IsText = [](StringRef Path) { return json::isUTF8(Path); };
  if (Read.Strange || !all_of(Read.Found.keys(), IsText) || !all_of(Read.Missing.keys(), IsText))
    return false;
  const int64_t Recent = (Since - Racy).time_since_epoch().count();
  J.attributeObject("Files", [&] {
    for (const auto &Entry : Read.Found)
      J.attribute(Entry.first(), encode(Entry.second, Recent));
  });
  J.attributeArray("Missing", [&] {
    for (StringRef Path : Read.Missing.keys())
      J.value(Path);
  });
  return true;
}

std::optional<FileStamp> FilesNow::ask(StringRef Path, Asked What) {
  {
    std::lock_guard Guard(Lock);
    auto It = Known.find(Path);
    if (It != Known.end() && (What == Asked::Stamp || !It->second || It->second->Hash))
      return It->second;
  }
  FileStamp Stamp;
  std::optional<FileStamp> Found;
  const Is Kind = stampOf(Path.str(), Stamp);
  if (Kind == Is::Strange)
    Stamp.Inode = ~0ull; // it is there, and is none that was kept
  if (Kind != Is::Missing)
    Found = Stamp;
  if (Kind == Is::Found && !Stamp.Directory)
    Found->RealPath = Paths.hashOf(Path);
  if (Kind == Is::Found && What == Asked::Hash)
    Found->Hash = Stamp.Directory ? hashOfNames(Path) : hashOfFile(Path);
  std::lock_guard Guard(Lock);
  return Known[Path] = Found;
}

bool FilesNow::isMissing(StringRef Path) { return !ask(Path, Asked::Stamp); }

static uint64_t hex(const json::Value &V) {
  uint64_t N = 0;
  std::optional<StringRef> Text = V.getAsString();
  return Text && !Text->getAsInteger(16, N) ? N : 0;
}

bool FilesNow::isAsFound(StringRef Path, const json::Array &Was) {
  const std::optional<FileStamp> Now = ask(Path, Asked::Stamp);
  if (!Now || (Was.size() != 3 && Was.size() < 5) || hex(Was[0]) != Now->Device ||
      hex(Was[1]) != Now->Inode)
    return false;
  const bool Folder = Was.size() == 3, Hashed = Was[2].getAsString().has_value();
  if (Folder != Now->Directory)
    return false;
  if (!Folder && (hex(Was[3]) != Now->RealPath || Was[4].getAsInteger() != int64_t(Now->Size)))
    return false;
  const bool Untouched = Was.size() == 7 && Was[5].getAsInteger() == Now->Modified &&
                         Was[6].getAsInteger() == Now->Changed;
  if (Untouched || (Folder && !Hashed))
    return true;
  return Hashed && ask(Path, Asked::Hash)->Hash == hex(Was[2]);
}

bool FilesNow::isAsRead(const json::Object &O) {
  const json::Object *Files = O.getObject("Files");
  const json::Array *Missing = O.getArray("Missing");
  return Files && Missing &&
         all_of(*Missing,
                [&](const json::Value &Path) {
                  return isMissing(Path.getAsString().value_or("/"));
                }) &&
         all_of(*Files, [&](const auto &Entry) {
           const json::Array *Was = Entry.second.getAsArray();
           return Was && isAsFound(Entry.first, *Was);
         });
}

} // namespace coopify
