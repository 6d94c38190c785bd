#include "Report/Paths.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/Path.h"

#include <algorithm>
#include <iterator>

using namespace coopify;

namespace path = llvm::sys::path;

std::string coopify::relativePath(llvm::StringRef Path, llvm::StringRef Root) {
  auto [P, R] =
      std::mismatch(path::begin(Path), path::end(Path), path::begin(Root), path::end(Root),
                    [](llvm::StringRef A, llvm::StringRef B) { return A == B; });
  llvm::SmallString<128> Out;
  for (; R != path::end(Root); ++R)
    path::append(Out, "..");
  for (; P != path::end(Path); ++P)
    path::append(Out, *P);
  return std::string(Out);
}

std::string coopify::displayPath(llvm::StringRef Path, llvm::StringRef Root) {
  Root = Root.size() > 1 ? Root.rtrim('/') : Root;
  if (Root.empty() || !path::is_absolute(Path))
    return Path.str();
  std::string Relative = relativePath(Path, Root);
  return !Relative.empty() && Relative.size() < Path.size() ? Relative : Path.str();
}

std::string coopify::patchPath(llvm::StringRef Path, llvm::StringRef Root) {
  std::string Relative = Root.empty() ? Path.str() : relativePath(Path, Root.rtrim('/'));
  if (llvm::StringRef(Relative).starts_with(".."))
    Relative = Path.str();
  return llvm::StringRef(Relative).ltrim('/').str();
}
