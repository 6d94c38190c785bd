//===- Module.cpp - what clang-tidy --load opens --------------------------===//
//
// clang-tidy does not ask what a module was built for: one for another version
// is not opened ("undefined symbol: _ZN4llvm..."), or is and then dies ("pure
// virtual method called"). So this file needs one symbol of Clang, looks at the
// version, and only then opens the checks beside it.
//
//===----------------------------------------------------------------------===//
#include "clang/Basic/Version.h"

#include <cstdio>
#include <cstdlib>
#include <dlfcn.h>
#include <string>

namespace {

/// No stream of LLVM's: it would be the other version's. And no exit handlers.
[[noreturn]] void giveUp(const std::string &Why) {
  std::fprintf(stderr, "CoopifyTidyModule.so: %s\n", Why.c_str());
  std::_Exit(2);
}

std::string folderOfThisModule() {
  static const char Inside = 0;
  Dl_info Info;
  if (!dladdr(&Inside, &Info))
    return ".";
  const std::string Path = Info.dli_fname;
  return Path.substr(0, Path.rfind('/') + 1);
}

const struct Loader {
  Loader() {
    const std::string Running = clang::getClangFullVersion();
    if (Running.find(CLANG_VERSION_STRING) == std::string::npos)
      giveUp("built for clang-tidy " CLANG_VERSION_STRING ", and this is " + Running +
             "; use that version, or build coopify for this one");
    if (!dlopen((folderOfThisModule() + "CoopifyTidyChecks.so").c_str(), RTLD_LAZY | RTLD_GLOBAL))
      giveUp(dlerror());
  }
} AtLoad;

} // namespace
