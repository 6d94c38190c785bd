#include "Driver/Write/Write.h"

#include "Driver/Write/OutputFile.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Path.h"
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

Error writeText(sys::fs::TempFile &Temp, StringRef Path, StringRef Text) {
  raw_fd_ostream OS(Temp.FD, /*shouldClose=*/false);
  OS << Text;
  OS.flush();
  if (!OS.has_error())
    return Error::success();
  const std::string Why = OS.error().message();
  OS.clear_error(); // or its destructor ends the program
  return failure("write", Path, Why);
}

/// Best effort: only root may give a file away.
void keepOwner(sys::fs::TempFile &Temp, StringRef Path) {
  sys::fs::file_status Status;
  if (!sys::fs::status(Path, Status))
    (void)sys::fs::changeFileOwnership(Temp.FD, Status.getUser(), Status.getGroup());
}

sys::fs::perms modeOfNewFiles() {
  return sys::fs::perms((sys::fs::all_read | sys::fs::all_write) & ~sys::fs::getUmask());
}

/// A temporary file beside \p Path: a rename stays in one file system.
Expected<sys::fs::TempFile> stage(StringRef Path, StringRef Text) {
  ErrorOr<sys::fs::perms> Mode = sys::fs::getPermissions(Path);
  Expected<sys::fs::TempFile> Temp =
      sys::fs::TempFile::create(Path + ".coopify-%%%%%%", sys::fs::owner_all);
  if (!Temp)
    return failure("write", Path, toString(Temp.takeError()));
  Error E = writeText(*Temp, Path, Text);
  keepOwner(*Temp, Path);
  if (std::error_code Code = sys::fs::setPermissions(Temp->FD, Mode ? *Mode : modeOfNewFiles());
      Code && !E)
    E = failure("keep the permissions of", Path, Code.message());
  if (!E)
    return Temp;
  consumeError(Temp->discard());
  return std::move(E);
}

void discardAll(MutableArrayRef<sys::fs::TempFile> Staged) {
  for (sys::fs::TempFile &Temp : Staged)
    consumeError(Temp.discard());
}

Expected<std::vector<sys::fs::TempFile>> stageAll(ArrayRef<FileChange> Changes) {
  std::vector<sys::fs::TempFile> Staged;
  for (const FileChange &Change : Changes) {
    Expected<sys::fs::TempFile> Temp = stage(Change.Path, Change.New);
    if (!Temp) {
      discardAll(Staged);
      return Temp.takeError();
    }
    Staged.push_back(std::move(*Temp));
  }
  return Staged;
}

/// Puts back what was there where a later rename failed.
Error undo(ArrayRef<FileChange> Done) {
  Error All = Error::success();
  for (const FileChange &Change : Done) {
    if (Change.Fresh) {
      All = joinErrors(std::move(All), errorCodeToError(sys::fs::remove(Change.Path)));
      continue;
    }
    Expected<sys::fs::TempFile> Temp = stage(Change.Path, Change.Old);
    All = joinErrors(std::move(All), Temp ? Temp->keep(Change.Path) : Temp.takeError());
  }
  return All;
}

Error renameAll(MutableArrayRef<sys::fs::TempFile> Staged, ArrayRef<FileChange> Changes) {
  SignalsHeld Guard;
  for (size_t I = 0; I < Staged.size(); ++I) {
    if (Error E = Staged[I].keep(Changes[I].Path)) {
      Error Why = failure("replace", Changes[I].Path, toString(std::move(E)));
      discardAll(Staged.drop_front(I + 1));
      return joinErrors(std::move(Why), undo(Changes.take_front(I)));
    }
  }
  return Error::success();
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

Error replaceFiles(ArrayRef<FileChange> Changes) {
  for (const FileChange &Change : Changes)
    if (Error E = checkWritable(Change))
      return E;
  Expected<std::vector<sys::fs::TempFile>> Staged = stageAll(Changes);
  if (!Staged)
    return Staged.takeError();
  return renameAll(*Staged, Changes);
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
