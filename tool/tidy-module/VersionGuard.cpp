//===- VersionGuard.cpp - no crash under another clang-tidy -----------------===//
//
// clang-tidy does not check what it loads: a module made for another version
// is listed, and then finds nothing or dies ("pure virtual method called").
//
//===----------------------------------------------------------------------===//
#include "clang/Basic/Version.h"

#include <cstdio>
#include <cstdlib>
#include <string>

namespace {

const struct VersionGuard {
  VersionGuard() {
    const std::string Running = clang::getClangFullVersion();
    if (Running.find(CLANG_VERSION_STRING) != std::string::npos)
      return;
    // No stream of LLVM's: it is the other version's.
    std::fprintf(stderr,
                 "CoopifyTidyModule.so was built for clang-tidy " CLANG_VERSION_STRING
                 ", this is %s; use clang-tidy-%d, or build coopify for this version\n",
                 Running.c_str(), CLANG_VERSION_MAJOR);
    std::_Exit(2);
  }
} Guard;

} // namespace
