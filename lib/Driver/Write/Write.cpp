#include "Driver/Write/Write.h"

#include "Driver/Write/Journal.h"
#include "Driver/Write/OutputFile.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/raw_ostream.h"

#include <csignal>
#include <vector>

using namespace llvm;

namespace coopify {
namespace {

Error failure(StringRef What, StringRef Path, StringRef Why) {
  return createStringError(formatv("cannot {0} '{1}': {2}", What, Path, Why).str());
}

/// Holds back the signals that end a program, so that none of them cuts a
/// series of renames in two.
class SignalsHeld {
public:
  SignalsHeld() {
    sigset_t Ending;
    sigemptyset(&Ending);
    for (int Signal : {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE})
      sigaddset(&Ending, Signal);
    pthread_sigmask(SIG_BLOCK, &Ending, &Before);
  }
  ~SignalsHeld() { pthread_sigmask(SIG_SETMASK, &Before, nullptr); }
  SignalsHeld(const SignalsHeld &) = delete;
  SignalsHeld &operator=(const SignalsHeld &) = delete;

private:
  sigset_t Before;
};

/// A new text is made beside the old one, so the folder has to be writable, too. For a file that is
/// not there yet the folder decides alone.
Error checkWritable(const FileChange &Change) {
  const StringRef Folder = sys::path::parent_path(Change.Path);
  const StringRef Path = Change.Fresh ? Folder : StringRef(Change.Path);
  if (std::optional<std::string> Why = whyNotWritable(Path))
    return failure("write", Path, *Why);
  if (std::error_code Code = sys::fs::access(Folder, sys::fs::AccessMode::Write))
    return failure("write", Path, "no file can be made in its folder: " + Code.message());
  return Error::success();
}

/// A new text beside the file that it is to become: a rename stays in one file system. Unlike
/// sys::fs::TempFile it has a name before it is there, for the journal, and a crash does not remove
/// it, as recover() needs it.
class StagedFile {
public:
  StagedFile(StringRef Path, StringRef Temp) : Path(Path), Temp(Temp) {}

  Error write(StringRef Text) const;
  /// Becomes the file.
  Error keep() const;
  void discard() const;

private:
  Error fill(int FD, StringRef Text) const;

