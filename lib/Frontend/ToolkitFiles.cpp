#include "Frontend/ToolkitFiles.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

#include <mutex>
#include <shared_mutex>
#include <string>
#include <vector>

using namespace llvm;

namespace coopify {
namespace {

struct Roots {
  std::shared_mutex Lock;
  std::vector<std::string> Dirs;
};
Roots &roots() {
  static Roots R;
  return R;
}

bool isBelow(StringRef Path, StringRef Dir) {
  return Path.consume_front(Dir) && (Path.empty() || Path.starts_with("/"));
}

/// .../lib/clang/22/include/x.h, of whatever clang.
bool isClangHeader(StringRef Path) {
  auto [Before, After] = Path.split("/lib/clang/");
  return After.split('/').second.starts_with("include/");
}

/// Thread-safe; asks the disk once per folder.
bool hasRuntime(StringRef Folder) {
  static std::mutex Lock;
  static StringMap<bool> Known;
  std::lock_guard Guard(Lock);
  auto [It, New] = Known.try_emplace(Folder, false);
  if (New)
    It->second = sys::fs::exists(Folder + "/cooperative_groups.h") &&
                 sys::fs::exists(Folder + "/detail/target.h");
  return It->second;
}

/// .../coopify/x.h or .../coopify/detail/x.h, where both folders hold what the
/// runtime's do: of --install-runtime or CMake, of this version or another.
bool isRuntimeHeader(StringRef Path) {
  const StringRef Name = "/coopify/";
  const size_t At = Path.rfind(Name);
  if (At == StringRef::npos || !Path.ends_with(".h"))
    return false;
  StringRef Below = Path.substr(At + Name.size());
  Below.consume_front("detail/");
  return !Below.contains('/') && hasRuntime(Path.take_front(At + Name.size() - 1));
}

void addRoot(std::string Dir) {
  std::unique_lock Guard(roots().Lock);
  if (!is_contained(roots().Dirs, Dir))
    roots().Dirs.push_back(std::move(Dir));
}

} // namespace

std::vector<std::string> toolkitRoots() {
  std::shared_lock Guard(roots().Lock);
  std::vector<std::string> Out(roots().Dirs.begin(), roots().Dirs.end());
  llvm::sort(Out);
  return Out;
}

bool isToolkitFile(StringRef Path) {
  // The parser's names may hold "..": <kit>/include/crt/../cuda_runtime.h.
  SmallString<256> Clean(Path);
  sys::path::remove_dots(Clean, /*remove_dot_dot=*/true);
  if (isBelow(Clean, EmbeddedRoot) || isClangHeader(Clean) || isRuntimeHeader(Clean))
    return true;
  std::shared_lock Guard(roots().Lock);
  return any_of(roots().Dirs, [&](const std::string &Dir) { return isBelow(Clean, Dir); });
}

bool isSystemFile(StringRef Path) {
  return isToolkitFile(Path) || isBelow(Path, "/usr/include") || isBelow(Path, "/usr/lib") ||
         isBelow(Path, "/usr/local/include");
}

void addToolkitRoot(StringRef Dir) {
  // Headers alone: a user may keep a project below the toolkit's samples. A
  // toolkit in /usr shares its folder with everything else.
  for (StringRef Part : {"include", "targets"}) {
    SmallString<128> Path(Dir), Real;
    sys::path::append(Path, Part);
    if (Path == "/usr/include")
      continue;
    addRoot(std::string(Path));
    if (!sys::fs::real_path(Path, Real))
      addRoot(std::string(Real));
  }
}

void addExportedHeaders(StringRef Path) {
  const std::string Folder = ("/" + ExportedFolder + "/").str();
  const size_t At = Path.rfind(Folder);
  if (At != StringRef::npos)
    addRoot(Path.take_front(At + Folder.size() - 1).str());
}

bool addToolkitHeaders(StringRef Dir) {
  SmallString<256> Real;
  if (sys::fs::real_path(Dir, Real) || sys::path::filename(Real) != "include")
    return false;
  const bool Cuda = sys::fs::exists(Real + "/cuda_runtime.h") && sys::fs::exists(Real + "/cuda.h");
  if (!Cuda && !sys::fs::exists(Real + "/hip/hip_runtime.h"))
    return false;
  addToolkitRoot(sys::path::parent_path(Real));
  return true;
}

} // namespace coopify
