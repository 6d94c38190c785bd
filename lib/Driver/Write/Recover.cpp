//===- Recover.cpp --------------------------------------------------------===//

#include "Driver/Write/Recover.h"

#include "Driver/Write/Journal.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace coopify {
namespace {

/// What became of one file of a journal.
enum class FileState { Old, New, Changed };

/// An interrupted run.
struct Interrupted {
  Journal File;
  JournalState Says;
  std::vector<FileState> Files; ///< as Says.Entries
};

constexpr StringLiteral WasInterrupted = "an earlier run was interrupted";

FileState stateOf(const JournalEntry &E) {
  ErrorOr<std::unique_ptr<MemoryBuffer>> Text =
      MemoryBuffer::getFile(E.Path, /*IsText=*/false, /*RequiresNullTerminator=*/false);
  const std::string Now = Text ? digestOf((*Text)->getBuffer()) : "";
  return Now == E.New ? FileState::New : Now == E.Old ? FileState::Old : FileState::Changed;
}

/// nullopt: there is no journal, by now.
Expected<std::optional<Interrupted>> readInterrupted(StringRef Folder) {
  Expected<std::optional<Journal>> File = Journal::open(Folder);
  if (!File)
    return File.takeError();
  if (!*File)
    return std::nullopt;
  Expected<JournalState> Says = (*File)->read();
  if (!Says)
    return Says.takeError();
  Interrupted Run{std::move(**File), std::move(*Says), {}};
  for (const JournalEntry &E : Run.Says.Entries)
    Run.Files.push_back(stateOf(E));
  return std::optional<Interrupted>(std::move(Run));
}

std::string files(size_t N) { return formatv("{0} {1}", N, N == 1 ? "file" : "files").str(); }

/// A file that can become neither old nor new: nullptr if there is none.
const JournalEntry *lostFile(const Interrupted &Run) {
  for (const auto &[E, State] : zip_equal(Run.Says.Entries, Run.Files))
    if (State == FileState::Changed || (State == FileState::Old && !sys::fs::exists(E.Temp)))
      return &E;
  return nullptr;
}

Error cannotFinish(const Interrupted &Run, const JournalEntry &E) {
  const std::string Why =
      sys::fs::exists(E.Temp)
          ? formatv("'{0}' has changed since", E.Path).str()
          : formatv("'{0}', the new text of '{1}', is gone", E.Temp, E.Path).str();
  return createStringError(
      formatv("{0} while it replaced {1}, and cannot be finished: {2}. Restore the files from "
              "version control, then remove '{3}'",
              WasInterrupted, files(Run.Files.size()), Why, Run.File.path())
          .str());
}

Error removeStaged(const Interrupted &Run) {
  Error All = Error::success();
  for (const JournalEntry &E : Run.Says.Entries)
    if (std::error_code Code = sys::fs::remove(E.Temp))
      All = joinErrors(std::move(All), createStringError(Code, "cannot remove '" + E.Temp +
                                                                   "': " + Code.message()));
  return All;
}

Error finish(const Interrupted &Run) {
  for (const auto &[E, State] : zip_equal(Run.Says.Entries, Run.Files))
    if (std::error_code Code =
            State == FileState::Old ? sys::fs::rename(E.Temp, E.Path) : sys::fs::remove(E.Temp))
      return createStringError(Code, "cannot replace '" + E.Path + "': " + Code.message());
  return Error::success();
}

} // namespace

std::vector<std::string> foldersWithJournal(ArrayRef<std::string> Folders) {
  StringSet<> Seen;
  std::vector<std::string> Found;
  for (StringRef Folder : Folders)
    for (; !Folder.empty() && Seen.insert(Folder).second; Folder = sys::path::parent_path(Folder)) {
      SmallString<256> File(Folder);
      sys::path::append(File, JournalName);
      if (sys::fs::exists(File))
        Found.push_back(Folder.str());
    }
  return Found;
}

Expected<std::string> recover(StringRef Folder) {
  Expected<std::optional<Interrupted>> Found = readInterrupted(Folder);
  if (!Found)
    return Found.takeError();
  if (!*Found)
    return "another run has just finished what was interrupted";
  Interrupted &Run = **Found;
  const size_t Old = llvm::count(Run.Files, FileState::Old);
  if (const JournalEntry *Lost = Run.Says.Staged ? lostFile(Run) : nullptr)
    return cannotFinish(Run, *Lost);
  if (Error E = Run.Says.Staged ? finish(Run) : removeStaged(Run))
    return std::move(E);
  if (Error E = Run.File.remove())
    return std::move(E);
  if (!Run.Says.Staged)
    return (WasInterrupted + " before it replaced any file; its temporary files are removed").str();
  return formatv("{0} while it replaced {1}; coopify has now replaced the {2} that still had the "
                 "old text",
                 WasInterrupted, files(Run.Files.size()), Old)
      .str();
}

Expected<std::string> explainInterrupted(StringRef Folder) {
  Expected<std::optional<Interrupted>> Found = readInterrupted(Folder);
  if (!Found)
    return Found.takeError();
  if (!*Found)
    return "";
  const Interrupted &Run = **Found;
  if (!Run.Says.Staged)
    return formatv("{0} before it replaced any file; remove its temporary files with 'coopify "
                   "--recover {1}'",
                   WasInterrupted, Folder)
        .str();
  if (const JournalEntry *Lost = lostFile(Run))
    return cannotFinish(Run, *Lost);
  return createStringError(
      formatv("{0} while it replaced {1}: {2} new, {3} old. Replace the others with 'coopify "
              "--recover {4}', then run again",
              WasInterrupted, files(Run.Files.size()), llvm::count(Run.Files, FileState::New),
              llvm::count(Run.Files, FileState::Old), Folder)
          .str());
}

} // namespace coopify
