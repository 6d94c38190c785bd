#include "Driver/Write/ReadOnlyFiles.h"

#include "Driver/Write/Write.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace coopify {

/// The working directory, the folders of the selected units, and the folder around that of their
/// compile database.
static std::vector<std::string> projectFolders(const ParsedProgram &Units) {
  std::vector<std::string> Folders = {realPath(".")};
  if (!Units.Database.empty())
    Folders.push_back(sys::path::parent_path(sys::path::parent_path(Units.Database)).str());
  for (const ParsedPass &P : Units.Passes)
    if (P.Selected)
      Folders.push_back(sys::path::parent_path(P.Command.File).str());
  return Folders;
}

static bool isInFolders(StringRef File, ArrayRef<std::string> Folders) {
  return any_of(Folders, [&](StringRef Folder) {
    return File.starts_with(Folder) && File.drop_front(Folder.size()).starts_with("/");
  });
}

void addReadOnlyFiles(StringSet<> &Roots, const ParsedProgram &Units, const ProgramFacts &Facts,
                      bool InPlace) {
  const StringSet<> Selected = Units.selectedFiles();
  const std::vector<std::string> Project = projectFolders(Units);
  for (const FileFacts &File : Facts.files())
    if (!Selected.contains(File.Path) ||
        (InPlace && !isInFolders(File.Path, Project) && whyNotWritable(File.Path)))
      Roots.insert(File.Path);
}

} // namespace coopify
