#include "Driver/Write/Vendored.h"

#include "Report/Paths.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace coopify {
namespace {

bool hasVendoredName(StringRef Folder) {
  static const StringSet<> Names = {
#define FOLDER(Name) Name,
#include "Driver/Write/VendoredFolders.def"
  };
  std::string Plain = sys::path::filename(Folder).lower();
  erase_if(Plain, [](char C) { return C == '-' || C == '_' || C == '.'; });
  return Names.contains(Plain);
}

bool isIn(StringRef File, StringRef Folder) {
  return File.consume_front(Folder) && (File.empty() || File.starts_with("/"));
}

class VendoredSearch {
public:
  VendoredSearch(const InputOptions &Input, const ParsedProgram &Program) {
    Asked.push_back(realPath("."));
    if (!Program.Database.empty())
      Asked.push_back(sys::path::parent_path(realPath(Program.Database)).str());
    if (!Input.Link)
      for (const std::string &Source : Input.Sources)
        Asked.push_back(realPath(Source));
    for (const ParsedPass &P : Program.Passes)
      if (P.Selected)
        Units.push_back(realPath(P.Command.File));
  }

  /// The outermost one that \p File is in; empty: none.
  std::string folderOf(StringRef File) {
    std::string Found;
    for (StringRef Folder = sys::path::parent_path(File); Folder.size() > 1;
         Folder = sys::path::parent_path(Folder)) {
      auto [It, New] = Known.try_emplace(Folder, false);
      if (New)
        It->second = isVendored(Folder);
      if (It->second)
        Found = Folder.str();
    }
    return Found;
  }

private:
  bool isVendored(StringRef Folder) const {
    auto Holds = [&](const std::string &Path) { return isIn(Path, Folder); };
    const bool Named = hasVendoredName(Folder);
    if (any_of(Asked, Holds) || (!Named && any_of(Units, Holds)) || all_of(Units, Holds))
      return false;
    return Named || sys::fs::exists(Folder + "/.git");
  }

  std::vector<std::string> Asked, Units;
  StringMap<bool> Known;
};

} // namespace

StringSet<> vendoredFolders(const InputOptions &Input, const ParsedProgram &Units,
                            const ProgramFacts &Facts) {
  VendoredSearch Search(Input, Units);
  StringSet<> Out;
  for (const FileFacts &File : Facts.files())
    if (std::string Folder = Search.folderOf(File.Path); !Folder.empty())
      Out.insert(Folder);
  return Out;
}

} // namespace coopify
