#include "Driver/Write/Git.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"

#include <map>

using namespace llvm;

namespace coopify {
namespace {

struct ProgramOutput {
  int Status = -1;
  std::string Out, Err;
};

std::string slurp(StringRef Path) {
  auto Buffer = MemoryBuffer::getFile(Path);
  return Buffer ? (*Buffer)->getBuffer().str() : std::string();
}

ProgramOutput execute(StringRef Program, ArrayRef<StringRef> Args) {
  ProgramOutput Result;
  SmallString<128> Out, Err;
  const auto NoFile = [&](std::error_code Code) {
    Result.Err = "its output needs a temporary file: " + Code.message();
    return Result;
  };
  if (std::error_code Code = sys::fs::createTemporaryFile("coopify-git", "out", Out))
    return NoFile(Code);
  FileRemover RemoveOut(Out);
  if (std::error_code Code = sys::fs::createTemporaryFile("coopify-git", "err", Err))
    return NoFile(Code);
  FileRemover RemoveErr(Err);
  const std::optional<StringRef> Redirects[] = {StringRef(""), StringRef(Out), StringRef(Err)};
  Result.Status = sys::ExecuteAndWait(Program, Args, std::nullopt, Redirects);
  Result.Out = slurp(Out);
  Result.Err = slurp(Err);
  return Result;
}

/// "XY path\0" each; the path is relative to the repository's top, so only the
/// state is read: one file is asked for at a time.
enum class FileState { Clean, Uncommitted, Ignored };

FileState stateFrom(StringRef Porcelain) {
  if (Porcelain.empty())
    return FileState::Clean;
  return Porcelain.starts_with("!!") ? FileState::Ignored : FileState::Uncommitted;
}

Expected<FileState> stateOf(StringRef Git, StringRef File) {
  StringRef Folder = sys::path::parent_path(File);
  const ProgramOutput Said =
      execute(Git, {"git", "-C", Folder, "--literal-pathspecs", "status", "--porcelain",
                    "--ignored", "--untracked-files=all", "--", sys::path::filename(File)});
  if (Said.Status == 0)
    return stateFrom(Said.Out);
  if (StringRef(Said.Err).contains("not a git repository"))
    return FileState::Ignored;
  return createStringError(formatv("git cannot say whether '{0}' has uncommitted changes: {1}",
                                   File, StringRef(Said.Err).split('\n').first));
}

} // namespace

Expected<GitState> gitState(ArrayRef<std::string> Files) {
  GitState State;
  ErrorOr<std::string> Git = sys::findProgramByName("git");
  for (const std::string &File : Files) {
    Expected<FileState> One = Git ? stateOf(*Git, File) : Expected<FileState>(FileState::Ignored);
    if (!One)
      return One.takeError();
    if (*One == FileState::Uncommitted)
      State.Uncommitted.push_back(File);
    if (*One == FileState::Ignored)
      State.Untracked.push_back(File);
  }
  return State;
}

Expected<std::string> askGit(StringRef Folder, ArrayRef<StringRef> Words) {
  ErrorOr<std::string> Git = sys::findProgramByName("git");
  if (!Git)
    return createStringError("there is no git on PATH");
  std::vector<StringRef> Args = {"git", "--no-optional-locks", "-C", Folder};
  append_range(Args, Words);
  ProgramOutput Said = execute(*Git, Args);
  if (Said.Status == 0)
    return std::move(Said.Out);
  return createStringError(StringRef(Said.Err).split('\n').first);
}

} // namespace coopify
