#include "Support/MeantPath.h"

#include "Support/Nearest.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

#include <vector>

using namespace llvm;

namespace coopify {

static std::vector<std::string> namesIn(StringRef Folder) {
  std::vector<std::string> Names;
  std::error_code EC;
  for (sys::fs::directory_iterator It(Folder.empty() ? "." : Folder, EC), End; It != End && !EC;
       It.increment(EC))
    Names.push_back(sys::path::filename(It->path()).str());
  llvm::sort(Names);
  return Names;
}

static std::string joined(StringRef Folder, StringRef Name) {
  SmallString<256> Path(Folder);
  sys::path::append(Path, Name);
  return Path.str().str();
}

std::string pathMeantBy(StringRef Path) {
  Path = Path.rtrim('/');
  const StringRef Name = sys::path::filename(Path);
  std::string Folder = sys::path::parent_path(Path).str();
  if (!Folder.empty() && !sys::fs::is_directory(Folder)) {
    Folder = pathMeantBy(Folder);
    if (Folder.empty() || sys::fs::exists(joined(Folder, Name)))
      return Folder.empty() ? "" : joined(Folder, Name);
  }
  const std::string Meant = nearest(Name, namesIn(Folder));
  return Meant.empty() ? "" : joined(Folder, Meant);
}

std::string suggestedPath(StringRef Path, StringRef Else) {
  const std::string Meant = pathMeantBy(Path);
  return Meant.empty() ? Else.str() : "did you mean '" + Meant + "'?";
}

} // namespace coopify
