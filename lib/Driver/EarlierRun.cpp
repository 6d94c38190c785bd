//===- EarlierRun.cpp -----------------------------------------------------===//

#include "Driver/EarlierRun.h"

#include "Driver/Write/Recover.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/WithColor.h"
#include "llvm/Support/raw_ostream.h"

#include <set>

using namespace llvm;

namespace coopify {
namespace {

Error recoverAll(ArrayRef<std::string> Folders, bool Quiet) {
  for (const std::string &Folder : Folders) {
    Expected<std::string> Done = recover(Folder);
    if (!Done)
      return Done.takeError();
    if (!Quiet)
      WithColor::note(errs(), "coopify") << *Done << '\n';
  }
  return Error::success();
}

Error checkWhole(ArrayRef<std::string> Folders, bool Warn) {
  for (const std::string &Folder : foldersWithJournal(Folders)) {
    Expected<std::string> Leftover = explainInterrupted(Folder);
    if (!Leftover)
      return Leftover.takeError();
    if (Warn && !Leftover->empty())
      WithColor::warning(errs(), "coopify") << *Leftover << '\n';
  }
  return Error::success();
}

std::vector<std::string> foldersOf(ArrayRef<UnitCommand> Commands) {
  std::vector<std::string> Folders;
  for (const UnitCommand &Unit : Commands)
    Folders.push_back(sys::path::parent_path(Unit.File).str());
  return Folders;
}

Expected<std::vector<std::string>> placesToRecover(const InputOptions &Input) {
  std::vector<std::string> Folders;
  for (StringRef Source : Input.Sources) {
    const std::string Path = realPath(Source);
    Folders.push_back(sys::fs::is_directory(Path) ? Path : sys::path::parent_path(Path).str());
  }
  if (!Folders.empty())
    return Folders;
  Folders.push_back(realPath("."));
  Expected<FoundUnits> Units = findUnits(Input);
  if (Units)
    append_range(Folders, foldersOf(Units->Commands));
  else if (!Input.Database.empty())
    return Units.takeError();
  else
    consumeError(Units.takeError()); // the working directory is enough
  return Folders;
}

} // namespace

bool writesInPlace(const OutputOptions &Output) { return Output.inPlace() || Output.NolintBecause; }

Error settleEarlierRun(const FoundUnits &Units, const OutputOptions &Output) {
  const std::vector<std::string> Folders = foldersOf(Units.Commands);
  return writesInPlace(Output) ? recoverAll(foldersWithJournal(Folders), Output.Quiet)
                               : checkWhole(Folders, /*Warn=*/true);
}

Error checkHeadersWhole(const ParsedProgram &Program) {
  std::set<std::string> Folders;
  for (const ParsedPass &P : Program.Passes)
    for (StringRef File : P.Files)
      Folders.insert(sys::path::parent_path(File).str());
  return checkWhole(std::vector<std::string>(Folders.begin(), Folders.end()), /*Warn=*/false);
}

std::vector<std::string> foldersForJournal(ArrayRef<FileChange> Changes,
                                           const ProgramFacts &Facts) {
  if (Changes.empty())
    return {};
  std::vector<FileChange> All = Changes.vec();
  for (const FileFacts &File : Facts.files())
    if (!File.IsHeader)
      All.push_back({File.Path, "", ""});
  const std::string First = sys::path::parent_path(Changes.front().Path).str();
  std::vector<std::string> Folders = {commonRoot(All, First), commonRoot(Changes, First), First};
  erase_if(Folders, [](StringRef Folder) { return Folder == sys::path::root_path(Folder); });
  return Folders;
}

static Error recoverAround(ArrayRef<std::string> Folders, bool Quiet) {
  const std::vector<std::string> Found = foldersWithJournal(Folders);
  if (Found.empty() && !Quiet)
    WithColor::note(errs(), "coopify") << "no interrupted run was found\n";
  return recoverAll(Found, Quiet);
}

ExitCode recoverOnly(const InputOptions &Input, const OutputOptions &Output) {
  Expected<std::vector<std::string>> Folders = placesToRecover(Input);
  Error Failed = Folders ? recoverAround(*Folders, Output.Quiet) : Folders.takeError();
  if (!Failed)
    return NothingLeft;
  WithColor::error(errs(), "coopify") << toString(std::move(Failed)) << '\n';
  return CouldNotDoItsJob;
}

} // namespace coopify