  std::string Path, Temp;
};

/// Best effort: only root may give a file away.
void keepOwner(int FD, StringRef Path) {
  sys::fs::file_status Status;
  if (!sys::fs::status(Path, Status))
    (void)sys::fs::changeFileOwnership(FD, Status.getUser(), Status.getGroup());
}

sys::fs::perms modeOfNewFiles() {
  return sys::fs::perms((sys::fs::all_read | sys::fs::all_write) & ~sys::fs::getUmask());
}

Error StagedFile::fill(int FD, StringRef Text) const {
  ErrorOr<sys::fs::perms> Mode = sys::fs::getPermissions(Path);
  raw_fd_ostream OS(FD, /*shouldClose=*/false);
  OS << Text;
  OS.flush();
  const std::error_code Written = OS.error();
  OS.clear_error(); // or its destructor ends the program
  if (Written)
    return failure("write", Path, Written.message());
  keepOwner(FD, Path);
  if (std::error_code Code = sys::fs::setPermissions(FD, Mode ? *Mode : modeOfNewFiles()))
    return failure("keep the permissions of", Path, Code.message());
  return Error::success();
}

Error StagedFile::write(StringRef Text) const {
  int FD = -1;
  if (std::error_code Code = sys::fs::openFileForWrite(Temp, FD, sys::fs::CD_CreateNew,
                                                       sys::fs::OF_None, sys::fs::owner_all))
    return failure("write", Path, Code.message());
  Error E = fill(FD, Text);
  if (std::error_code Code = sys::Process::SafelyCloseFileDescriptor(FD); Code && !E)
    E = failure("write", Path, Code.message());
  return E;
}

Error StagedFile::keep() const {
  if (std::error_code Code = sys::fs::rename(Temp, Path))
    return failure("replace", Path, Code.message());
  return Error::success();
}

void StagedFile::discard() const { (void)sys::fs::remove(Temp); }

/// A name that no other run takes.
std::string tempFor(StringRef Path) {
  SmallString<64> Unique;
  sys::fs::createUniquePath(".coopify-%%%%%%", Unique, /*MakeAbsolute=*/false);
  return (Path + Unique).str();
}

void discardAll(ArrayRef<StagedFile> Staged) {
  for (const StagedFile &Each : Staged)
    Each.discard();
}

Error stageAll(ArrayRef<StagedFile> Staged, ArrayRef<FileChange> Changes) {
  for (const auto &[Each, Change] : zip_equal(Staged, Changes))
    if (Error E = Each.write(Change.New)) {
      discardAll(Staged);
      return E;
    }
  return Error::success();
}

/// Puts back what was there where a later rename failed.
Error undo(ArrayRef<FileChange> Done) {
  Error All = Error::success();
  for (const FileChange &Change : Done) {
    if (Change.Fresh) {
      All = joinErrors(std::move(All), errorCodeToError(sys::fs::remove(Change.Path)));
      continue;
    }
    const StagedFile Old(Change.Path, tempFor(Change.Path));
    Error E = Old.write(Change.Old);
    All = joinErrors(std::move(All), E ? std::move(E) : Old.keep());
  }
  return All;
}

Error renameAll(ArrayRef<StagedFile> Staged, ArrayRef<FileChange> Changes) {
  for (size_t I = 0; I < Staged.size(); ++I)
    if (Error E = Staged[I].keep()) {
      discardAll(Staged.drop_front(I));
      return joinErrors(std::move(E), undo(Changes.take_front(I)));
    }
  return Error::success();
}

/// The first of \p Folders in which a journal can be made; nullopt: in none, or none is needed.
Expected<std::optional<Journal>> makeJournal(ArrayRef<JournalEntry> Entries,
                                             ArrayRef<std::string> Folders) {
  for (const std::string &Folder : Folders)
    if (!sys::fs::access(Folder, sys::fs::AccessMode::Write)) {
      Expected<Journal> Made = Journal::create(Folder, Entries);
      if (!Made)
        return Made.takeError();
      return std::optional<Journal>(std::move(*Made));
    }
  return std::nullopt;
}

std::string copyOf(StringRef Path, StringRef Folder, StringRef Root) {
  Path.consume_front(Root);
  SmallString<256> Target(Folder);
  sys::path::append(Target, Path.ltrim('/'));
  return Target.str().str();
}

bool isBelow(StringRef Path, StringRef Folder) {
  return Path.consume_front(Folder) && (Folder.ends_with("/") || Path.starts_with("/"));
}

} // namespace

std::optional<std::string> whyNotWritable(StringRef Path) {
  ErrorOr<sys::fs::perms> Permissions = sys::fs::getPermissions(Path);
  if (!Permissions)
    return Permissions.getError().message();
  if (!(*Permissions & sys::fs::all_write))
    return "it is read-only";
  if (std::error_code Code = sys::fs::access(Path, sys::fs::AccessMode::Write))
    return Code.message();
  return std::nullopt;
}

Error checkFolderForOutput(StringRef Folder) {
  StringRef Above = Folder;
  while (!Above.empty() && !sys::fs::exists(Above))
    Above = sys::path::parent_path(Above);
  std::error_code Code = sys::fs::access(Above.empty() ? "." : Above, sys::fs::AccessMode::Write);
  if (!Code && !Above.empty() && !sys::fs::is_directory(Above))
    Code = make_error_code(std::errc::not_a_directory);
  return Code ? failure("write to", Folder, Code.message()) : Error::success();
}

Error replaceFiles(ArrayRef<FileChange> Changes, ArrayRef<std::string> JournalFolders) {
  for (const FileChange &Change : Changes)
    if (Error E = checkWritable(Change))
      return E;
  std::vector<StagedFile> Staged;
  std::vector<JournalEntry> Entries;
  for (const FileChange &Change : Changes) {
    const std::string Temp = tempFor(Change.Path);
    Staged.emplace_back(Change.Path, Temp);
    Entries.push_back(
        {Change.Path, Temp, Change.Fresh ? "" : digestOf(Change.Old), digestOf(Change.New)});
  }
  SignalsHeld Guard; // from here on the journal says what is done
  Expected<std::optional<Journal>> Log = makeJournal(Entries, JournalFolders);
  if (!Log)
    return Log.takeError();
  Error E = stageAll(Staged, Changes);
  if (!E && *Log)
    E = (*Log)->markStaged();
  if (!E)
    E = renameAll(Staged, Changes);
  else
    discardAll(Staged);
  return *Log ? joinErrors(std::move(E), (*Log)->remove()) : std::move(E);
}

std::string commonRoot(ArrayRef<FileChange> Changes, StringRef Root) {
  auto HasAll = [&](StringRef Folder) {
    return all_of(Changes, [&](const FileChange &C) { return isBelow(C.Path, Folder); });
  };
  if (HasAll(Root) || Changes.empty())
    return Root.str();
  StringRef Folder = sys::path::parent_path(Changes.front().Path);
  while (!HasAll(Folder) && sys::path::has_parent_path(Folder))
    Folder = sys::path::parent_path(Folder);
  return Folder.str();
}

Error makeFolders(ArrayRef<FileChange> Changes) {
  for (const FileChange &Change : Changes) {
    StringRef Folder = sys::path::parent_path(Change.Path), Above = Folder;
    while (!sys::fs::exists(Above) && sys::path::has_parent_path(Above))
      Above = sys::path::parent_path(Above);
    if (!sys::fs::is_directory(Above))
      return failure("make", Folder, ("'" + Above + "' is no folder").str());
    if (Above != Folder && whyNotWritable(Above))
      return failure("make", Folder, ("'" + Above + "' is read-only").str());
    if (std::error_code Code = sys::fs::create_directories(Folder, true, sys::fs::all_all))
      return failure("make", Folder, Code.message());
  }
  return Error::success();
}

Error writeCopies(ArrayRef<FileChange> Changes, StringRef Folder, StringRef Root,
                  function_ref<bool(StringRef)> IsSource) {
  std::vector<std::string> Targets;
  for (const FileChange &Change : Changes) {
    Targets.push_back(copyOf(Change.Path, Folder, Root));
    SmallString<256> Real;
    if (!sys::fs::real_path(Targets.back(), Real) && IsSource(Real))
      return failure("write", Targets.back(),
                     "it is a source of the program, and --out-dir leaves those alone");
  }
  for (const auto &[Change, Target] : zip_equal(Changes, Targets)) {
    if (std::error_code Code = sys::fs::create_directories(sys::path::parent_path(Target)))
      return failure("make the folder of", Target, Code.message());
    auto Write = [&Text = Change.New](raw_ostream &OS) {
      OS << Text;
      return Error::success();
    };
    if (Error E = writeOutput(Target, Write))
      return E;
  }
  return Error::success();
}

} // namespace coopify
