//===- Paths.h - paths as the user would write them --------------*- C++ -*-===//
#ifndef COOPIFY_REPORT_PATHS_H
#define COOPIFY_REPORT_PATHS_H

#include "llvm/ADT/StringRef.h"

#include <string>

namespace coopify {

/// \p Path relative to \p Root if that is shorter, "../" included. Both are
/// absolute; an empty \p Root changes nothing.
std::string displayPath(llvm::StringRef Path, llvm::StringRef Root);

/// \p Path relative to \p Root, "../" included, however long that is: the same on every machine.
std::string relativePath(llvm::StringRef Path, llvm::StringRef Root);

/// \p Path as a patch that is applied in \p Root names it, without a leading
/// slash or "../": `patch` refuses those.
std::string patchPath(llvm::StringRef Path, llvm::StringRef Root);

} // namespace coopify

#endif // COOPIFY_REPORT_PATHS_H
