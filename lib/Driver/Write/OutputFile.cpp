#include "Driver/Write/OutputFile.h"

#include "llvm/ADT/Twine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace coopify {

static Error cannotWrite(const Twine &Name, const Twine &Why) {
  return createStringError("cannot write " + Name + ": " + Why);
}

Error checkStream(raw_fd_ostream &OS, StringRef Name) {
  OS.flush();
  if (!OS.has_error())
    return Error::success();
  const std::string Why = OS.error().message();
  OS.clear_error(); // or its destructor ends the program
  return cannotWrite(Name, Why);
}

static Error writeThrough(raw_fd_ostream &OS, StringRef Path,
                          function_ref<Error(raw_ostream &)> Write) {
  Error E = Write(OS);
  return joinErrors(std::move(E), checkStream(OS, ("'" + Path + "'").str()));
}

/// A device or a pipe.
static Error writeToOther(StringRef Path, function_ref<Error(raw_ostream &)> Write) {
  std::error_code EC;
  raw_fd_ostream OS(Path, EC, sys::fs::CD_OpenExisting, sys::fs::FA_Write, sys::fs::OF_None);
  if (EC)
    return cannotWrite("'" + Path + "'", EC.message());
  return writeThrough(OS, Path, Write);
}

Error checkOutput(StringRef Path) {
  if (Path.empty() || Path == "-")
    return Error::success();
  if (sys::fs::is_directory(Path))
    return cannotWrite("'" + Path + "'", "it is a folder; name a file");
  const StringRef Folder = sys::path::parent_path(Path);
  if (!Folder.empty() && !sys::fs::is_directory(Folder))
    return cannotWrite("'" + Path + "'", "there is no folder '" + Folder + "'; make it first");
  sys::fs::file_status Status;
  if (!sys::fs::status(Path, Status) && sys::fs::is_other(Status))
    return Error::success();
  if (std::error_code Code =
          sys::fs::access(Folder.empty() ? "." : Folder, sys::fs::AccessMode::Write))
    return cannotWrite("'" + Path + "'", "no file can be made in its folder: " + Code.message());
  return Error::success();
}

Error writeOutput(StringRef Path, function_ref<Error(raw_ostream &)> Write) {
  if (Path == "-")
    return Write(outs());
  sys::fs::file_status Status;
  if (!sys::fs::status(Path, Status) && sys::fs::is_other(Status))
    return writeToOther(Path, Write);
  Expected<sys::fs::TempFile> Temp =
      sys::fs::TempFile::create(Path + ".coopify-%%%%%%", sys::fs::all_read | sys::fs::all_write);
  if (!Temp)
    return cannotWrite("'" + Path + "'", toString(Temp.takeError()));
  raw_fd_ostream OS(Temp->FD, /*shouldClose=*/false);
  if (Error E = writeThrough(OS, Path, Write))
    return joinErrors(std::move(E), Temp->discard());
  if (Error E = Temp->keep(Path))
    return cannotWrite("'" + Path + "'", toString(std::move(E)));
  return Error::success();
}

} // namespace coopify
