//===- CacheFolder.h - what one run knows is kept for the next ---*- C++ -*-===//
#ifndef COOPIFY_DRIVER_KEPT_CACHEFOLDER_H
#define COOPIFY_DRIVER_KEPT_CACHEFOLDER_H

#include "Frontend/Preludes/Preludes.h"

#include "llvm/Support/Error.h"

#include <string>

namespace coopify {

/// The folder of the user's cache, "" where the system names none.
std::string usualCacheFolder();

/// What is kept in \p Folder, at most 1 GB of it and for a week after its last use; "": nothing is.
/// A folder that cannot be written is as good as none, and a file that is not whole is none.
CacheStore storeIn(const std::string &Folder);

struct CacheContent {
  unsigned Preludes = 0, Passes = 0;
  uint64_t Bytes = 0;
};

CacheContent contentOf(const std::string &Folder);
/// Removes what storeIn() has made there, and nothing else.
llvm::Error clearCache(const std::string &Folder);

} // namespace coopify

#endif // COOPIFY_DRIVER_KEPT_CACHEFOLDER_H
