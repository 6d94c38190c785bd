#include "Cache.h"

#include "Driver/Kept/CacheFolder.h"
#include "Frontend/ToolkitFiles.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;

namespace coopify {

std::string cacheFolder(StringRef Asked, bool NoCache) {
  if (NoCache || Asked == "none")
    return "";
  return Asked.empty() ? usualCacheFolder() : Asked.str();
}

std::string thisProgram() {
  static const int Anchor = 0;
  const std::string Path = sys::fs::getMainExecutable(nullptr, const_cast<int *>(&Anchor));
  sys::fs::file_status Status;
  if (sys::fs::status(Path, Status))
    return "";
  return formatv("{0} {1} {2} {3}", embeddedDigest(), Path, Status.getSize(),
                 Status.getLastModificationTime().time_since_epoch().count())
      .str();
}

Expected<std::string> tellOfCache(const std::string &Folder, bool Clear) {
  if (Folder.empty())
    return "nothing is kept";
  if (Clear)
    if (Error E = clearCache(Folder))
      return std::move(E);
  const CacheContent Content = contentOf(Folder);
  return formatv("{0}: {1:f1} MB; {2} sets of precompiled headers, {3} passes over units", Folder,
                 double(Content.Bytes) / 1e6, Content.Preludes, Content.Passes)
      .str();
}

} // namespace coopify
