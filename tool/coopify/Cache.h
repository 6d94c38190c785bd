//===- Cache.h - --cache and what is said of it ------------------*- C++ -*-===//
#ifndef COOPIFY_TOOL_CACHE_H
#define COOPIFY_TOOL_CACHE_H

#include "llvm/Support/Error.h"

#include <string>

namespace coopify {

/// \p Asked is what --cache says, "" if nothing; the result is "" where nothing is kept.
std::string cacheFolder(llvm::StringRef Asked, bool NoCache);

/// Another program finds something else in the same text. Empty: it cannot be told from others.
std::string thisProgram();

/// The line of --cache-info and --clear-cache, which removes what is kept first.
llvm::Expected<std::string> tellOfCache(const std::string &Folder, bool Clear);

} // namespace coopify

#endif // COOPIFY_TOOL_CACHE_H
