#include "Frontend/ToolkitFiles.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
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

void addRoot(std::string Dir) {
  std::unique_lock Guard(roots().Lock);
  if (!is_contained(roots().Dirs, Dir))
    roots().Dirs.push_back(std::move(Dir));
}

} // namespace

bool isToolkitFile(StringRef Path) {
  // The parser's names may hold "..": <kit>/include/crt/../cuda_runtime.h.
  SmallString<256> Clean(Path);
  sys::path::remove_dots(Clean, /*remove_dot_dot=*/true);
  if (isBelow(Clean, EmbeddedRoot) || isClangHeader(Clean))
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

} // namespace coopify
